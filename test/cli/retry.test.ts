import { describe, expect, test } from 'vitest';
import { answering, cutOff, first, pass, reset, silent, status } from '../support/faults.ts';
import { Latch } from '../support/latch.ts';
import { appId, finished, type Result, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault, TestService } from '../support/service.ts';

const month = 'series 2024-01 -s EUR --no-store';
const day = 'historical 2024-01-17 -s EUR --no-store';
const html = { 'content-type': 'text/html' };
const half = '{"base":"USD","rates":{"EUR":';

/** Milliseconds between the first two requests. */
const waited = ({ requests: [one, other] }: TestService): number => (other?.at ?? 0) - (one?.at ?? 0);

/** Has at least so many requests under way, as long as there are so many of `all`: each answer waits until the others have come. */
function gathering(count: number, all: number, answer = pass): Fault {
  const waiting: (() => void)[] = [];
  let left = all;
  return (request, response, pass) => {
    waiting.push(() => answer(request, response, pass));
    left--;
    // one that is too many has its chance to come
    setTimeout(() => {
      while (waiting.length >= count || (left === 0 && waiting.length > 0)) waiting.shift()?.();
    }, 20);
  };
}

describe.concurrent('what another try may mend is tried again, at least a second later', () => {
  const cost = '31 days: 0 stored, 31 to fetch, cost 31 requests\n';
  const spent = 'cost 31 to 62 requests (one response of 31 days was lost)\n';

  test.each<[what: string, fault: Fault, lost: boolean]>([
    ['an error page of 503', status(503, '<html>busy</html>'), false],
    ['a gateway that lost the answer (502)', status(502, '<html>'), true],
    ['a time-out of the service (408)', status(408), false],
    ['a connection that is reset', reset, true],
    ['a body that is cut off', cutOff(half), true],
    ['an HTML page with status 200', answering('<!doctype html>', html), true],
  ])('%s', async (_what, fault, lost) => {
    const { service, run } = await scene(first(1, fault));
    isMended(await run(month), service, lost);
  });

  test('an answer that does not come in time', async () => {
    const { service, machine } = await scene(first(1, silent));
    const child = machine.start(month.split(' '), { endless: true, env: { RATEBOOK_TIMEOUT: '5' } });
    const end = finished(child);
    await service.came(1);
    child.kill('SIGUSR2');
    isMended(await end, service, true);
  });

  function isMended({ code, stdout, stderr }: Result, service: TestService, lost: boolean): void {
    expect([code, stdout.split('\n').length]).toEqual([0, 1 + 31 + 1]);
    expect(stderr.startsWith(cost)).toBe(true);
    expect([stderr.endsWith(spent), stderr.includes('lost')], stderr).toEqual([lost, lost]);
    expect(service.asked()).toEqual(['2024-01-01..2024-01-31', '2024-01-01..2024-01-31']);
    expect(waited(service)).toBeGreaterThanOrEqual(995);
  }
});

describe.concurrent('what no try mends', () => {
  test('is tried five times, with growing waits, and then told; an output file stays as it was', async () => {
    const { service, machine, run } = await scene(status(500, `<html>${appId}</html>`));
    machine.write('rates.csv', 'before');
    const { code, stdout, stderr } = await run(`${day} --debug -o ~/rates.csv`);
    const at = service.requests.map((request) => request.at);
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toHaveLength(4);
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** index - 5);
    expect(stderr).toMatch(/^ratebook: request to 127\.0\.0\.1:\d+ failed after 5 tries: status 500$/m);
    expect(stderr).not.toContain(appId);
    expect([code, stdout, machine.read('rates.csv'), machine.files()]).toEqual([1, '', 'before', ['rates.csv']]);
  });

  test.each([
    ['an answer', 1],
    ['a request that was lost', 0],
  ])('after %s it is tried as long as ever, though no connection comes about', async (_what, answers) => {
    const { service, machine } = await scene(({ number }, _response, pass) =>
      number <= answers ? pass() : void service.close(),
    );
    const days = ['historical', '2024-01-17', '2024-01-18', '--no-store', '--debug', '--concurrency', '1'];
    const child = machine.start(days);
    const end = finished(child);
    await said(child, 'stderr', /try 3: the connection was refused, .* retrying in/);
    child.kill('SIGINT');
    expect((await end).stderr).not.toContain('cannot be reached');
  });
});

