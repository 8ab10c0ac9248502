import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { euro } from '../../src/currencies/code.ts';
import { type Row, scan, scanPieces } from '../../src/input/csv/scanner.ts';
import { bytesOf } from '../../src/input/csv/text.ts';
import { Rejected, readDocument } from '../../src/input/day-documents.ts';
import { areOfBank } from '../../src/input/forms.ts';
import { hmrcRates } from '../../src/input/hmrc-xml.ts';
import { always, alwaysIn } from '../support/always.ts';
import { publisher } from '../support/publisher.ts';
import { inWhole } from '../support/whole.ts';
import { anyCsv, anyLengths, inPieces } from './csv/pieces.ts';
import { files, found as foundIn, given } from './found.ts';

const now = Date.parse('2024-03-10T12:00:00Z');
const good = { base: 'USD', rates: { EUR: 0.9, USD: 1 } };

function read(body: unknown, date = '2024-01-17') {
  const day = readDocument({ name: 'old.ndjson:12', date, body }, publisher, now);
  return day instanceof Rejected ? `${day.name} ${day.reason}` : day;
}

test('days are taken from the first day of all to the last finished one', () => {
  expect(read(good, '1998-12-31')).toBe('old.ndjson:12 is before 1999-01-01');
  expect(read(good, '1999-01-01')).toMatchObject({ day: '1999-01-01' });
  expect(read(good, '2024-03-09')).toMatchObject({ day: '2024-03-09' });
});

describe('a timestamp', () => {
  const at = (time: string) => read({ ...good, timestamp: Date.parse(time) / 1000 });
  const near = ['2024-01-16T00:00:00Z', '2024-01-17T23:59:59Z', '2024-01-19T00:00:00Z'];
  test.each(near)('of %s may be that of 2024-01-17', (time) => expect(at(time)).toMatchObject({ day: '2024-01-17' }));

  test.each(['2024-01-15T23:59:59Z', '2024-01-19T00:00:01Z'])('of %s is of another day', (time) =>
    expect(at(time)).toBe('old.ndjson:12 has the timestamp of another day'),
  );
});

