import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import sax from 'sax';
import { describe, expect, it, test } from 'vitest';
import { addDays, monthOf } from '../../src/calendar/day.ts';
import { usd } from '../../src/currencies/code.ts';
import { readDayFiles } from '../../src/input/days.ts';
import { digestOf, digestsIn } from '../../src/input/parquet.ts';
import type { Document } from '../../src/output/format.ts';
import { formatsForAll, formatsOfADay } from '../../src/output/formats.ts';
import { svg } from '../../src/output/svg.ts';
import { lettersOf, workbook } from '../../src/output/workbook.ts';
import { type DayRates, pairOf, pivotIn } from '../../src/rates/day-rates.ts';
import { plain, withMark } from '../../src/rates/decimal.ts';
import { reading } from '../input/found.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { always, anyText } from '../support/always.ts';
import { codes, day, ratesOf } from '../support/rates.ts';
import { cellsOf } from '../support/sheets.ts';
import { inWhole } from '../support/whole.ts';
import { anyDays, documentOf, drawnLines, oneDay, ordinaryDays, piecesOf, severalDays, textOf } from './days.ts';

test('a writer that quotes where it must writes the same bytes, of any days or none', async () => {
  const anyCodes = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9_]{2,12}$/), { maxLength: 4 });
  const writers = fc.constantFrom(
    { format: 'csv', decimal: 'point', delimiter: ',' } as const,
    { format: 'csv', decimal: 'comma', delimiter: ';' } as const,
    { format: 'tsv', decimal: 'point', delimiter: '\t' } as const,
    { format: 'tsv', decimal: 'comma', delimiter: '\t' } as const,
  );
  return always([anyDays, anyCodes, writers], async (days, more, { format, decimal, delimiter }) => {
    const cell = (rate = Number.NaN) => (Number.isNaN(rate) ? '' : withMark(plain(rate), decimal));
    const long = days.flatMap(({ day, rates }) => Array.from(rates, ([code, rate]) => [day, 'USD', code, cell(rate)]));
    expect(await textOf(format, documentOf({ decimal }), days)).toBe(
      stringify([['date', 'base', 'quote', 'rate'], ...long], { delimiter }),
    );
    const all = [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].sort();
    for (const symbols of [codes(['EUR', 'XAU', ...more].join()), undefined]) {
      const columns = symbols ?? all;
      const wide = days.map(({ day, rates }) => [day, 'USD', ...columns.map((code) => cell(rates.get(code)))]);
      expect(await textOf(format, documentOf({ decimal, wide: true, symbols }), days)).toBe(
        stringify([['date', 'base', ...columns], ...wide], { delimiter }),
      );
    }
  });
});

const terms = { disclaimer: 'Terms: "as is"', license: 'https://example.org/license' };
const first = ratesOf('2024-01-01', { EUR: 0.905879, BTC: 1e-7 }, { ...terms, timestamp: 1704153598 });
const second = ratesOf('2024-01-02', { VEF: 1e21 });
const range = documentOf({ kind: { of: 'series', start: day('2024-01-01'), end: day('2024-01-03') } });

/** Its layout is that of JSON.stringify, but for numbers. */
function inOneLine(text: string): string {
  expect(text).toBe(
    `${JSON.stringify(JSON.parse(text), null, 2).replace('1e-7', '0.0000001').replace('1e+21', huge)}\n`,
  );
  return text.replace(/\n */g, '');
}
const huge = '1000000000000000000000';
const said = '"disclaimer": "Terms: \\"as is\\"","license": "https://example.org/license",';
const both = '"EUR": 0.905879,"BTC": 0.0000001';

test('formats of a day are all but pictures and the rate alone; those for any command are text', () => {
  expect(formatsOfADay.join(' ')).toBe('table json csv tsv ndjson parquet xlsx ledger beancount gnucash');
  expect(formatsForAll.join(' ')).toBe('table json csv tsv ndjson ledger beancount gnucash');
});

test('several days are an array, also where one came or none', async () => {
  const empty = ratesOf('2024-01-03', {});
  const vef = `{"date": "2024-01-02","base": "USD","rates": {"VEF": ${huge}}}`;
  expect(inOneLine(await textOf('json', documentOf(severalDays), [second, empty]))).toBe(
    `[${vef},{"date": "2024-01-03","base": "USD","rates": {}}]`,
  );
  expect(inOneLine(await textOf('json', documentOf(severalDays), [second]))).toBe(`[${vef}]`);
  for (const kind of [oneDay, severalDays]) expect(await textOf('json', documentOf(kind), [])).toBe('[]\n');
});

