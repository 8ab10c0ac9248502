import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { Piece } from '../../src/output/format.ts';
import { type RecordsFormat, writeRecords } from '../../src/output/formats.ts';
import type { Columns, Layout, Records } from '../../src/output/records.ts';
import { plain } from '../../src/rates/decimal.ts';
import { anyDay } from '../calendar/any.ts';
import { always, anyText } from '../support/always.ts';

interface Item {
  readonly word: string;
  readonly sum: string;
  readonly rate: number | undefined;
  readonly count: number;
  readonly day: string;
}

const columns: Columns = {
  word: { kind: 'text', narrow: 'cut', isName: true },
  sum: 'number',
  rate: { kind: 'number', optional: true, narrow: 'left out' },
  count: { kind: 'integer', head: 'n' },
  day: 'date',
};

const rowOf = ({ word, sum, rate, count, day }: Item) => [word, sum, rate, count, day];
const layout: Layout = { noHeader: false, decimal: 'point', width: 120, ascii: false };
const textOf = async (format: RecordsFormat, items: readonly Item[], more = {}) =>
  `${await written(format, { columns, rows: items.map(rowOf) }, { ...layout, ...more })}`;

async function written(format: RecordsFormat, records: Records, as: Layout) {
  const pieces: Piece[] = [];
  for await (const piece of writeRecords(format, records, as)) pieces.push(piece);
  return format === 'parquet' ? Buffer.concat(pieces as Uint8Array[]) : pieces.join('');
}

/** A decimal of up to thirty digits. */
const anySum = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 25n }), fc.stringMatching(/^\d{0,5}$/))
  .map(([whole, fraction]) => (fraction ? `${whole}.${fraction}` : `${whole}`));

const itemWith = (word: fc.Arbitrary<string>): fc.Arbitrary<Item> =>
  fc.record({
    word,
    sum: anySum,
    rate: fc.option(
      fc.integer({ min: 1, max: 10 ** 9 }).map((number) => number / 10 ** 4),
      { nil: undefined },
    ),
    count: fc.nat(),
    day: anyDay,
  });

const anyItems = fc.array(itemWith(anyText), { maxLength: 12 });

describe('any text and any decimal comes back from', () => {
  test.each([
    ['csv', ',', 'point'],
    ['csv', ';', 'comma'],
    ['tsv', '\t', 'point'],
  ] as const)('%s with %j between cells', async (format, delimiter, decimal) => {
    await fc.assert(
      fc.asyncProperty(anyItems, async (items) => {
        const mark = (text: string) => (decimal === 'comma' ? text.replace('.', ',') : text);
        const [head, ...rows] = parse(await textOf(format, items, { decimal }), { delimiter, record_delimiter: '\n' });
        expect(head).toEqual(['word', 'sum', 'rate', 'count', 'day']);
        const rateText = (rate: number | undefined) => (rate === undefined ? '' : mark(plain(rate)));
        expect(rows).toEqual(
          items.map(({ word, sum, rate, count, day }) => [word, mark(sum), rateText(rate), `${count}`, day]),
        );
      }),
    );
  });

  test('parquet, with days as days, and null where there is none', async () => {
    // hyparquet reads no strings that are not UTF-8
    const items = fc.array(itemWith(fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 12 });
    await always([items], async (items) => {
      const records = { columns, rows: items.map(rowOf) };
      const { buffer, byteOffset, byteLength } = (await written('parquet', records, layout)) as Uint8Array;
      const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
      expect(await parquetReadObjects({ file })).toEqual(
        items.map((item) => ({ ...item, sum: Number(item.sum), rate: item.rate ?? null, day: new Date(item.day) })),
      );
    });
  });
});

describe('a table', () => {
  const words = fc.string({ unit: 'grapheme-ascii' }).map((word) => word.trim());

  test('is never wider than asked, as long as what is not cut fits', async () => {
    const items = fc.array(itemWith(words), { minLength: 1, maxLength: 12 });
    await always([items, fc.integer({ min: 80, max: 200 })], async (items, width) => {
      const lines = (await textOf('table', items, { width })).split('\n');
      const about = lines.slice(items.length + 1).join(' ');
      expect(about).toMatch(lines[0]?.includes('rate') ? /^$/ : /^(no room for rate; -f csv shows all )?$/);
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.every((line) => line === line.trimEnd())).toBe(true);
    });
  });
});
