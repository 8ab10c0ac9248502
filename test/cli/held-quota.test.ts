import { describe, expect, test } from 'vitest';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { runHere } from '../support/here.ts';
import { Latch } from '../support/latch.ts';
import { finished, fiveSecondsLater, Machine } from '../support/ratebook.ts';
import { type Fault, first, reply, replyError, startService } from '../support/service.ts';

const pass: Fault = (_request, _response, pass) => pass();

/** A service whose `usage.json` answers like this. */
async function sceneWith(usage: Fault, key?: string) {
  const service = await startService(pass, createDemoHandler(Date.now), usage);
  return { service, machine: Machine.for(service.url, key) };
}

const usageOf = (remaining: unknown, features: unknown = { base: true, symbols: true, 'time-series': true }) => ({
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
const saying =
  (body: unknown): Fault =>
  (_request, response) =>
    reply(response, 200, body);

const dear = ['series', '2024-01-01', '2024-02-01', '-s', 'EUR'];
const days = Array.from({ length: 44 }, (_, at) => `2024-0${1 + (at % 4)}-${10 + (at >> 2)}`);
const cheap = ['series', '2024-01', '-s', 'EUR'];

/** `usage.json` may take its time. */
const patient = { endless: true };

describe('before a run that costs more than 31', () => {
  test('what is left is asked for once, and said', async () => {
    const { service, machine } = await sceneWith(saying(usageOf(412)));
    const { code, stderr } = await machine.run(dear, patient);
    expect(stderr).toBe('32 days: 0 held, 32 to fetch, cost 32 requests, 412 left\n');
    expect(code).toBe(0);
    expect(service.calls() - service.requests.length).toBe(1);
  });

  test('a cost over what is left is refused, and nothing is spent', async () => {
    const { service, machine } = await sceneWith(saying(usageOf(31)));
    const { code, stderr, stdout } = await machine.run(dear, patient);
    expect(stderr).toBe(
      [
        '32 days: 0 held, 32 to fetch, cost 32 requests, 31 left',
        'ratebook: the cost of 32 requests is more than the 31 left this month',
        'hint: with the 31 left: ratebook series 2024-01-02 2024-02-01 -s EUR',
        "hint: a month's quota at a time: ratebook archive --since 2024-01-01",
        '',
      ].join('\n'),
    );
    expect({ code, stdout, requests: service.requests.length }).toEqual({ code: 5, stdout: '', requests: 0 });
    expect((await machine.run([...dear, '--yes'], patient)).code).toBe(0);
  });

  test.each([
    [['series', '2024-02-10', '2024-03'], 50, 'series 2024-02-11 2024-03-31', '2024-02-10'],
    [
      ['series', '-s', 'EUR GBP', '2024', '-o', '2024'],
      40,
      "series -s 'EUR GBP' 2024-11-22 2024-12-31 -o 2024",
      '2024-01-01',
    ],
    [
      ['series', '--weekdays', '2024-01', '2024-02', '--show-alternative'],
      2,
      'series --weekdays 2024-02-28 2024-02-29 --show-alternative',
      '2024-01-01 --show-alternative',
    ],
    [['historical', ...days], 40, undefined, '2024-01-10'],
    [dear, 0, undefined, '2024-01-01'],
  ])('%j of which %i fit leads to those, and to the archive', async (words, left, shorter, since) => {
    const { service, machine } = await sceneWith(saying(usageOf(left)));
    const { stderr, code } = await runHere(machine, words);
    const hints = [
      ...(shorter ? [`with the ${left} left: ratebook ${shorter}`] : []),
      `a month's quota at a time: ratebook archive --since ${since}`,
    ];
    const told = hints.map((hint) => `hint: ${hint}\n`).join('');
    expect(stderr.slice(stderr.indexOf('hint: '))).toBe(told);
    expect({ code, requests: service.requests }).toEqual({ code: 5, requests: [] });
  });

  test('a cost of exactly what is left is none over it', async () => {
    const { machine } = await sceneWith(saying(usageOf(32)));
    expect((await machine.run(dear, patient)).code).toBe(0);
  });

  test('an unlimited plan says nothing of what is left', async () => {
    const { machine } = await sceneWith(saying(usageOf(-1)));
    expect((await machine.run(dear, patient)).stderr).toBe('32 days: 0 held, 32 to fetch, cost 32 requests\n');
  });

  test('a plan that has no time series is spared the refused request', async () => {
    const { service, machine } = await sceneWith(pass, 'free-key');
    const { code, stderr } = await machine.run(dear, patient);
    expect(code).toBe(0);
    expect(stderr).toBe('32 days: 0 held, 32 to fetch, cost 32 requests, 1,000 left\n');
    expect(service.requests.filter(({ path }) => path === '/time-series.json')).toEqual([]);
    expect(service.cost()).toBe(32);
  });

  test('a plan that has time series by now is asked for them, whatever was refused within the day', async () => {
    const service = await startService(
      first(1, (_request, response) => replyError(response, 403, 'not_allowed', 'time-series')),
      createDemoHandler(Date.now),
      saying(usageOf(412)),
    );
    const machine = Machine.for(service.url);
    expect((await machine.run(['series', '2024-01-01', '2024-01-02'])).code).toBe(0);
    expect((await machine.run(['series', '2024-01-03', '2024-01-04'])).code).toBe(0);
    expect(service.asked().sort()).toEqual([
      '2024-01-01',
      '2024-01-01..2024-01-02',
      '2024-01-02',
      '2024-01-03',
      '2024-01-04',
    ]);
    expect((await machine.run(['series', '2024-03', '2024-04'], patient)).code).toBe(0);
    expect(service.asked().slice(5).sort()).toEqual(['2024-03-01..2024-03-31', '2024-04-01..2024-04-30']);
  });

  test('a key that is refused there is refused by the days themselves', async () => {
    const { machine } = await sceneWith(pass, 'invalid-key');
    expect((await machine.run(dear, patient)).code).toBe(4);
  });
});

test('a run of 31 or less, a dry run, and one without a need ask nothing about it', async () => {
  const { service, machine } = await sceneWith(saying(usageOf(0)));
  expect((await machine.run(cheap, patient)).code).toBe(0);
  expect((await machine.run([...dear, '--dry-run'], patient)).code).toBe(0);
  await machine.run(['series', '2024-02-01', '2024-02-01']);
  expect((await machine.run(dear, patient)).code).toBe(0);
  expect((await machine.run([...dear, '--offline'], patient)).code).toBe(0);
  expect(service.calls()).toBe(service.requests.length);
});

test('a refusal for cost comes before the question', async () => {
  const { service, machine } = await sceneWith(saying(usageOf(412)));
  expect((await machine.run([...dear, '--max-cost', '31'], patient)).code).toBe(5);
  expect(service.calls()).toBe(0);
});

describe('where usage.json does not answer in its shape, nothing changes', () => {
  const others: readonly [string, Fault][] = [
    ['nothing there', (_request, response) => replyError(response, 404, 'not_found')],
    ['an HTML page', (_request, response) => reply(response, 200, '<html>', { 'content-type': 'text/html' })],
    ['an empty answer', saying('')],
    ['a failure', (_request, response) => reply(response, 500, '')],
    ['a throttling', (_request, response) => replyError(response, 429, 'too_many_requests')],
    ['a list', saying([])],
    ['no data', saying({ status: 200 })],
    ['a number as text', saying(usageOf('412'))],
    ['no number', saying(usageOf(null))],
    ['a broken number', saying(usageOf(1.5))],
    ['an end without an answer', (_request, response) => response.destroy()],
  ];

  test.concurrent.each(others)('%s', async (_name, usage) => {
    const { service, machine } = await sceneWith(usage);
    const { code, stderr } = await machine.run(dear, patient);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '32 days: 0 held, 32 to fetch, cost 32 requests\n' });
    expect(service.cost()).toBe(32);
    expect(service.calls() - service.requests.length).toBe(1);
  });

  test.concurrent('no answer at all within 5 seconds', async () => {
    const asked = new Latch();
    const { machine } = await sceneWith(asked.open);
    const child = machine.start(dear, { endless: true });
    const end = finished(child);
    await asked.opened;
    fiveSecondsLater(child);
    const { code, stderr } = await end;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '32 days: 0 held, 32 to fetch, cost 32 requests\n' });
  });

  test('features that are none', async () => {
    const { machine } = await sceneWith(saying(usageOf(100, { 'time-series': 'no' })));
    expect((await machine.run(dear, patient)).stderr).toMatch(/100 left\n$/);
  });
});
