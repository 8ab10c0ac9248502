import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { UnusableFile } from '../../src/input/unusable-file.ts';
import { isEcbWorkingDay, parseFile } from '../../src/sources/ecb.ts';
import { eachCase } from '../support/cases.ts';

const csv = `Date,USD,JPY,CYP,
2024-01-19,1.0887,161.17,N/A,
2024-01-18,1.0875,160.98,,
2007-12-31,1.4721,164.93,0.585274,
`;
const all = [
  ['2007-12-31', { CYP: 0.585274, JPY: 164.93, USD: 1.4721 }],
  ['2024-01-18', { JPY: 160.98, USD: 1.0875 }],
  ['2024-01-19', { JPY: 161.17, USD: 1.0887 }],
];

const today = '2026-04-13' as Day;
const daysInFile = (bytes: Uint8Array) => parseFile(Buffer.from(bytes), today);
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const zipOf = (files: Zippable) => Buffer.from(zipSync(files));
const zipped = (text: string) => zipOf({ 'eurofxref-hist.csv': bytesOf(text) });

const daysOf = async (bytes: Uint8Array) =>
  (await daysInFile(bytes)).map(({ day, rates }) => [day, Object.fromEntries(rates)]);

const withRow = (day: string, rate = '1.5') => Buffer.from(`${csv}${day},${rate},${rate},${rate},\n`);

/** Why nothing of it is taken. */
async function whyNot(bytes: Uint8Array): Promise<string> {
  const error = await daysInFile(bytes).then(
    (days) => new Error(`has ${days.length} days`),
    (thrown) => thrown,
  );
  if (!(error instanceof UnusableFile)) throw error;
  return error.message;
}

describe('days are those', () => {
  const lines = csv.trimEnd().split('\n');
  const [header = '', ...rows] = lines;
  const withoutCommas = `${lines.map((line) => line.slice(0, -1)).join('\n')}\n`;

  test.each<[string, Uint8Array]>([
    ['of the zip', zipped(csv)],
    ['of the CSV in it', bytesOf(csv)],
    ['of a zip that does not compress', zipOf({ 'a.csv': [bytesOf(csv), { level: 0 }] })],
    ['of a zip with a comment', zipOf({ 'a.csv': [bytesOf(csv), { comment: 'rates' }] })],
    ['in the order of time', bytesOf([header, ...rows.toReversed()].join('\n'))],
    ['with other line ends, and blank lines', bytesOf(`\xef\xbb\xbf${csv.replaceAll('\n', '\r\n\r\n')}`)],
    ['without a comma at the end of each line', bytesOf(withoutCommas)],
    ['without a line end at the end of a zip', zipped(withoutCommas.trimEnd())],
    ['without a line end after the last comma', bytesOf(csv.trimEnd())],
    ['in quotes', bytesOf(csv.replace(/[^,\n]+/g, '"$&"'))],
  ])('%s', async (_, bytes) => expect(await daysOf(bytes)).toEqual(all));

  test('that have a rate, without the codes whose rate cannot be read', async () => {
    const odd = ['0', '-1', '1e3', '1.', '.5', '1,5', '0x1', 'Infinity', '9'.repeat(400), `0.${'0'.repeat(400)}1`];
    for (const cell of odd) {
      const days = await daysInFile(bytesOf(`Date,USD,GBP\n2024-01-19,"${cell}",0.85\n2024-01-18,N/A,\n`));
      expect(days).toEqual([
        { day: '2024-01-19', base: 'EUR', isFinal: true, rates: new Map([['GBP', 0.85]]), dropped: ['USD'] },
      ]);
    }
  });
});

