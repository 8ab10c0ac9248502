import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { type Fault, reply, replyError, startService } from '../support/service.ts';

/** A user whose service answers `usage.json` like this. */
const userOf = async (usage: Fault) => Machine.for((await startService(undefined, undefined, usage)).url);

const answered = {
  status: 200,
  data: {
    app_id: 'abcdef0123456789',
    status: 'active',
    plan: { name: 'Forever Free', quota: '1,000 requests/month', features: { 'time-series': false } },
    usage: {
      requests: 11,
      requests_quota: 1000,
      requests_remaining: 989,
      days_elapsed: 10,
      days_remaining: 20,
      daily_average: 1,
    },
  },
};

/** `usage.json` may take its time. */
const patient = { endless: true };

/** In this process, too. */
beforeAll(() => {
  const { setTimeout } = globalThis;
  const patiently = (work: () => void, delay: number) => setTimeout(work, delay < 5_000 ? delay : 100_000);
  vi.stubGlobal('setTimeout', patiently);
});
afterAll(() => vi.unstubAllGlobals());

describe.concurrent('usage', () => {
  test('prints plan, requests used and left, and where that leads', async () => {
    const machine = await userOf((_request, response) => reply(response, 200, answered));
    expect(await machine.run(['usage'], { ...patient, now: '2024-03-10T09:00:00Z' })).toEqual({
      code: 0,
      stdout: [
        'plan               Forever Free',
        'requests used      11 of 1,000',
        'requests left      989',
        'quota resets       31 March, in 21 days',
        'projected by then  33 requests',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  test("prints the service's own data as JSON, without the key", async () => {
    const machine = await userOf((_request, response) => reply(response, 200, answered));
    const { stdout } = await machine.run(['usage', '-f', 'json'], patient);
    const { app_id: _, ...data } = answered.data;
    expect(JSON.parse(stdout)).toEqual(data);
  });

  test('takes the quota to reset with the next month where the service is silent', async () => {
    const usage = { requests: 1, requests_quota: 1000, requests_remaining: 999 };
    const machine = await userOf((_request, response) => reply(response, 200, { data: { usage } }));
    const { stdout } = await runHere(machine, ['usage'], { now: '2024-12-31T09:00:00Z' });
    expect(stdout).toMatch(/^quota resets +1 January, in 1 day$/m);
  });

  test('says that a plan is unlimited', async () => {
    const { machine } = await scene();
    const { stdout } = await machine.run(['usage'], patient);
    expect(stdout).toMatch(/^requests left +unlimited$/m);
    expect(stdout).not.toContain('begins anew');
  });

  test('without a key does not lead to --demo, which it has not', async () => {
    expect(await runHere(new Machine(), ['usage'])).toEqual({
      code: 4,
      stdout: '',
      stderr: [
        'ratebook: no app_id is set, your key for the service',
        'hint: get one at https://openexchangerates.org/signup (there is a free plan)',
        'hint: ratebook config set app_id',
        '',
      ].join('\n'),
    });
  });

  test.each([
    [-1, 1000, 11, 'unlimited'],
    [-1, -1, 11, 'unlimited'],
    [-1, 1000, 1001, '0'],
    [-42, 1000, 1042, '0'],
    [0, 1000, 1000, '0'],
  ])('takes a rest of %d, of %d with %d used, for %s', async (requests_remaining, requests_quota, requests, left) => {
    const usage = { requests, requests_quota, requests_remaining };
    const machine = await userOf((_request, response) => reply(response, 200, { data: { usage } }));
    const { stdout } = await runHere(machine, ['usage']);
    expect(stdout).toMatch(new RegExp(`^requests left +${left}$`, 'm'));
    expect(stdout).not.toContain('-');
    const run = await runHere(machine, ['series', '2024-01', '2024-02', '-s', 'EUR', '-q', '--no-store']);
    expect(run.code).toBe(left === '0' ? 5 : 0);
  });

  test.each([-3, 1.5, '11', null])('that is %j requests is none', async (requests) => {
    const usage = { requests, requests_remaining: 3 };
    const machine = await userOf((_request, response) => reply(response, 200, { data: { usage } }));
    expect(await runHere(machine, ['usage'])).toMatchObject({ code: 1, stdout: '' });
  });

  test.each([
    ['nested without end', `"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`, 1],
    ['numbers that are none', '"x":1e999', 0],
  ])('with %s is JSON, or not usage', async (_what, odd, code) => {
    const body = `{"data":{${odd},"usage":{"requests":1,"requests_remaining":3}}}`;
    const machine = await userOf((_request, response) => reply(response, 200, body));
    const run = await runHere(machine, ['usage', '-f', 'json']);
    expect(run.code).toBe(code);
    expect(run.stderr).not.toContain('fault');
    if (code === 0) expect(JSON.parse(run.stdout).x).toBe(null);
  });

  test('of a plan with an endless name fits the terminal', async () => {
    const data = { plan: { name: 'x'.repeat(100_000) }, usage: { requests: 1, requests_remaining: 3 } };
    const machine = await userOf((_request, response) => reply(response, 200, { data }));
    expect((await runHere(machine, ['usage'])).stdout).toMatch(/^plan +x{60}$/m);
  });

  test('is asked once, and a failure is told', async () => {
    let asked = 0;
    const machine = await userOf((_request, response) => {
      asked++;
      reply(response, 500, 'oops');
    });
    const { code, stderr } = await machine.run(['usage'], patient);
    expect([code, asked]).toEqual([1, 1]);
    expect(stderr).toMatch(/^ratebook: cannot get the usage from 127\.0\.0\.1:\d+: /);
  });

  test('of a key that is refused ends with 4', async () => {
    const machine = await userOf((_request, response) => replyError(response, 401, 'invalid_app_id'));
    expect((await machine.run(['usage'], patient)).code).toBe(4);
  });
});