test.concurrent.each<[what: string, fault: Fault, most: number, code: number]>([
  ['a try that could pass it is not sent', reset, 61, 5],
  ['a try may just reach it', reset, 62, 0],
  ['failures that cost nothing are none', status(500), 31, 0],
])('lost answers count against --max-cost: %s', async (_what, fault, most, code) => {
  const { service, run } = await scene(first(1, fault));
  const result = await run(`${month} --max-cost ${most}`);
  expect([result.code, service.requests.length]).toEqual([code, code === 0 ? 2 : 1]);
  if (code === 0) return;
  expect(result.stderr).toMatch(/^ratebook: .*the connection .*a retry could push the cost over --max-cost 61$/m);
  expect(result.stderr).toContain('cost 0 to 31 requests (one response of 31 days was lost)\n');
});

describe.concurrent('throttling', () => {
  const throttle = (retryAfter?: string, message = 'too_many_requests') =>
    status(429, { error: true, message }, retryAfter ? { 'retry-after': retryAfter } : {});
  const until = (ahead: number) => new Date(Date.now() + ahead).toUTCString();

  test.each<[how: string, fault: Fault, least: number]>([
    ['without a Retry-After', throttle(), 1000],
    ['with one in seconds', throttle('2'), 2000],
    ['with one as a date', (...given) => throttle(until(4000))(...given), 2000],
    ['with a Retry-After, by another status', status(503, '', { 'retry-after': '3' }), 3000],
  ])('%s is waited out', async (_how, fault, least) => {
    const { service, run } = await scene(first(1, fault));
    expect((await run(day)).code).toBe(0);
    expect(service.requests).toHaveLength(2);
    expect(waited(service)).toBeGreaterThanOrEqual(least - 5);
  });

  test.each([
    ['seconds', '301'],
    ['a date', until(3_600_000)],
  ])('over five minutes (%s) ends the run at once, and says until when', async (_how, header) => {
    const { service, machine, run } = await scene(throttle(header));
    machine.write('rates.csv', 'before');
    const { code, stderr } = await run(`${day} -o ~/rates.csv`);
    expect(stderr).toMatch(/^ratebook: 127\.0\.0\.1:\d+ asks to wait until \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/m);
    expect(stderr).not.toContain('retrying in');
    expect([code, service.requests.length, machine.read('rates.csv')]).toEqual([1, 1, 'before']);
  });
});

test('at most so many requests are under way, also day by day, and where all fail at first', async () => {
  const days = gathering(16, 62, (request, ...rest) => (request.number < 33 ? status(500) : pass)(request, ...rest));
  const fault: Fault = (request, ...rest) => (request.query.start ? pass : days)(request, ...rest);
  const { service, built } = await scene(fault, { key: 'free-key-of-a-test' });
  const { code, stderr } = await built('series 2024-01 --concurrency 16 --no-store');
  expect([code, service.mostAtOnce()]).toEqual([0, 16]);
  expect(stderr).not.toContain('Warning');
});

test('a run goes on where usage.json does not answer within 5 seconds', async () => {
  const asked = new Latch();
  const { machine } = await scene(pass, { usage: asked.open });
  const child = machine.start('series 2024-01-01 2024-02-01 -s EUR'.split(' '), { endless: true });
  const end = finished(child);
  await asked.opened;
  child.kill('SIGUSR2');
  expect(await end).toMatchObject({ code: 0, stderr: '32 days: 0 stored, 32 to fetch, cost 32 requests\n' });
});