test('a series has the terms of its first day, the range asked for, and rates by day', async () => {
  const asked = '"start_date": "2024-01-01","end_date": "2024-01-03","base": "USD","rates": ';
  const rates = `{"2024-01-01": {${both}},"2024-01-02": {"VEF": ${huge}},"2024-01-03": {}}`;
  const days = [first, second, ratesOf('2024-01-03', {})];
  expect(inOneLine(await textOf('json', range, days))).toBe(`{${said}${asked}${rates}}`);
  expect(inOneLine(await textOf('json', range, []))).toBe(`{${asked}{}}`);
});

test('every number comes back from the text, which has no exponent', async () =>
  always([anyDays], async (days) => {
    const text = await textOf('json', range, days);
    const rates = days.map(({ day, rates }) => [day, Object.fromEntries(rates)]);
    expect(JSON.parse(text).rates).toEqual(Object.fromEntries(rates));
    expect(text).not.toMatch(/\de[+-]?\d/);
    expect(JSON.parse(await textOf('json', documentOf(severalDays), days))).toEqual(
      days.map((each) => ({ date: each.day, ...pivotIn(each), rates: Object.fromEntries(each.rates) })),
    );
  }));

test('ndjson has an object a rate, one on each line', async () =>
  always([anyDays], async (days) => {
    const text = await textOf('ndjson', documentOf(), days);
    const lines = text.split('\n').slice(0, -1);
    expect(text).not.toMatch(/ |\de[+-]?\d/);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      days.flatMap((each) =>
        Array.from(each.rates, ([quote, rate]) => ({ date: each.day, ...pivotIn(each), quote, rate })),
      ),
    );
  }));

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
  const digests = await digestsIn(Buffer.concat(await bytesOf(days)));
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
    for await (const item of readDayFiles([path], reading())) all.push('body' in item ? item.body : undefined);
    return all;
  };
  writeFileSync(path, bytes);
  const written = await ratesIn();
  expect(written).toEqual([
    { base: 'USD', rates: { EUR: 0.9, GBP: 0.8 } },
    { base: 'USD', rates: { EUR: 0.95, GBP: 0.81 } },
  ]);
  for (let at = 4; at < bytes.length; at += inWhole(1, 23)) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    writeFileSync(path, damaged);
    const read = await ratesIn();
    if (read.every(Boolean)) expect(read, `byte ${at}`).toEqual(written);
  }
});

test('a period is written as soon as the next one begins', async () => {
  const rate = fc.integer({ min: 1, max: 999 });
  const span = { start: day('2024-01-01'), end: day('2024-12-31'), calendar: { publishes: () => true } };
  const document = documentOf({ kind: { of: 'periods', ...span, every: 'month', take: 'mean', weekdays: false } });
  return always([fc.array(rate, { minLength: 1, maxLength: 120 })], async (rates) => {
    const days = rates.map((EUR, at) => ratesOf(addDays(day('2024-01-20'), at), { EUR }));
    const batches = days.map((each) => ({ days: [each] }));
    const written = (await piecesOf('ndjson', batches, document)).filter((piece) => piece.length > 0);
    const months = written.map((text) => JSON.parse(String(text)).period);
    expect(months).toEqual([...new Set(days.map((each) => monthOf(each.day)))]);
  });
});

type Texts = readonly (string | undefined)[];
const kinds = ['date', 'number', 'text'] as const;

async function bookOf(rows: readonly Texts[], drains = (_: number) => false): Promise<Uint8Array> {
  const book = await workbook([{ name: 'one' }]);
  book.begin([12, 12, 12], true);
  book.row(['day', 'number', 'text'].map((text) => ({ kind: 'label', text }) as const));
  const pieces = rows.map((row, at) => {
    book.row(row.map((text = '', at) => ({ kind: kinds[at] ?? 'text', text })));
    return drains(at) ? book.drain() : new Uint8Array();
  });
  return Buffer.concat([...pieces, book.end()]);
}

it('holds any text as it is: no formula, no entity, no escape, no character that XML lacks', async () => {
  const words = ['=1+1', '_x0041_', '_X0041_', '<&">', ' a ', '\r\n\t', '\0', '\ud800', '\ufffe', '😀', '@SUM(A1)'];
  const text = fc.oneof(anyText, fc.constantFrom(...words));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1 }), async (parts) => {
      const whole = parts.join('');
      const [, row] = cellsOf(await bookOf([[undefined, undefined, whole]]));
      expect(row?.[2]).toEqual(whole === '' ? undefined : { text: whole });
    }),
  );
});

