import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { expectError } from '../server/api/conformance-errors.ts';
import { HeldFiles } from '../support/held-files.ts';
import { behind, Latch } from '../support/latch.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { type Fault, replyError, startService, type TestService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

/** Answers in a later turn, so that requests meet. */
const later: Fault = (_request, _response, pass) => setImmediate(pass);
const daysOf = (first: string, last: string) => [...eachDay(first as Day, last as Day)];
const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

/** Resolves when what has been asked for before has met at the service, or is about to. */
async function metBy(serving: Serving, service: TestService): Promise<void> {
  await service.came(1);
  await serving.get('/currencies.json');
}

describe('a day is paid for once', () => {
  test('by twenty clients at once that want the same month, on a free key', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch), { key: 'free' });
    const serving = await Serving.start(machine);
    const asking = Promise.all(Array.from({ length: 20 }, () => serving.days('2024-01-01', '2024-01-31')));
    await metBy(serving, service);
    latch.open();
    const answers = await asking;
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(service.cost()).toBe(31);
    expect(await serving.spent()).toBe(31);
  });

  test('by ranges that overlap, and single days within them', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch), { key: 'enterprise' });
    const serving = await Serving.start(machine);
    const asking = Promise.all([
      serving.days('2024-01-10', '2024-01-20'),
      serving.days('2024-01-15', '2024-02-05'),
      serving.day('2024-01-12'),
      serving.days('2024-01-05', '2024-01-25'),
      serving.day('2024-02-05'),
    ]);
    await metBy(serving, service);
    latch.open();
    const answers = await asking;
    expect(statuses(answers)).toEqual([200]);
    expect(service.cost()).toBe(daysOf('2024-01-05', '2024-02-05').length);
  });

  test('by two servers on one store, and a series run beside them', async () => {
    const { service, machine } = await scene(later, { key: 'enterprise' });
    const servings = await Promise.all([Serving.start(machine), Serving.start(machine)]);
    const [run, ...answers] = await Promise.all([
      machine.run(['series', '2024-01', '-s', 'EUR']),
      ...servings.flatMap((serving) => [
        serving.days('2024-01-01', '2024-01-31'),
        serving.days('2024-01-10', '2024-01-20'),
      ]),
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect(statuses(answers)).toEqual([200]);
    expect(service.cost()).toBe(31);
  });

  test('and again by nobody: what is held is asked for no more, by a server started later too', async () => {
    const { service, machine } = await scene(undefined, { key: 'enterprise' });
    const first = await Serving.start(machine);
    const fetched = await first.days('2024-01-01', '2024-01-31');
    await first.stop();
    const second = await Serving.start(machine);
    expect((await second.days('2024-01-01', '2024-01-31')).text).toBe(fetched.text);
    expect(service.cost()).toBe(31);
    expect(await second.spent()).toBe(0);
  });

  test('the days of one month asked for one by one, all at once, do not wait for one another', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch), { key: 'free' });
    const serving = await Serving.start(machine, ['--concurrency', '8']);
    const asking = Promise.all(daysOf('2024-01-01', '2024-01-31').map((day) => serving.day(day)));
    await service.came(8);
    latch.open();
    const answers = await asking;
    expect(statuses(answers)).toEqual([200]);
    expect(service.cost()).toBe(31);
    expect(service.mostAtOnce()).toBe(8);
  });

  test('the running day within a minute, by every way of asking', async () => {
    const now = '2026-11-20T12:00:00Z';
    const service = await startService(
      undefined,
      createDemoHandler(() => Date.parse(now)),
    );
    const machine = Machine.for(service.url);
    const serving = await Serving.start(machine, [], { now });
    const today = '2026-11-20';
    const answers = await Promise.all([serving.get('/latest.json'), serving.day(today)]);
    answers.push(await serving.get('/latest.json?base=EUR'), await serving.days(today, today));
    expect(statuses(answers)).toEqual([200]);
    expect(service.asked()).toEqual([today]);
    expect(new HeldFiles(machine, service.url).days()).toEqual([]);
  });

  test('with and without the alternative currencies, which are other days', async () => {
    const { service, machine } = await scene();
    const serving = await Serving.start(machine);
    const day = '/historical/2024-01-17.json?symbols=EUR,DOGE';
    for (let time = 0; time < 2; time++) {
      expect(Object.keys((await serving.get(day)).json.rates)).toEqual(['EUR']);
      expect(Object.keys((await serving.get(`${day}&show_alternative=1`)).json.rates)).toEqual(['DOGE', 'EUR']);
    }
    expect(service.cost()).toBe(2);
  });
});

