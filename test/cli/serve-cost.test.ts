import { describe, expect, test } from 'vitest';
import { expectError } from '../server/http/ask.ts';
import { later, pass } from '../support/faults.ts';
import { Machine } from '../support/ratebook.ts';
import { runOn } from '../support/scene.ts';
import { Serving, servingScene } from '../support/serving.ts';

const statuses = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))];
const enterprise = { key: 'enterprise' };

describe('a day is paid for once', () => {
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
    const { service, stored, serving } = await servingScene(pass, { now: `${today}T12:00:00Z` });
    const answers = await Promise.all([serving.get('/latest.json'), serving.day(today)]);
    answers.push(await serving.get('/latest.json?base=EUR'), await serving.days(today, today));
    expect([statuses(answers), service.asked(), stored.days()]).toEqual([[200], [today], []]);
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

test.each([
  ['--max-cost', { args: '--max-cost 10' }],
  ['without it, confirm_above', { env: { RATEBOOK_CONFIRM_ABOVE: '10' } }],
])(
  '%s bounds what is spent in a UTC day: what is over it is refused whole, stored days are answered',
  async (_, given) => {
    const { service, serving } = await servingScene(pass, { ...enterprise, ...given });
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
  },
);

test('ratebook behind serve has the CSV that it has directly, at the same cost, with time series', async () => {
  const { service, serving } = await servingScene(pass, { key: 'free' });
  const through = runOn(Machine.for(serving.url, 'whatever'), () => undefined);
  const directly = runOn(Machine.for(service.url, 'free-of-another'), () => undefined);
  for (const line of [
    'series 2024-01',
    'series 2024-01-15 2024-02-15 -b EUR -s GBP,JPY,BTC --wide',
    'historical 2024-02-29 2024-01-31 --show-alternative',
    'series 2024-02 --no-store',
  ]) {
    const { code, stdout, stderr } = await through(line);
    expect([code, stderr.includes('no time series')]).toEqual([0, false]);
    expect(stdout).toBe((await directly(line)).stdout);
    expect(stdout.length).toBeGreaterThan(100);
  }
  expect(await serving.spent()).toBe(31 + 29 + 2);
  expect(serving.log().filter((line) => / GET \/api\/time-series/.test(line))).toHaveLength(3);
});
