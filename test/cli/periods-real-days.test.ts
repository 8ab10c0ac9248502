import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { daysInWords } from '../../src/calendar/runs.ts';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoServed } from '../../src/server/demo/demo.ts';
import { runHere } from '../support/here.ts';
import { Machine, type Result } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { startService } from '../support/service.ts';

const now = '2026-09-01T12:00:00Z';
const symbols = ['EUR', 'JPY', 'ARS'];

const counting = [
  ['all days', []],
  ['weekdays', ['--weekdays']],
] as const;

/** With the days that the service has lost. */
const months = ['2012-03', '2020-08', '2023-11', '2023-12'] as const;

const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

const daysOf = (month: string) =>
  [...eachDay(`${month}-01` as Day, `${month}-31` as Day)].filter((day) => !Number.isNaN(Date.parse(day)));

const isWeekday = (day: string) => !/^S/.test(new Date(day).toUTCString());

/** Averages of the last column by the one before it, as another program computes them. */
function averages(csv: string): Map<string, number> {
  const program = 'NR > 1 { sum[$3] += $4; n[$3]++ } END { for (c in n) printf "%s %.17g\\n", c, sum[c] / n[c] }';
  const { stdout, status } = spawnSync('awk', ['-F,', program], { input: csv, encoding: 'utf8' });
  expect(status).toBe(0);
  const lines = stdout.trim().split('\n');
  return new Map(lines.map((line) => line.split(' ')).map(([code = '', mean]) => [code, Number(mean)]));
}

const closeTo = (rate: string | undefined, other: number | undefined) =>
  expect(Math.abs(Number(rate) / (other ?? 0) - 1)).toBeLessThan(1e-9);

describe.skipIf(!hasRealDays)(`the figures of real days${orSkipped}`, () => {
  let machine: Machine;
  let real: RealDays;
  beforeAll(async () => {
    real = new RealDays();
    const clock = () => Date.parse(now);
    const handler = createHandler({ source: real.source, accounts: demoServed(clock).accounts, now: clock });
    machine = Machine.for((await startService(undefined, handler)).url);
    for (const month of months) await machine.run(['series', month, '-q'], { now });
  }, 120_000);

  const series = (month: string, ...args: string[]): Promise<Result> =>
    runHere(machine, ['series', month, '-q', '-s', symbols.join(), ...args], { now });
  const inPeriods = (month: string, ...args: string[]) => series(month, '--every', 'month', ...args);

  test.each(counting)(
    'a mean of %s is the average of their rates',
    async (_, args) => {
      for (const month of months) {
        for (const base of ['USD', 'EUR', 'ARS']) {
          const daily = (await series(month, '-b', base, ...args)).stdout;
          const expected = averages(daily);
          const rows = rowsOf((await inPeriods(month, '-b', base, ...args)).stdout);
          expect(rows.map(([, , code]) => code)).toEqual(symbols);
          for (const [period, of, code = '', rate, date, days] of rows) {
            expect([period, of, date]).toEqual([month, base, '']);
            expect(Number(days)).toBe(rowsOf(daily).filter(([, , each]) => each === code).length);
            closeTo(rate, expected.get(code));
            expect(rate?.replace('.', '').replace(/^0+/, '').length).toBeLessThanOrEqual(10);
          }
        }
      }
    },
    120_000,
  );

  test.each(counting)(
    'other figures of %s are the published digits of one',
    async (_, args) => {
      for (const month of months) {
        const counted = daysOf(month)
          .filter((day) => args.length === 0 || isWeekday(day))
          .filter((day) => real.published(day).size > 0);
        for (const take of ['first', 'last', 'min', 'max'] as const) {
          for (const [, , code = '', rate, date = ''] of rowsOf(
            (await inPeriods(month, '--take', take, ...args)).stdout,
          )) {
            expect(rate).toBe(real.published(date as Day).get(code));
            const all = counted.map((day) => Number(real.published(day).get(code)));
            const wanted = { first: all[0], last: all.at(-1), min: Math.min(...all), max: Math.max(...all) };
            expect(Number(rate)).toBe(wanted[take]);
            expect(counted).toContain(date);
          }
        }
      }
    },
    120_000,
  );

  test.each(months)('%s says how many of its days it rests on, where some are missing', async (month) => {
    const days = daysOf(month);
    const missing = days.filter((day) => real.published(day).size === 0);
    const { code, stdout, stderr } = await inPeriods(month);
    const has = days.length - missing.length;
    expect(rowsOf(stdout).map((row) => Number(row.at(-1)))).toEqual(symbols.map(() => has));
    if (missing.length === 0) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    else
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: `ratebook: no rates for ${missing.length} ${missing.length === 1 ? 'day' : 'days'}: ${daysInWords(missing)}\nratebook: ${month} has ${has} of ${days.length} days\n`,
      });
  });

  test('some of these months lack days', () => {
    expect(months.filter((month) => daysOf(month).some((day) => real.published(day).size === 0))).toEqual([
      '2012-03',
      '2020-08',
    ]);
  });

  test('a mean of dollars per peso is not the inverse of a mean of pesos per dollar', async () => {
    const meanOf = async (...words: string[]) => {
      const { stdout } = await runHere(machine, ['series', '2023-12', '-q', '--every', 'month', ...words], { now });
      return rowsOf(stdout)[0]?.[3];
    };
    const there = await meanOf('-s', 'ARS');
    const back = await meanOf('-b', 'ARS', '-s', 'USD');
    expect(await meanOf('-s', 'ARS', '--invert')).toBe(back);
    const daily = daysOf('2023-12').map((day) => 1 / Number(real.published(day).get('ARS')));
    closeTo(back, daily.reduce((sum, rate) => sum + rate, 0) / daily.length);
    expect(Number(back) * Number(there)).toBeCloseTo(1.16, 2);
  });
});
