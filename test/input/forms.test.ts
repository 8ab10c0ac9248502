import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Rejected } from '../../src/input/day-documents.ts';
import { files, found as foundIn, given } from './found.ts';

const { folder, write } = files();

/** What is found in a file of this content: `place: date`, or why it is not taken. */
const found = (data: string | Uint8Array, name = 'days.ndjson') => foundIn([write(name, data)], `${folder}/`);

const line = (date: string, body: unknown = {}) => JSON.stringify({ date, body });

test('every line is a day but for blank ones, which are counted too', async () => {
  const text = `${line('2024-01-01')}\n\n \r\n${line('2024-01-02')}`;
  const days = ['days.ndjson:1: 2024-01-01', 'days.ndjson:4: 2024-01-02'];
  expect(await found(text)).toEqual(days);
  expect(await found(`${text}\n`)).toEqual(days);
});

describe('rows of date, base, quote and rate', () => {
  const rows = (body: unknown) => ({ base: 'USD', rates: body });
  const text =
    'date,base,quote,rate\n2024-01-01,USD,EUR,0.955\n2024-01-02,USD,EUR,0.000139219701\n2024-01-01,USD,JPY,150\n';
  const days = [
    ['2024-01-01', rows({ EUR: 0.955, JPY: 150 })],
    ['2024-01-02', rows({ EUR: 0.000139219701 })],
  ];

  async function bodies(data: string | Uint8Array, name: string) {
    const days = await given([write(name, data)]);
    return days.map((day) => {
      if (day instanceof Rejected) return `${day.name} ${day.reason}`.replace(`${folder}/`, '');
      return 'skipped' in day ? day : [day.date, day.body];
    });
  }

  const objects = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [date, base, quote, rate] = line.split(',');
      return { date, base, quote, rate: Number(rate) };
    });

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
  ])('are the days of %s, in any order', async (_, name, data) => expect(await bodies(data, name)).toEqual(days));
});

describe('documents', () => {
  const series = (base: string, rates: object) => ({ start_date: '2024-01-01', end_date: '2024-01-02', base, rates });
  const one = series('USD', { '2024-01-01': { EUR: 1 }, '2024-01-02': { EUR: 2 } });

  test('one after another have the days of their series, however they are laid out', async () => {
    const days = ['s.json 2024-01-01: 2024-01-01', 's.json 2024-01-02: 2024-01-02'];
    const odd = { ...one, disclaimer: 'a } and a " and \\ of [' };
    const both = `\ufeff${JSON.stringify(odd)}${JSON.stringify(one, null, 2)}`;
    expect(await found(both, 's.json')).toEqual([...days, ...days]);
    expect(await found(JSON.stringify({ date: '2024-01-03', ...one.rates }), 's.json')).toEqual(['s.json: 2024-01-03']);
  });
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

/** The same of these files and folders. */
const foundAt = (...paths: readonly string[]) => foundIn(paths, `${folder}/`);

test('of a folder, what begins with a dot is passed over without a word, and no folder in one of years is read', async () => {
  const given = join(folder, 'years');
  mkdirSync(join(given, 'year=2024', 'year=2025'), { recursive: true });
  write('years/.2024-01-01.json');
  expect(await foundAt(given)).toEqual(['years/year=2024/year=2025 is a folder inside a folder']);
});

test.each(['{', 'PAR1'])('a file that is read as a whole has 64,000,000 bytes at most: %s', async (beginning) => {
  const path = write('days', beginning);
  truncateSync(path, 64_000_001);
  expect(await foundAt(path)).toEqual(['days is over 64 MB']);
});

test('a device is not read', async () => expect(await foundAt('/dev/zero')).toEqual(['/dev/zero is not a file']));
