import { hash } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { digestsIn, parquet } from '../../src/output/parquet.ts';
import { type DayRates, pairOf } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { anyDays, documentOf, piecesOf, ratesOf } from './days.ts';

async function bytesOf(days: readonly DayRates[]): Promise<Buffer[]> {
  const batches = days.map((day) => ({ days: [day] }));
  return (await piecesOf(parquet, batches, documentOf())).map((piece) => Buffer.from(piece));
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

test('a file names its days, each with a digest of its side, codes and numbers', async () => {
  const days = [ratesOf('2024-01-01', { JPY: 150, EUR: 0.9 }), ratesOf('2024-01-03', { EUR: 0.9, JPY: 150.5 })];
  const digests = digestsIn(Buffer.concat(await bytesOf(days)));
  const digest = (jpy: number) =>
    hash(
      'sha256',
      Buffer.concat([Buffer.from('USD,1,EUR,JPY'), Buffer.from(new Float64Array([0.9, jpy]).buffer)]),
      'base64url',
    );
  expect([...(digests ?? [])]).toEqual([
    ['2024-01-01', digest(150).slice(0, 8)],
    ['2024-01-03', digest(150.5).slice(0, 8)],
  ]);
});
