import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Big from 'big.js';
import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { type Period, periodOf } from '../../src/calendar/period.ts';
import type { Code } from '../../src/currencies/code.ts';
import { figuresOf } from '../../src/rates/aggregate.ts';
import { type DayRates, pivotOf } from '../../src/rates/day-rates.ts';
import { rateOn } from '../../src/rates/found-rate.ts';
import { basisOf } from '../../src/rates/rules.ts';
import { ratesOf } from '../support/rates.ts';

const folder = join(import.meta.dirname, '../../../shared/data/published');
const cellsOf = (csv: string) =>
  csv
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));

interface Published {
  readonly month: string;
  readonly quote: Code;
  readonly mean: string;
}

const [daily, means] = ['fed-daily.csv.gz', 'fed-monthly.csv'].map((name) => join(folder, name)) as [string, string];
const orSkipped = existsSync(means) ? '' : ' (skipped: they are not in ../shared/data)';

test.skipIf(orSkipped)(`means that the Federal Reserve publishes come out of its daily rates${orSkipped}`, () => {
  const published = publishedIn(readFileSync(means, 'utf8'));
  const days = daysInRows(gunzipSync(readFileSync(daily)).toString());
  const byMonth = grouped(days, ({ day }) => day.slice(0, 7));
  const differing = published.filter((each) => meanLike(each, byMonth.get(each.month) ?? []) !== each.mean);
  expect(differing).toEqual([]);
  expect(published).toHaveLength(1356);

  const rates = published.map((each) => meanOfPublished(each, byMonth.get(each.month) ?? []));
  // it has four decimals, whatever its rates have
  expect(published.filter(({ mean }, at) => Number(mean) === Number(rates[at]?.rate))).toHaveLength(922);
  expect(rates.every((rate) => rate?.derived === false)).toBe(true);
});

/** With as many decimals as the published one. */
function meanLike({ month, quote, mean }: Published, days: readonly DayRates[]): string | undefined {
  const period: Period = periodOf(`${month}-01` as Day, 'month');
  const { pairs } = figuresOf(period, days, { end: period.last, symbols: [quote], of: days.length, take: 'mean' });
  const computed = pairs.get(quote)?.mean.rate;
  return computed === undefined ? undefined : new Big(computed).toFixed(mean.split('.')[1]?.length, Big.roundHalfUp);
}

function meanOfPublished({ month, quote }: Published, days: readonly DayRates[]) {
  const [day] = days;
  const on = `${month}-01` as Day;
  const mean = day && rateOn(on, basisOf('published-month-mean', on), days, [pivotOf(day), quote]);
  return mean && 'rate' in mean ? mean : undefined;
}

function publishedIn(csv: string): Published[] {
  return cellsOf(csv)
    .slice(1)
    .map(([month = '', , quote = '', mean = '']) => ({ month, quote: quote as Code, mean }));
}

/** `date,base,quote,rate`, by day. */
function daysInRows(csv: string): DayRates[] {
  const rows = cellsOf(csv).filter(([, , , rate = '']) => /^\d/.test(rate));
  const ratesIn = (rows: readonly string[][]) =>
    Object.fromEntries(rows.map(([, , quote, rate]) => [quote, Number(rate)]));
  return Array.from(
    grouped(rows, ([day = '']) => day),
    ([day, rows]) => ratesOf(day, ratesIn(rows)),
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
