import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { daysIn } from '../../src/input/days.ts';
import { digestOf, digestsIn } from '../../src/input/parquet.ts';
import { type DayRates, pairOf } from '../../src/rates/day-rates.ts';
import { reading } from '../input/found.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { always } from '../support/always.ts';
import { inWhole } from '../support/whole.ts';
import { anyDays, codes, documentOf, piecesOf, ratesOf } from './days.ts';

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

test('the schema has types and no empty cells, each group its least and greatest values', async () => {
  const days = [ratesOf('2024-01-01', { GBP: 0.8, EUR: 0.9 }), ratesOf('2024-01-03', { EUR: 0.95, GBP: 0.8 })];
  const { buffer } = new Uint8Array(Buffer.concat(await bytesOf(days)));
  const { schema, row_groups } = parquetMetadata(buffer);
  const types = schema
    .slice(1)
    .map(({ name, type, converted_type, repetition_type }) => [name, type, converted_type, repetition_type].join(' '));
  const text = 'BYTE_ARRAY UTF8 REQUIRED';
  expect(types).toEqual(['date INT32 DATE REQUIRED', `base ${text}`, `quote ${text}`, 'rate DOUBLE  REQUIRED']);
  const columns = row_groups[0]?.columns.map(({ meta_data }) => meta_data) ?? [];
  expect(columns.map((column) => [column?.statistics?.min_value, column?.statistics?.max_value])).toEqual([
    [new Date('2024-01-01'), new Date('2024-01-03')],
    ['USD', 'USD'],
    ['EUR', 'GBP'],
    [0.8, 0.95],
  ]);
  expect(columns.map((column) => column?.encodings?.includes('RLE_DICTIONARY'))).toEqual([false, true, true, false]);
});

test('a file names its days, each with a digest of its side, codes and numbers', async () => {
  const day = (date: string, JPY: number, more = {}) => ratesOf(date, { EUR: 0.9, JPY, ...more });
  const days = [day('2024-01-01', 150), day('2024-01-03', 150.5)];
  const digests = digestsIn(Buffer.concat(await bytesOf(days)));
  expect([...(digests ?? [])]).toEqual(days.map((each) => [each.day, digestOf(each)]));
  const others = [day('2024-01-01', 150.1), day('2024-01-01', 150, { XXX: 1 }), { ...days[0], base: codes('CHF')[0] }];
  for (const other of others) expect(digestOf(other as DayRates)).not.toBe(digestOf(days[0] as DayRates));
});

test('a file with a flipped byte is refused, or has the rates that were written', async () => {
  const days = [ratesOf('2024-01-01', { EUR: 0.9, GBP: 0.8 }), ratesOf('2024-01-02', { EUR: 0.95, GBP: 0.81 })];
  const bytes = Buffer.concat(await bytesOf(days));
  const path = join(temporaryFolder(), 'rates.parquet');
  const ratesIn = async () => {
    const all = [];
    for await (const item of daysIn([path], reading())) all.push('body' in item ? item.body : undefined);
    return all;
  };
  writeFileSync(path, bytes);
  const written = await ratesIn();
  expect(written).toEqual([
    { base: 'USD', rates: { EUR: 0.9, GBP: 0.8 } },
    { base: 'USD', rates: { EUR: 0.95, GBP: 0.81 } },
  ]);

  for (let at = 4; at < bytes.length; at += inWhole(1, 5)) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    writeFileSync(path, damaged);
    const read = await ratesIn();
    if (read.every(Boolean)) expect(read, `byte ${at}`).toEqual(written);
  }
});
