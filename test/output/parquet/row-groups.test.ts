import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { fullGroup, rowGroups } from '../../../src/output/parquet/row-groups.ts';
import { alwaysIn } from '../../support/always.ts';

const columns = [
  { name: 'date', kind: 'date' },
  { name: 'quote', kind: 'text' },
  { name: 'rate', kind: 'number' },
  { name: 'days', kind: 'integer', optional: true },
] as const;

const schema = [
  { name: 'rates', num_children: 4 },
  { name: 'date', type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
  { name: 'quote', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'rate', type: 'DOUBLE', repetition_type: 'REQUIRED' },
  { name: 'days', type: 'INT32', repetition_type: 'OPTIONAL' },
] as const;

const anyRow = fc.tuple(
  fc.integer({ min: 0, max: 40_000 }),
  fc.stringMatching(/^[A-Z]{3}$/),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.option(fc.integer({ min: 1, max: 366 })),
);

const anyGroup = fc
  .tuple(fc.array(anyRow, { minLength: 1 }), fc.integer({ min: 1, max: fullGroup + 100 }))
  .map(([rows, length]) => Array.from({ length }, (_, at) => rows[at % rows.length] as (typeof rows)[number]));

test('whatever is done to be fast, the bytes are those that the library writes of plain arrays, all at once', () =>
  alwaysIn(20, [fc.array(anyGroup, { minLength: 1, maxLength: 3 })], (groups) => {
    const file = rowGroups(columns);
    const written = groups.map((rows) => {
      const [dates, quotes, rates, days] = inColumns(rows);
      return file.group([Int32Array.from(dates), quotes, Float64Array.from(rates), days]);
    });

    const cells = inColumns(groups.flat());
    const plain = parquetWriteBuffer({
      createdBy: 'ratebook version 1',
      schema: [...schema],
      columnData: columns.map(({ name, kind }, at) => ({
        name,
        data: cells[at] as (typeof cells)[number],
        ...(kind === 'text' ? { encoding: 'RLE_DICTIONARY' } : {}),
      })),
      rowGroupSize: groups.map(({ length }) => length),
      kvMetadata: [{ key: 'a', value: 'b' }],
    });
    expect(Buffer.concat([...written, file.end({ a: 'b' })]).equals(Buffer.from(plain))).toBe(true);
  }));

function inColumns(rows: readonly [number, string, number, number | null][]) {
  return [
    rows.map(([date]) => date),
    rows.map(([, quote]) => quote),
    rows.map(([, , rate]) => rate),
    rows.map(([, , , days]) => days),
  ] as const;
}
