import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { type Period, periodOf } from '../../src/calendar/period.ts';
import { rateAmong } from '../../src/convert/which-rate.ts';
import { figuresOf } from '../../src/periods/figures.ts';
import { basisOf } from '../../src/periods/rate-rules.ts';
import type { Code } from '../../src/rates/code.ts';
import { type DayRates, pivotOf } from '../../src/rates/day-rates.ts';
import { daysInFile } from '../../src/sources/ecb/file.ts';
import { ratesOf } from '../support/rates.ts';

const folder = join(import.meta.dirname, '../../../shared/data');
const fileOf = (name: string) => join(folder, name);
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

/** The means that somebody else published of their own daily rates. */
const tables = {
  'the Federal Reserve': {
    daily: 'published/fed-daily.csv.gz',
    means: 'published/fed-monthly.csv',
    days: async (file: Buffer) => daysInRows(gunzipSync(file).toString()),
    length: 1356,
    // it has four decimals, whatever its rates have
    rounded: 922,
  },
  'the German ministry of finance': {
    daily: 'ecb/eurofxref-hist.zip',
    means: 'published/bmf-monthly.csv',
    days: (file: Buffer) => daysInFile(file, '2026-04-13' as Day),
    length: 84,
    // of 84, all but two of the króna, which the bank gives with one decimal less
    rounded: 82,
  },
};

describe.each(Object.entries(tables))('the monthly means of %s', (_, { daily, means, days, length, rounded }) => {
  const isThere = [daily, means].every((name) => existsSync(fileOf(name)));
  const orSkipped = isThere ? '' : ' (skipped: they are not in ../shared/data)';

  test.skipIf(!isThere)(`come out of its daily rates to their last digit${orSkipped}`, async () => {
    const published = publishedIn(readFileSync(fileOf(means), 'utf8'));
    const byMonth = grouped(await days(readFileSync(fileOf(daily))), ({ day }) => day.slice(0, 7));
    const differing = published.filter((each) => meanLike(each, byMonth.get(each.month) ?? []) !== each.mean);
    expect(differing).toEqual([]);
    expect(published).toHaveLength(length);

    const rates = published.map((each) => meanOfPublished(each, byMonth.get(each.month) ?? []));
    expect(published.filter(({ mean }, at) => Number(mean) === Number(rates[at]?.rate))).toHaveLength(rounded);
    expect(rates.every((rate) => rate?.origin.derived === false)).toBe(true);
  });
});

/** With as many decimals as the published one. */
function meanLike({ month, quote, mean }: Published, days: readonly DayRates[]): string | undefined {
  const period: Period = periodOf(`${month}-01` as Day, 'month');
  const { pairs } = figuresOf(period, days, { end: period.last, symbols: [quote] });
  const computed = pairs.get(quote)?.mean.rate;
  return computed === undefined ? undefined : new Big(computed).toFixed(mean.split('.')[1]?.length, Big.roundHalfUp);
}

function meanOfPublished({ month, quote }: Published, days: readonly DayRates[]) {
  const [day] = days;
  return day && rateAmong(basisOf('published-month-mean', `${month}-01` as Day), days, pivotOf(day), quote);
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
