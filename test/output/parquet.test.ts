import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type DayRates, pairOf } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { anyDays, documentOf, piecesOf } from './days.ts';

async function bytesOf(days: readonly DayRates[]): Promise<Buffer[]> {
  const batches = days.map((day) => ({ days: [day] }));
  const document = documentOf({ symbols: days.flatMap(({ rates }) => [...rates.keys()]) });
  return (await piecesOf('parquet', batches, document)).map((piece) => Buffer.from(piece));
}

async function rowsOf(pieces: readonly Buffer[]) {
  const { buffer } = new Uint8Array(Buffer.concat(pieces));
  const rows = await parquetReadObjects({ file: buffer });
  return rows.map(({ date, base, quote, rate }) => [date.toISOString().slice(0, 10), base, quote, rate]);
}

test('every rate comes back as the same number, under its day and code', () =>
  always([anyDays], async (days) => {
    const rows = days.flatMap((each) =>
      [...each.rates.keys()].sort().map((code) => [each.day, ...pairOf(each, code), each.rates.get(code)]),
    );
    expect(await rowsOf(await bytesOf(days))).toEqual(rows);
  }));