it('has a day as its serial number, a number with all its digits, and what is neither as text', async () => {
  const row = ['2024-02-29', '0.1234567890123456789', 'EUR'];
  const odd = ['2024-01', '1e3', undefined];
  const [head, ...rows] = cellsOf(await bookOf([row, odd, ['1900-02-28', '-5', '']]));
  expect(head?.map((cell) => cell?.text)).toEqual(['day', 'number', 'text']);
  expect(rows).toEqual([
    [{ number: '45351', style: 1 }, { number: '0.1234567890123456789' }, { text: 'EUR' }],
    [{ text: '2024-01' }, { text: '1e3' }],
    [{ text: '1900-02-28' }, { number: '-5' }],
  ]);
});

it('is the same bytes in whatever pieces it is taken', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => ['2024-01-17', `${at}.5`, `row ${at}`]);
  const whole = await bookOf(rows);
  expect(await bookOf(rows, (at) => at % 7 === 0)).toEqual(whole);
  const parts = '[Content_Types].xml _rels/.rels xl/_rels/workbook.xml.rels xl/styles.xml xl/workbook.xml';
  expect(Object.keys(unzipSync(whole)).sort().join(' ')).toBe(`${parts} xl/worksheets/sheet1.xml`);
  expect(strFromU8(unzipSync(whole)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
    '<autoFilter ref="A1:C601"/>',
  );
});

it('has as many columns and characters as a sheet', async () => {
  expect([0, 25, 26, 51, 701, 702, 16_383].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
  const row = [undefined, undefined, 'a'.repeat(32_768)];
  await expect(bookOf([row])).rejects.toThrow('over the limit of a cell: 32,767 characters');
});

type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>>; text: string };

/** Every element in order. @throws where the text is not well-formed XML */
function elementsOf(xml: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    all.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    for (const element of open) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  return all;
}

const start = day('2024-01-01');

function svgOf(rates: readonly Record<string, number>[], more: Partial<Document> = {}): Promise<string> {
  const kind = { of: 'series', start, end: addDays(start, rates.length - 1) } as const;
  const all = rates.map((each, at) => ratesOf(addDays(start, at), each));
  const [days, missing] = [all.filter(({ rates }) => rates.size > 0), all.filter(({ rates }) => rates.size === 0)];
  return drawnLines(
    svg,
    documentOf({ kind, ...more }),
    days,
    missing.map(({ day }) => day),
  );
}

const named = (elements: readonly Element[], name: string) => elements.filter((each) => each.name === name);
const pathsOf = (xml: string) => named(elementsOf(xml), 'path').map(({ attributes }) => attributes.d ?? '');
const textsOf = (xml: string) => named(elementsOf(xml), 'text').map(({ text }) => text);

test('any days are well-formed XML with a path a symbol and finite numbers, which is the same each time', () =>
  always([fc.oneof(anyDays, ordinaryDays)], async (days) => {
    const symbols = [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].slice(0, 5);
    const document = documentOf({ symbols, source: 'rates.example' });
    const xml = await drawnLines(svg, document, days);
    expect(await drawnLines(svg, document, days)).toBe(xml);
    if (days.length === 0) return;
    const elements = elementsOf(xml);
    const paths = named(elements, 'path');
    expect(paths.length).toBe(symbols.length);
    for (const { attributes } of paths) expect(attributes.d).toMatch(/^([ML]-?[\d.]+,-?[\d.]+|m-1.5,0h3)*$/);
    for (const { attributes } of elements)
      for (const name of ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height'])
        if (name in attributes) expect(attributes[name]).toMatch(/^-?\d+(\.\d)?$/);
  }));

describe('the picture', async () => {
  const days = [
    { EUR: 0.9, STN: 22.1 },
    { EUR: 0.95, STN: 22.5 },
    { EUR: 0.92, STN: 22.9 },
  ];
  const xml = await svgOf(days, { symbols: codes('EUR,STN'), source: 'a <b> & "c"', derivedFrom: usd });
  test('has a title, the unit, axes, a legend and its source', () =>
    expect(textsOf(xml)).toEqual([
      '1 USD in EUR and STN',
      '2024-01-01 to 2024-01-03; index, 2024-01-01 = 100',
      'EUR Euro',
      'STN São Tomé & Príncipe Dobra',
      ...['100', '101', '102', '103', '104', '105', '106'],
      ...['1 Jan', '2 Jan', '3 Jan'],
      'EUR',
      'STN',
      'Rates: a <b> & "c"; derived from USD rates',
    ]));
});

test('days without a rate interrupt the line, and a day between two of them is a dash', async () => {
  const starts = async (...rates: Record<string, number>[]) => pathsOf(await svgOf(rates))[0]?.replace(/[^MLh]/g, '');
  expect(await starts({ EUR: 1 }, { EUR: 2 }, {}, { EUR: 3 }, { EUR: 4 })).toBe('MLML');
  expect(await starts({ EUR: 1 }, {}, { EUR: 2 }, {}, { EUR: 3 }, { EUR: 4 })).toBe('MhMhML');
});
