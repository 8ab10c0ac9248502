import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Connection } from '../../src/sources/connection.ts';
import { machineOf, rowsOn, weekdays } from './weekdays.ts';

const now = '2024-02-10T12:00:00Z';
const machine = () => machineOf(weekdays, now);

/** Counts the days that are asked for. */
function counted() {
  const asked = vi.fn();
  const open = async (...given: Parameters<typeof weekdays.open>): Promise<Connection> => {
    const connection = await weekdays.open(...given);
    return {
      ...connection,
      begin: (errand) => {
        const fetch = connection.begin(errand);
        return (request, came) => {
          asked(`${request.run.first} ${request.run.length}`);
          return fetch(request, came);
        };
      },
    };
  };
  return { asked, machine: machineOf({ ...weekdays, open }, now) };
}

test('its days are relative to what it publishes them in, unless another base is asked for', async () => {
  const { answer } = machine();
  const [day, friday] = ['2024-01-05', ['historical', '2024-01-05']];
  expect(await answer(...friday)).toBe(rowsOn(day, 'EUR,EUR,1', 'EUR,JPY,500', 'EUR,USD,5'));
  expect(await answer(...friday, '-b', 'USD')).toBe(rowsOn(day, 'USD,EUR,0.2', 'USD,JPY,100', 'USD,USD,1'));
  expect(await answer(...friday, '-b', 'USD', '--invert')).toContain('2024-01-05,EUR,USD,5\n2024-01-05,JPY,USD,0.01\n');
});

test('a range is had without a question or a cost, and its weekends are no gaps', async () => {
  const { asked, machine } = counted();
  const series = ['series', '2024-01-01', '2024-01-14', '-b', 'USD', '-s', 'EUR'];
  const rates = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].map((day) => [`${day}`.padStart(2, '0'), 1 / day] as const);
  const lines = rates.map(([day, rate]) => `2024-01-${day},USD,EUR,${Number(rate.toPrecision(10))}\n`);
  for (const more of [[], [], ['--no-store'], ['--refresh'], ['--offline']])
    expect(await machine.answer(...series, ...more)).toBe(['date,base,quote,rate\n', ...lines].join(''));
  expect(asked.mock.calls.flat()).toEqual(Array(3).fill('2024-01-01 10'));
});

test('of years nothing is confirmed, and what they cost is nothing', async () => {
  const { asked, machine } = counted();
  const years = ['series', '2019', '2023', '-s', 'USD'];
  const plan = JSON.parse((await machine.run(...years, '--dry-run', '-f', 'json')).stdout);
  expect(plan).toMatchObject({ days: 1826, held: 0, fetch: 1304, cost: 0 });
  expect(plan.requests).toHaveLength(1);
  expect((await machine.answer(...years)).split('\n')).toHaveLength(1 + 1304 + 1);
  expect(asked.mock.calls.flat()).toEqual(['2019-01-01 1304']);
});

test('a day on which nothing is published is said to be one', async () => {
  const { asked, machine } = counted();
  expect(await machine.run('historical', '2024-01-06')).toEqual({
    code: 3,
    stdout: 'date,base,quote,rate\n',
    stderr:
      'ratebook: no rates are published on 2024-01-06, a Saturday\nhint: the last day with rates before it: 2024-01-05\n',
  });
  expect(asked).not.toHaveBeenCalled();
});

test('the newest rates are those of the last day that was published, asked for once', async () => {
  const { asked, machine } = counted();
  for (let time = 0; time < 2; time++) expect(await machine.answer('latest', '-f', 'value', '-s', 'USD')).toBe('9\n');
  expect(asked.mock.calls.flat()).toEqual(['2024-01-29 10']);
});

test.each(['--raw', '--show-alternative'])('%s, which it does not have, is refused', async (option) =>
  expect(await machine().run('historical', '2024-01-05', option)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `ratebook: ${option} means nothing to the Weekdays\nhint: leave ${option} out, or: --source oxr\n`,
  }),
);

test('amounts are converted by way of it, on a day and at a mean', async () => {
  const on = ['--on', '2024-01-05'];
  const converted = async (...words: readonly string[]) => (await machine().run('convert', ...words)).stdout;
  expect(await converted('10', 'EUR', 'USD', ...on)).toBe(
    '10.00 EUR = 50.00 USD\n1 EUR = 5 USD, 1 USD = 0.2 EUR (derived)\n2024-01-05, Friday, Weekdays\n',
  );
  expect(await converted('10', 'USD', 'JPY', ...on)).toMatch(/^10\.00 USD = 1,000 JPY\n1 USD = 100 JPY \(derived\)/);
  expect(await converted('10', 'USD', 'EUR', ...on, '-f', 'value')).toBe('2.00\n');
  // the 1st, 2nd, 5th to 9th
  const mean = ['--on', '2024-02-10', '--rate', 'month-mean', '-f', 'value'];
  expect(Number(await converted('7', 'EUR', 'USD', ...mean))).toBe(1 + 2 + 5 + 6 + 7 + 8 + 9);
});

test('its days are held in its own folder, and told with those of others', async () => {
  const home = machine();
  await home.run('series', '2024-01-01', '2024-01-14');
  const folder = join(home.home, '.local/share/ratebook/weekdays.example/historical');
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(10);
  expect((await home.run('store', 'info')).stdout).toMatch(
    /^weekdays\.example\/historical\n {2}10 days, 2024-01-01 to 2024-01-12, 0 holes, \d+ kB\n/,
  );
  expect((await home.run('store', 'verify')).stdout).toBe('10 days read, none damaged\n');
  const archived = join(home.home, 'out');
  await home.run('archive', '--since', '2024-01-03', '--to', archived);
  expect(existsSync(join(archived, '2024-01-03.csv'))).toBe(true);
});