describe('nothing is taken of', () => {
  test.each<[string, Uint8Array]>([
    ['is not a file of the bank: its first line is not Date and codes', bytesOf('')],
    ['is a web page', bytesOf('<!DOCTYPE html><html><body>Sorry</body></html>')],
    ['is JSON', bytesOf('{"base":"EUR"}')],
    ['is compressed by gzip', bytesOf('\x1f\x8b\x08')],
    ['is not a file of the bank: its first line is not Date and codes', bytesOf('2024-01-19,1.0887\n')],
    ['is not a file of the bank: its first line is not Date and codes', bytesOf('Date,\n2024-01-19,\n')],
    ['is cut off or damaged', Buffer.concat([bytesOf('PK\x03\x04'), zipped(csv).subarray(-22)])],
    ["is a zip of 0 files, and the bank's has one", zipOf({})],
    ["is a zip of 2 files, and the bank's has one", zipOf({ 'a.csv': bytesOf(csv), 'b.csv': bytesOf(csv) })],
    ['has no rates', bytesOf('Date,USD,\n2024-01-19,N/A,\n')],
    ['has two columns of USD', bytesOf('Date,USD,GBP,USD,\n2024-01-19,1,2,3,\n')],
    ['has 2024-01-19 twice', bytesOf('Date,USD,\n2024-01-19,1.0887,\n2024-01-18,1.1,\n2024-01-19,1.0887,\n')],
    ['has 2024-01-19 twice', bytesOf('Date,USD,\n2024-01-19,1.0887,\n2024-01-19,N/A,\n')],
    ['has no readable day on line 3', bytesOf('Date,USD,\n2024-01-19,1.0887,\n19 January 2024,1.1,\n')],
    ['has no readable day on line 2', bytesOf('Date,USD,\n2023-02-29,1.0887,\n')],
    ['is damaged: line 2 has 4 cells, its header has 3', bytesOf('Date,USD,\n2024-01-19,1.0887,1,\n')],
    ['is cut off: line 2 has 2 cells, its header has 3', bytesOf('Date,USD,\n2024-01-19,1.0887\n2024-01-18,1.1,\n')],
    ['has a row of 2026-04-14, and it is still 2026-04-13 in UTC', withRow('2026-04-14')],
    ["has a row of 1999-01-01; the bank's first day is 1999-01-04", withRow('1999-01-01')],
    ['has no readable day on line 5', withRow('٢٠٢٤-01-17')],
    ['is cut off: it has a quote that is never closed', bytesOf('Date,USD,\n2024-01-19,1.0887,\n"2024-01-18,1.1,\n')],
  ])('what %s', async (why, bytes) => expect(await whyNot(bytes)).toBe(why));

  const zip = zipped(csv);
  const end = zip.length - 22;
  const record = zip.readUInt32LE(end + 16);
  /** With other numbers in these places, of two bytes each. */
  const changed = (values: Readonly<Record<number, number>>) => {
    const copy = Buffer.from(zip);
    for (const [at, value] of Object.entries(values)) copy.writeUInt16LE(value, Number(at));
    return copy;
  };
  const damaged = 'is cut off or damaged';
  const forty = zipOf(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.csv`, bytesOf(csv)])));

  test.each<[what: string, why: string, file: Buffer]>([
    ['has another checksum', 'has a wrong checksum', changed({ 14: 1, [record + 16]: 1 })],
    ['says that it holds more', damaged, changed({ 22: 9999, [record + 24]: 9999 })],
    ['is encrypted', damaged, changed({ [record + 8]: 1 })],
    ['counts fewer files', "is a zip of 0 files, and the bank's has one", changed({ [end + 10]: 0 })],
    ['goes on after its end', damaged, Buffer.concat([zip, zip.subarray(0, 9)])],
    // the first of which cannot be unpacked
    ['has 40 files', "is a zip of 40 files, and the bank's has one", forty.fill(0, 36, 99)],
  ])('a zip that %s', async (_what, why, file) => expect(await whyNot(file)).toBe(why));
});

test('nothing is taken of a zip, or of a file, that is cut, wherever that is', async () => {
  const zip = zipped(csv);
  for (let length = 2; length < zip.length; length++)
    expect([length, await whyNot(zip.subarray(0, length))]).toEqual([length, 'is cut off or damaged']);
  for (let length = csv.trimEnd().lastIndexOf('\n') + 2; length < csv.length - 1; length++)
    expect(await whyNot(bytesOf(csv.slice(0, length)))).toMatch(/^is cut off: line 4 has \d cells, its header has 5$/);
  for (const last of ['2007-12-31,1.4721,164.93,0.5852', '2007-12-31,1.4721,164.93,'])
    expect(await whyNot(bytesOf(`Date,USD,JPY,CYP\n${last}`))).toBe('is cut off: its last line has no end');
});

test('more than 32 MB is not unpacked', async () => {
  const million = deflateRawSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  // not even what follows is looked at, which is no deflated data
  const zip = zipOf({
    'a.csv': [Buffer.concat([...Array(60).fill(million), Buffer.alloc(100_000, 'x')]), { level: 0 }],
  });
  const record = zip.readUInt32LE(zip.length - 6);
  for (const size of [60_000_000, 0xffff_fffe]) {
    for (const header of [0, record + 2]) {
      zip.writeUInt16LE(8, header + 8);
      zip.writeUInt32LE(size, header + 22);
    }
    expect(await whyNot(zip)).toBe('is over 32 MB unpacked');
  }
});

const path = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
const isThere = existsSync(path);

describe.skipIf(!isThere)(`the bank's own file${isThere ? '' : ' (skipped: it is not in ../shared/data)'}`, () => {
  const file = isThere ? readFileSync(path) : Buffer.alloc(0);

  test('has rates of every working day, and of no other', async () => {
    const days = new Set((await daysInFile(file)).map(({ day }) => day));
    const other = [...eachDay('1999-01-04' as Day, '2026-04-13' as Day)].filter(
      (day) => isEcbWorkingDay(day) !== days.has(day),
    );
    expect(other).toEqual([]);
  });
});

eachCase(`
  2000-04-23   2008-03-23   2024-03-31   2038-04-25   2049-04-18   2285-03-22
`)('around Easter, %s, there are four days without rates', (easter) => {
  const around = [-4, -3, -2, -1, 0, 1, 2, 3].map((away) => isEcbWorkingDay(addDays(easter as Day, away)));
  expect(around).toEqual([true, true, false, false, false, false, true, true]);
});