describe('--max-cost bounds what is spent in a UTC day', () => {
  test('a request for more than is left is refused whole, and held days are answered all the same', async () => {
    const { service, machine } = await scene(undefined, { key: 'enterprise' });
    const serving = await Serving.start(machine, ['--max-cost', '10']);
    expectError(await serving.days('2024-01-01', '2024-01-11'), 429, 'access_restricted');
    expect(service.calls()).toBe(0);
    expect((await serving.days('2024-01-01', '2024-01-10')).status).toBe(200);
    expectError(await serving.day('2024-01-11'), 429, 'access_restricted');
    expect((await serving.days('2024-01-01', '2024-01-10')).status).toBe(200);
    expectError(await serving.days('2024-01-01', '2024-01-11'), 429, 'access_restricted');
    const { plan, usage } = (await serving.get('/usage.json')).json.data;
    expect(plan.quota).toBe('10 requests/day');
    expect(usage).toMatchObject({ requests: 10, requests_quota: 10, requests_remaining: 0 });
    expect(service.cost()).toBe(10);
  });

  test('what is under way counts', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch), { key: 'enterprise' });
    const serving = await Serving.start(machine, ['--max-cost', '10']);
    const first = serving.days('2024-01-01', '2024-01-08');
    await service.came(1);
    expectError(await serving.days('2024-02-01', '2024-02-03'), 429, 'access_restricted');
    latch.open();
    expect((await serving.days('2024-03-01', '2024-03-02')).status).toBe(200);
    expect((await first).status).toBe(200);
    expect(service.cost()).toBe(10);
  });

  test.concurrent('answers that were lost count', async () => {
    const { service, machine } = await scene((_request, response) => response.destroy());
    const serving = await Serving.start(machine, ['--max-cost', '3']);
    expectError(await serving.day('2024-01-01'), 503, 'unavailable');
    expect(await serving.spent()).toBe(2);
    expectError(await serving.day('2024-01-02'), 429, 'access_restricted');
    expect(await serving.spent()).toBe(3);
    expectError(await serving.day('2024-01-03'), 429, 'access_restricted');
    expect(service.requests).toHaveLength(3);
  });

  test('a day that the service does not have costs nothing', async () => {
    const { machine } = await scene((_request, response) => replyError(response, 400, 'not_available'));
    const serving = await Serving.start(machine, ['--max-cost', '3']);
    for (const day of daysOf('2024-01-01', '2024-01-06')) expectError(await serving.day(day), 400, 'not_available');
    expectError(await serving.days('2024-02-01', '2024-02-03'), 400, 'not_available');
    expect(await serving.spent()).toBe(0);
  });

  test.concurrent('the next UTC day begins anew', async () => {
    const now = () => Date.parse('2026-11-20T23:59:00Z');
    const { url } = await startService(undefined, createDemoHandler(now));
    const serving = await Serving.start(Machine.for(url), ['--max-cost', '1'], {
      now: '2026-11-20T23:59:56Z',
    });
    expect((await serving.day('2024-01-01')).status).toBe(200);
    const refused = await serving.day('2024-01-02');
    expectError(refused, 429, 'access_restricted');
    expect(refused.json.description).toMatch(/^Access restricted until 2026-11-21 /);
    serving.later();
    while ((await serving.spent()) > 0);
    expect((await serving.day('2024-01-02')).status).toBe(200);
    expectError(await serving.day('2024-01-03'), 429, 'access_restricted');
  });

  test('without it, confirm_above', async () => {
    const { machine } = await scene(undefined, { key: 'enterprise' });
    const serving = await Serving.start(machine, [], { env: { RATEBOOK_CONFIRM_ABOVE: '30' } });
    expectError(await serving.days('2024-01-01', '2024-01-31'), 429, 'access_restricted');
    expect((await serving.days('2024-01-01', '2024-01-30')).status).toBe(200);
  });

  test('whatever comes at once, of a service that loses, refuses and throttles', async () => {
    let charged = 0;
    const tried = new Set<string>();
    const { machine } = await scene(
      ({ path, query: { start, end = '' } }, response, pass) => {
        const [cost, first] = start ? [daysOf(start, end).length, start] : [1, path.slice(12, 22)];
        // the first try of every third day is refused, of every other third lost
        const fate = tried.has(first) ? 2 : Number(first.slice(-2)) % 3;
        tried.add(first);
        if (fate === 0) return response.writeHead(503).end();
        charged += cost;
        if (fate === 1) return response.destroy();
        return pass();
      },
      { key: 'enterprise' },
    );
    const serving = await Serving.start(machine, ['--max-cost', '40', '--concurrency', '16']);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const month = `2023-${String((at % 12) + 1).padStart(2, '0')}`;
        return at % 3 === 0
          ? serving.days(`${month}-${10 + (at % 7)}`, `${month}-${18 + (at % 5)}`)
          : serving.day(`${month}-${String((at % 28) + 1).padStart(2, '0')}`);
      }),
    );
    for (const { status } of answers) expect([200, 429, 503]).toContain(status);
    expect(statuses(answers)).toContain(429);
    expect(charged).toBeLessThanOrEqual(40);
    // as much was allowed at first, and all of that has been tried again
    expect(charged).toBeGreaterThan(20);
    expect(await serving.spent()).toBeGreaterThanOrEqual(charged);
    expect(await serving.spent()).toBeLessThanOrEqual(40);
  });
});
