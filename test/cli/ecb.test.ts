import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { query } from '../support/duckdb.ts';
import { Serving } from '../support/serving.ts';

const weekBefore = ['2024-01-08', '2024-01-09', '2024-01-10', '2024-01-11', '2024-01-12'];

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

const scene = () => bankScene(weekdaysOf('2024-01-02', '2024-01-19'));

test('rates of the European Central Bank are written as Parquet', async () => {
  const { machine, run } = await scene();
  const path = join(machine.home, 'week.parquet');
  expect(await run('series 2024-01-06 2024-01-14 -s USD -q -o ~/week.parquet', { now })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect(await query(`select date, base, quote, rate from '${path}'`)).toEqual(
    weekBefore.map((day) => [day, 'EUR', 'USD', ratesOn(day).USD]),
  );
});

describe('the service’s interface over the bank’s rates', () => {
  test('answers relative to the euro, and is not available on days without rates', async () => {
    const { bank, machine } = await scene();
    const serving = await Serving.start(machine, ['--source', 'ecb'], { now });
    const latest = await serving.get('/latest.json');
    expect([latest.status, latest.json.base, latest.json.rates.USD]).toEqual([200, 'EUR', 1.01197]);
    const friday = await serving.get('/historical/2024-01-12.json?symbols=USD');
    expect([friday.status, friday.json.base, friday.json.rates]).toEqual([200, 'EUR', { USD: 1.01127 }]);
    const other = await serving.get('/historical/2024-01-12.json?base=USD&symbols=EUR');
    expect([other.status, other.json.rates.EUR]).toEqual([
      200,
      Number(new Decimal(1).div(ratesOn('2024-01-12').USD).toSignificantDigits(10)),
    ]);
    const overWeekend = await serving.get('/time-series.json?start=2024-01-12&end=2024-01-16&symbols=USD');
    const published = ['2024-01-12', '2024-01-15', '2024-01-16'];
    expect([overWeekend.status, Object.keys(overWeekend.json.rates)]).toEqual([200, published]);
    expect((await serving.days('2024-01-13', '2024-01-14')).json.message).toBe('not_available');
    const saturday = await serving.day('2024-01-13');
    expect([saturday.status, saturday.json.message]).toEqual([400, 'not_available']);
    expect((await serving.stop()).code).toBe(0);
    expect(bank.requests).toHaveLength(1);
  });
});
