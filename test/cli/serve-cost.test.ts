import { describe, expect, test } from 'vitest';
import { expectError } from '../server/api/conformance-errors.ts';
import { lacking, later, pass } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { Serving, servingScene } from '../support/serving.ts';

const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
const enterprise = { key: 'enterprise' };

describe('a day is paid for once', () => {
  test('by twenty clients at once that want the same month, on a free key', async () => {
    const latch = new Latch();
    const { service, serving } = await servingScene(behind(latch), { key: 'free' });
    const asking = Promise.all(Array.from({ length: 20 }, () => serving.days('2024-01-01', '2024-01-31')));
    // what has been asked for before has met at the service then, or is about to
    await service.came(1);
    await serving.get('/currencies.json');
    latch.open();
    const answers = await asking;
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([service.cost(), await serving.spent()]).toEqual([31, 31]);
  });

  test('by two servers on one store, and a series run beside them', async () => {
    const { service, machine, built, serving } = await servingScene(later, enterprise);
    const servings = [serving, await Serving.start(machine)];
    const [run, ...answers] = await Promise.all([
      built('series 2024-01 -s EUR'),
      ...servings.flatMap((one) => [one.days('2024-01-01', '2024-01-31'), one.days('2024-01-10', '2024-01-20')]),
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect([statuses(answers), service.cost()]).toEqual([[200], 31]);
  });
  test('the running day within a minute, by every way of asking', async () => {
    const today = '2026-11-20';
    const { service, held, serving } = await servingScene(pass, { now: `${today}T12:00:00Z` });
    const answers = await Promise.all([serving.get('/latest.json'), serving.day(today)]);
    answers.push(await serving.get('/latest.json?base=EUR'), await serving.days(today, today));
    expect([statuses(answers), service.asked(), held.days()]).toEqual([[200], [today], []]);
  });

  test('with and without the alternative currencies, which are other days', async () => {
    const { service, serving } = await servingScene();
    const day = '/historical/2024-01-17.json?symbols=EUR,DOGE';
    const codes = async (target: string) => Object.keys((await serving.get(target)).json.rates);
    for (let time = 0; time < 2; time++) {
      expect(await codes(day)).toEqual(['EUR']);
      expect(await codes(`${day}&show_alternative=1`)).toEqual(['DOGE', 'EUR']);
    }
    expect(service.cost()).toBe(2);
  });
});

describe('--max-cost bounds what is spent in a UTC day', () => {
  test('a request for more than is left is refused whole, and held days are answered all the same', async () => {
    const { service, serving } = await servingScene(pass, { ...enterprise, args: '--max-cost 10' });
    expectError(await serving.days('2024-01-01', '2024-01-11'), 429, 'access_restricted');
    expect(service.calls()).toBe(0);
    for (let time = 0; time < 2; time++) {
      expect((await serving.days('2024-01-01', '2024-01-10')).status).toBe(200);
      expectError(await serving.day('2024-01-11'), 429, 'access_restricted');
    }
    const { plan, usage } = (await serving.get('/usage.json')).json.data;
    expect(plan.quota).toBe('10 requests/day');
    expect(usage).toMatchObject({ requests: 10, requests_quota: 10, requests_remaining: 0 });
    expect(service.cost()).toBe(10);
  });

  test('a day that the service does not have costs nothing', async () => {
    const days = [1, 2, 3, 4, 5, 6].map((day) => `2024-01-0${day}`);
    const { serving } = await servingScene(lacking(...days), { args: '--max-cost 3' });
    for (const day of days) expectError(await serving.day(day), 400, 'not_available');
    expectError(await serving.days('2024-01-01', '2024-01-03'), 400, 'not_available');
    expect(await serving.spent()).toBe(0);
  });

  test('without it, confirm_above', async () => {
    const { serving } = await servingScene(pass, { ...enterprise, env: { RATEBOOK_CONFIRM_ABOVE: '30' } });
    expectError(await serving.days('2024-01-01', '2024-01-31'), 429, 'access_restricted');
    expect((await serving.days('2024-01-01', '2024-01-30')).status).toBe(200);
  });
});