test('2,000 codes are taken, one more is not', () => {
  const codes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at}`, 1 + at]));
  expect(read({ base: 'USD', rates: codes(2000) })).toMatchObject({ day: '2024-01-17' });
  expect(read({ base: 'USD', rates: codes(2001) })).toBe('old.ndjson:12 has over 2,000 codes');
});

const { folder, write } = files();

/** What is found in a file of this content: `place: date`, or why it is not taken. */
const found = (data: string | Uint8Array, name = 'days.ndjson') => foundIn([write(name, data)], `${folder}/`);
const line = (date: string, body: unknown = {}) => JSON.stringify({ date, body });

test('every line is a day but for blank ones, which are counted too', async () => {
  const text = `${line('2024-01-01')}\n\n \r\n${line('2024-01-02')}`;
  const days = ['days.ndjson:1: 2024-01-01', 'days.ndjson:4: 2024-01-02'];
  expect([await found(text), await found(`${text}\n`)]).toEqual([days, days]);
});

/** Each day with its rates, or why the file is not taken. */
async function daysIn(path: string, more: Parameters<typeof given>[1] = {}) {
  const days = await given([path], more);
  return days.map((day) => {
    if (day instanceof Rejected) return [`${day.name} ${day.reason}`.replace(path, ''), day.hint];
    return 'skipped' in day ? `${day.skipped} skipped` : [day.date, day.body];
  });
}

describe('rows of date, base, quote and rate', () => {
  const text =
    'date,base,quote,rate\n2024-01-01,USD,EUR,0.955\n2024-01-02,USD,EUR,0.000139219701\n2024-01-01,USD,JPY,150\n';
  const days = [
    ['2024-01-01', { base: 'USD', rates: { EUR: 0.955, JPY: 150 } }],
    ['2024-01-02', { base: 'USD', rates: { EUR: 0.000139219701 } }],
  ];

  const objects = parse<{ rate: string }>(text, { columns: true }).map((row) => ({ ...row, rate: Number(row.rate) }));

  test.each<[string, string, string | Uint8Array]>([
    ['CSV', 'a.csv', text],
    ['CSV of any name', 'rates', text],
    ['packed CSV', 'a.csv.gz', gzipSync(text)],
    ['tabs', 'a.tsv', text.replaceAll(',', '\t')],
    ['a decimal comma', 'b.csv', text.replaceAll(',', ';').replaceAll('.', ',')],
    [
      'other columns and line ends',
      'c.csv',
      `\ufeff${text.replaceAll(/^/gm, 'x,').replaceAll('\n', '\r\n')}`.replace('x,\r\n', '').replace(/x,$/, ''),
    ],
    ['lines', 'a.ndjson', objects.map((row) => `${JSON.stringify(row)}\n`).join('')],
    ['lines of another ending', 'a.jsonl', objects.map((row) => `${JSON.stringify(row)}\n`).join('')],
    ['JSON', 'rows.json', JSON.stringify(objects)],
  ])('are the days of %s, in any order', async (_, name, data) =>
    expect(await daysIn(write(name, data))).toEqual(days),
  );
});

const series = (base: string, rates: object) => ({ start_date: '2024-01-01', end_date: '2024-01-02', base, rates });
const one = series('USD', { '2024-01-01': { EUR: 1 }, '2024-01-02': { EUR: 2 } });

test('documents one after another have the days of their series, however they are laid out', async () => {
  const days = ['s.json 2024-01-01: 2024-01-01', 's.json 2024-01-02: 2024-01-02'];
  const odd = { ...one, disclaimer: 'a } and a " and \\ of [' };
  const both = `\ufeff${JSON.stringify(odd)}${JSON.stringify(one, null, 2)}`;
  expect(await found(both, 's.json')).toEqual([...days, ...days]);
  expect(await found(JSON.stringify({ date: '2024-01-03', ...one.rates }), 's.json')).toEqual(['s.json: 2024-01-03']);
});

test.each<[string, string | Uint8Array]>([
  ['empty', ''],
  ['not text', 'SQLite format 3\0'],
  ['a zip archive', 'PK\x03\x04'.padEnd(30, '\0').concat('rates.txt')],
  ['a spreadsheet', 'PK\x03\x04'.padEnd(30, '\0').concat('[Content_Types].xml')],
  ['a web page', '<!doctype html><html>'],
  ['nothing that has rates and their days', '; prices\nP 2024-01-17 USD 0.955 EUR\n'],
  ['CSV with a column per currency', 'date,base,EUR,GBP\n'],
  ['nothing that has rates and their days', 'hello\n'],
])('is refused as what it is: %s', async (what, data) =>
  expect(await found(data, 'given')).toEqual([`given is ${what}`]),
);

const foundAt = (...paths: readonly string[]) => foundIn(paths, `${folder}/`);

test('no device is read, nor a folder in one of years, and what begins with a dot is passed over without a word', async () => {
  const given = join(folder, 'years');
  mkdirSync(join(given, 'year=2024', 'year=2025'), { recursive: true });
  write('years/.2024-01-01.json');
  const all = ['years/year=2024/year=2025 is a folder inside a folder', '/dev/zero is not a file'];
  expect(await foundAt(given, '/dev/zero')).toEqual(all);
});

test.each(['{', 'PAR1'])('a file that is read as a whole has 64,000,000 bytes at most: %s', async (beginning) => {
  const path = write('days', beginning);
  truncateSync(path, 64_000_001);
  expect(await foundAt(path)).toEqual(['days is over 64 MB']);
  const packed = gzipSync(readFileSync(path), { level: 1 });
  expect(await found(packed, 'days.json.gz')).toEqual(['days.json.gz is over 64 MB']);
});

const published = join(import.meta.dirname, '../../../shared/data/published/hmrc');
const isThere = existsSync(published);

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(pieces: AsyncIterable<Buffer>) {
  const all = [];
  for await (const rows of hmrcRates(pieces, { line: 0 })) all.push(...rows);
  return all.map(({ period, base, quote, rate }) => [period.name, base.name, quote.name, rate]);
}

describe.skipIf(!isThere)(`a table as it was published${isThere ? '' : ' (skipped: it is not here)'}`, () => {
  test.each(['2014-02', '2021-01'])('%s has each figure, however it comes', async (month) => {
    const bytes = readFileSync(join(published, `${month}.xml`));
    const entries = bytes.toString().matchAll(/<currencyCode>\s*(\w+).*?<rateNew>\s*([\d.]+)/gs);
    const expected = Array.from(entries, ([, code, rate]) => [month, 'GBP', code, Number(rate)]);
    expect(expected.length).toBeGreaterThan(160);
    for (const size of [7, 4096, bytes.length]) expect(await rowsOf(cut(bytes, size))).toEqual(expected);
  });
});

test.each([
  ['depth', '', '<a>'],
  ['a text', '<a>', 'text'],
  ['a name', '<', 'name'],
  ['an attribute', '<a b="', 'value'],
  ['a comment', '<!--', 'words'],
  ['a part without markup', '<![CDATA[', 'words'],
])('a table whose %s has no end is refused early', async (_, beginning, again) => {
  let bytes = 0;
  async function* pieces() {
    yield Buffer.from(`<exchangeRateMonthList Period="01/Jan/2021 to 31/Jan/2021">${beginning}`);
    for (const piece = Buffer.from(again.repeat(1000)); ; bytes += piece.length) yield piece;
  }
  await expect(rowsOf(pieces())).rejects.toThrow(/^is not well-formed XML/);
  expect(bytes).toBeLessThan(1_100_000);
});

const scanText = (text: string) => scan(text, ';');

async function scanInPieces(pieces: Iterable<string>) {
  async function* bytes() {
    for (const piece of pieces) yield bytesOf(piece);
  }
  const rows: Row[] = [];
  let openQuote: number | undefined;
  for await (const scanned of scanPieces(bytes(), ';')) {
    rows.push(...scanned.rows);
    openQuote = scanned.openQuote;
  }
  return { rows, openQuote };
}

/** The records of another parser; undefined if a quote never closes. */
function parsed(text: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: ';',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (error) {
    expect(error).toMatchObject({ code: 'CSV_QUOTE_NOT_CLOSED' });
    return undefined;
  }
}

/** What a quote within a quoted cell means is nobody's rule. */
const withoutQuotes = (records: readonly (readonly string[])[]) =>
  records
    .map((cells) => cells.map((cell) => cell.replaceAll('"', '')))
    .filter(({ length, 0: cell = '' }) => length > 1 || /[^ \t]/.test(cell));

describe('the records of a text', () => {
  test('are those that csv-parse finds', () =>
    alwaysIn(inWhole(3000, 100), [anyCsv], (text) => {
      const { rows, openQuote } = scanText(text);
      const expected = parsed(text);
      expect(openQuote === undefined).toBe(expected !== undefined);
      if (!expected) return;
      const found = rows.filter(({ count }) => count > 0).map(({ cells }) => cells);
      expect(withoutQuotes(found)).toEqual(withoutQuotes(expected));
    }));

  test('are the same in whatever pieces the text comes', () =>
    alwaysIn(inWhole(2000, 100), [anyCsv, anyLengths], async (text, lengths) => {
      const { rows, openQuote } = scanText(text);
      expect(await scanInPieces(inPieces(text, lengths))).toEqual({ rows, openQuote });
    }));

  test('have every character of it, and begin on the line that an editor shows', () => {
    const text = 'a;b\r\n"one\ntwo\r\nthree";4\r\r\n  \n5;6';
    const { rows } = scanText(text);
    expect(rows.map(({ line, count, text, end }) => [line, count, text, end])).toEqual([
      [1, 2, 'a;b', '\r\n'],
      [2, 2, '"one\ntwo\r\nthree";4', '\r'],
      [5, 0, '', '\r\n'],
      [6, 0, '  ', '\n'],
      [7, 2, '5;6', ''],
    ]);
    return always([anyCsv, anyLengths], async (text, lengths) => {
      const { rows, openQuote } = await scanInPieces(inPieces(text, lengths));
      const all = rows.map(({ text, end }) => text + end).join('');
      expect(openQuote === undefined ? all : text.slice(0, all.length)).toBe(openQuote === undefined ? text : all);
    });
  });
});

test('a quote that never closes is named by its line', () => {
  expect([scanText('a;b\n1;2\n3;"4\n5;6\n').openQuote, scanText('a;b\n"1\n2";"3').openQuote]).toEqual([3, 3]);
  expect(scanText('a;b\n1"2;3"\n').openQuote).toBeUndefined();
});

describe('a file of the European Central Bank', () => {
  const csv = 'Date,USD,JPY,CYP,\n2024-01-19,1.0887,161.17,N/A,\n2024-01-18,1.0875,160.98,N/A,\n';
  const zip = zipSync({ 'eurofxref-hist.csv': Buffer.from(csv) });
  const all = [
    ['2024-01-18', { base: 'EUR', rates: { JPY: 160.98, USD: 1.0875 } }],
    ['2024-01-19', { base: 'EUR', rates: { JPY: 161.17, USD: 1.0887 } }],
  ];

  const ofBank = { pivot: { base: euro }, now: Date.parse('2024-01-20T12:00:00Z') };

  test.each<[string, string | Uint8Array]>([
    ['eurofxref-hist.csv', csv],
    ['eurofxref-hist.csv.gz', gzipSync(csv)],
    ...['eurofxref-hist.zip', 'download'].map((name): [string, Uint8Array] => [name, zip]),
    ['rates.csv', `\ufeff${csv}`],
  ])('%s has its days, by what is in it', async (name, data) => {
    const path = write(name, data);
    expect([await areOfBank([path, path], new AbortController().signal), await daysIn(path, ofBank)]).toEqual([
      true,
      all,
    ]);
  });

  test.each<[string, Uint8Array | string]>([
    ['is cut off or damaged', zip.subarray(0, -1)],
    ['has a row of 2024-01-22, and it is still 2024-01-20 in UTC', `${csv}2024-01-22,1.1,161,N/A,\n`],
  ])('is not taken where it %s', async (why, data) =>
    expect(await daysIn(write('bad.csv', data), ofBank)).toEqual([[` ${why}`, undefined]]),
  );
});
