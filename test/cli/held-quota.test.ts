import { describe, expect, test } from 'vitest';
import { answering, first, lost, pass, refusing, status } from '../support/faults.ts';
import { Latch } from '../support/latch.ts';
import { finished, fiveSecondsLater } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

const usageOf = (remaining: unknown, features: unknown = { base: true, symbols: true, 'time-series': true }) =>
  answering({
    status: 200,
    data: {
      app_id: 'any',
      status: 'active',
      plan: { name: 'Enterprise', quota: '100,000 requests/month', features },
      usage: {
        requests: 11,
        requests_quota: 1000,
        requests_remaining: remaining,
        days_elapsed: 10,
        days_remaining: 20,
      },
    },
  });

/** A service whose `usage.json` answers like this; how often it was asked. */
async function telling(usage: Fault, key?: string) {
  let asked = 0;
  const counting: Fault = (...given) => {
    asked++;
    usage(...given);
  };
  return { ...(await scene(pass, { usage: counting, ...(key && { key }) })), asked: () => asked };
}

const line = 'series 2024-01-01 2024-02-01 -s EUR';
const cost = '32 days: 0 held, 32 to fetch, cost 32 requests';
const fortyFour = Array.from({ length: 44 }, (_, at) => `2024-0${1 + (at % 4)}-${10 + (at >> 2)}`).join(' ');

/** `usage.json` may take its time. */
const patient = { endless: true };

describe('before a run that costs more than 31', () => {
  test.each<[string, Fault, string]>([
    ['is asked for once, and said', usageOf(412), ', 412 left'],
    ['may be exactly the cost', usageOf(32), ', 32 left'],
    ['is not said of an unlimited plan', usageOf(-1), ''],
    ['is said though the features are none', usageOf(100, { 'time-series': 'no' }), ', 100 left'],
  ])('what is left %s', async (_what, usage, left) => {
    const { asked, built } = await telling(usage);
    expect(await built(line, patient)).toMatchObject({ code: 0, stderr: `${cost}${left}\n` });
    expect(asked()).toBe(1);
  });

  test('a cost over what is left is refused, and nothing is spent', async () => {
    const { service, built } = await telling(usageOf(31));
    expect(await built(line, patient)).toEqual({
      code: 5,
      stdout: '',
      stderr:
        `${cost}, 31 left\n` +
        'ratebook: the cost of 32 requests is more than the 31 left this month\n' +
        'hint: with the 31 left: ratebook series 2024-01-02 2024-02-01 -s EUR\n' +
        "hint: a month's quota at a time: ratebook archive --since 2024-01-01\n",
    });
    expect(service.requests).toEqual([]);
    expect((await built(`${line} --yes`, patient)).code).toBe(0);
  });

  test.each([
    ['series 2024-02-10 2024-03', 50, 'series 2024-02-11 2024-03-31', '2024-02-10'],
    [
      ['series', '-s', 'EUR GBP', '2024', '-o', '2024'],
      40,
      "series -s 'EUR GBP' 2024-11-22 2024-12-31 -o 2024",
      '2024-01-01',
    ],
    [
      'series --weekdays 2024-01 2024-02 --show-alternative',
      2,
      'series --weekdays 2024-02-28 2024-02-29 --show-alternative',
      '2024-01-01 --show-alternative',
    ],
    [`historical ${fortyFour}`, 40, undefined, '2024-01-10'],
    [line, 0, undefined, '2024-01-01'],
  ])('%s, of which %i fit, leads to those, and to the archive', async (line, left, shorter, since) => {
    const { service, run } = await telling(usageOf(left));
    const { code, stderr } = await run(line);
    const fitting = shorter ? `hint: with the ${left} left: ratebook ${shorter}\n` : '';
    const hints = `${fitting}hint: a month's quota at a time: ratebook archive --since ${since}\n`;
    expect([code, stderr.slice(stderr.indexOf('hint: ')), service.requests]).toEqual([5, hints, []]);
  });

  test('a plan that has no time series is spared the refused request', async () => {
    const { service, built } = await telling(pass, 'free-key');
    expect(await built(line, patient)).toMatchObject({ code: 0, stderr: `${cost}, 1,000 left\n` });
    expect(service.asked().filter((days) => days.includes('..'))).toEqual([]);
    expect(service.cost()).toBe(32);
  });

  test('a plan that has time series by now is asked for them, whatever was refused within the day', async () => {
    const fault = first(1, refusing(403, 'not_allowed', 'time-series'));
    const { service, built } = await scene(fault, { usage: usageOf(412) });
    for (const days of ['2024-01-01 2024-01-02', '2024-01-03 2024-01-04'])
      expect((await built(`series ${days}`)).code).toBe(0);
    const singles = ['2024-01-01', '2024-01-01..2024-01-02', '2024-01-02', '2024-01-03', '2024-01-04'];
    expect(service.asked().sort()).toEqual(singles);
    expect((await built('series 2024-03 2024-04', patient)).code).toBe(0);
    expect(service.asked().slice(5).sort()).toEqual(['2024-03-01..2024-03-31', '2024-04-01..2024-04-30']);
  });

  test('a key that is refused there is refused by the days themselves', async () => {
    const { built } = await telling(pass, 'invalid-key');
    expect((await built(line, patient)).code).toBe(4);
  });
});

test('a run of 31 or less, a dry run, one without a need, and one refused for its cost ask nothing about it', async () => {
  const { asked, service, built } = await telling(usageOf(0));
  expect((await built(`${line} --max-cost 31`, patient)).code).toBe(5);
  expect(service.calls()).toBe(0);
  const lines = ['series 2024-01 -s EUR', `${line} --dry-run`, 'series 2024-02-01', line, `${line} --offline`];
  for (const line of lines) expect((await built(line, patient)).code).toBe(0);
  expect(asked()).toBe(0);
});

describe('where usage.json does not answer in its shape, nothing changes', () => {
  test.concurrent.each<[string, Fault]>([
    ['nothing there', refusing(404, 'not_found')],
    ['an HTML page', answering('<html>', { 'content-type': 'text/html' })],
    ['an empty answer', answering('')],
    ['a failure', status(500)],
    ['a throttling', refusing(429, 'too_many_requests')],
    ['a list', answering([])],
    ['no data', answering({ status: 200 })],
    ['a number as text', usageOf('412')],
    ['no number', usageOf(null)],
    ['a broken number', usageOf(1.5)],
    ['an end without an answer', lost],
  ])('%s', async (_name, usage) => {
    const { asked, service, run } = await telling(usage);
    expect(await run(line)).toMatchObject({ code: 0, stderr: `${cost}\n` });
    expect([service.cost(), asked()]).toEqual([32, 1]);
  });

  test.concurrent('no answer at all within 5 seconds', async () => {
    const asked = new Latch();
    const { machine } = await telling(asked.open);
    const child = machine.start(line.split(' '), patient);
    const end = finished(child);
    await asked.opened;
    fiveSecondsLater(child);
    expect(await end).toMatchObject({ code: 0, stderr: `${cost}\n` });
  });
});
