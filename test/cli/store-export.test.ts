import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatsOfADay } from '../../src/output/formats.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { inWhole } from '../support/whole.ts';

/** Nothing listens there, and no key is set. */
const address = 'http://127.0.0.1:9/api';
let machine: Machine;
let files: HeldFiles;
let folder: string;
beforeEach(() => {
  machine = Machine.for(address, '');
  files = new HeldFiles(machine, address);
  folder = join(machine.home, 'out');
});

const hold = (...days: string[]) => {
  for (const day of days) files.write(day, '{"base":"USD","timestamp":1705535999,"rates":{"EUR":0.955,"JPY":1e-7}}');
};
const run = (...words: string[]) => runHere(machine, ['store', 'export', folder, ...words]);
const names = (path = folder) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

test('a file a day, of all stored days or from one on; what is there is left', async () => {
  hold('2023-12-31', '2024-01-01', '2024-01-02');
  expect(await run('--since', '2024-01-02')).toEqual({
    code: 0,
    stdout: '',
    stderr: `1 day in ${folder}, 1 file written\n`,
  });
  expect(names()).toEqual(['2024-01-02.csv']);
  expect(readFileSync(join(folder, '2024-01-02.csv'), 'utf8')).toBe(
    'date,base,quote,rate\n2024-01-02,USD,EUR,0.955\n2024-01-02,USD,JPY,0.0000001\n',
  );
  expect((await run()).stderr).toBe(`3 days in ${folder}, 2 files written\n`);
  expect(await run('-f', 'json', '-q')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(names()).toHaveLength(6);
});

test.each(formatsOfADay)('a file of %s is known again, with terms and time or without', async (format) => {
  hold('2024-01-01');
  files.write('2024-01-02', `{"disclaimer":"${'terms '.repeat(400)}","base":"USD","rates":{"EUR":0,"GBP":0.8}}`);
  expect((await run('-f', format)).stderr).toMatch(/^2 days in .*, [12] files? written\n$/);
  expect(await run('-f', format)).toEqual({
    code: 0,
    stdout: '',
    stderr: `2 days in ${folder}, 0 files written\n`,
  });
});

const header = 'date,base,quote,rate\n';

/** What stands in the place of a file, what makes it of a path, and what is then said of it. */
const others: readonly (readonly [what: string, format: string, put: (path: string) => void])[] = [
  ['a folder', 'csv', (path) => mkdirSync(path)],
  ['a link', 'csv', (path) => symlinkSync(join(folder, '2024-01-01.csv'), path)],
  ['not a regular file', 'csv', (path) => execFileSync('mkfifo', [path])],
  ['empty', 'csv', (path) => writeFileSync(path, '')],
  ['other content', 'csv', (path) => writeFileSync(path, 'mine')],
  ['other content', 'csv', (path) => writeFileSync(path, header)],
  ['other content', 'csv', (path) => writeFileSync(path, `${header}2024-01-01,USD,EUR,1\n2024-01-02,USD,EUR,1\n`)],
  ['other content', 'json', (path) => writeFileSync(path, '{\n  "date": "2024-01-01"')],
  ['other content', 'json', (path) => writeFileSync(path, '["2024-01-02"]')],
  ['other content', 'ledger', (path) => writeFileSync(path, 'P 2024-01-01 USD 0.955 EUR\n')],
];

test.each(others)('what is %s in the place of %s is named, left as it is, and no day', async (what, format, put) => {
  hold('2024-01-01', '2024-01-02');
  mkdirSync(folder);
  const path = join(folder, `2024-01-02.${format}`);
  put(path);
  const before = writingOf(path);
  const told = `ratebook: not written by ratebook, and left as it is: ${path} (${what})\nhint: move it away or delete it\n`;
  const note = (files: string) => `1 day in ${folder}, ${files} written\n`;
  expect(await run('-f', format)).toEqual({ code: 3, stdout: '', stderr: note('1 file') + told });
  expect(await run('-f', format, '-q')).toEqual({ code: 3, stdout: '', stderr: told });
  expect(writingOf(path)).toBe(before);
  const archive = ['archive', '--to', folder, '-f', format, '--since', '2024-01-02'];
  expect(await runHere(machine, archive, { now: '2024-01-03T09:00:00Z' })).toEqual({
    code: 3,
    stdout: '',
    stderr: `archive: 1 of 1 day held since 2024-01-02\n${told}`,
  });
});

test('many are named in one line', async () => {
  const days = Array.from({ length: 8 }, (_, at) => `2024-01-0${at + 1}`);
  hold(...days);
  for (const day of days.slice(1)) mkdirSync(join(folder, `${day}.csv`), { recursive: true });
  const { code, stderr } = await run('-q');
  expect(code).toBe(3);
  expect(stderr).toMatch(/ are: (\S+ \(a folder\), ){5}and 2 more\nhint: move them away or delete them\n$/);
});

test.each<[string, (year: string) => void]>([
  ['year=2024 (not a folder)', (year) => writeFileSync(year, '')],
  ['year=2024 (not a folder)', (year) => symlinkSync('nowhere', year)],
  ['year=2024/rates.parquet (a folder)', (year) => mkdirSync(join(year, 'rates.parquet'), { recursive: true })],
])('of years likewise: %s', async (told, put) => {
  hold('2023-12-31', '2024-01-01');
  mkdirSync(folder);
  put(join(folder, 'year=2024'));
  const { code, stderr } = await run('-f', 'parquet');
  expect(code).toBe(3);
  expect(stderr).toMatch(`1 day in ${folder}, 1 file written\nratebook: not written by ratebook`);
  expect(stderr).toContain(`${told}\n`);
});

test.each<[string, () => string]>([
  ['itself', () => join(machine.home, '.local/share/ratebook')],
  ['one of its folders', () => files.places.days],
  ['a new folder in it', () => join(files.places.days, '../..', 'new', 'folder')],
  ['a link to it', () => linkTo(files.places.days)],
  ['a new folder in a link to it', () => join(linkTo(files.places.days), 'new')],
])('nothing is written into the store: %s', async (_what, place) => {
  hold('2024-01-01');
  const inside = place();
  const before = names(join(machine.home, '.local'));
  const stderr = `ratebook: ${inside} is in the store, ${join(machine.home, '.local/share/ratebook')}\nhint: take a folder outside it\n`;
  for (const words of [
    ['store', 'export', inside],
    ['store', 'export', inside, '-f', 'parquet'],
    ['archive', '--to', inside],
  ])
    expect(await runHere(machine, words)).toEqual({ code: 2, stdout: '', stderr });
  expect(names(join(machine.home, '.local'))).toEqual(before);
});

/** Differs for each writing, even of the same bytes. */
function writingOf(path: string): string {
  const { ino, mtimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

function linkTo(path: string): string {
  const link = join(machine.home, 'link');
  symlinkSync(path, link);
  return link;
}

test('Parquet has whole years, from that of the first day on', async () => {
  hold('2022-12-31', '2023-01-01', '2023-12-31', '2024-01-01');
  const since = ['-f', 'parquet', '--since', '2023-06-01'];
  expect((await run(...since)).stderr).toBe(`3 days in ${folder}, 2 files written\n`);
  expect((await run(...since)).stderr).toBe(`3 days in ${folder}, 0 files written\n`);
  const year = (name: string) => [`year=${name}`, `year=${name}/rates.parquet`];
  expect(names()).toEqual([...year('2023'), ...year('2024')]);
});

test('nothing stored makes no folder', async () => {
  expect(await run()).toEqual({ code: 3, stdout: '', stderr: 'ratebook: no days are stored\n' });
  hold('2024-01-01');
  expect(await run('--since', '2024-01-02')).toEqual({
    code: 3,
    stdout: '',
    stderr: 'ratebook: no days are stored since 2024-01-02\n',
  });
  expect((await run('--demo')).code).toBe(3);
  expect((await run('--show-alternative')).code).toBe(3);
  expect(existsSync(folder)).toBe(false);
});

test('a damaged day is named, and the others are written', async () => {
  hold('2024-01-01', '2024-01-03');
  files.write('2024-01-02', 'broken');
  const { code, stderr } = await run();
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^ratebook: the stored file of 2024-01-02 is damaged and was moved to .*\n2 days in .*, 2 files written\n$/,
  );
  expect(names()).toEqual(['2024-01-01.csv', '2024-01-03.csv']);
});

test('where a file is in the way, nothing is written', async () => {
  hold('2024-01-01');
  writeFileSync(folder, 'mine');
  for (const format of ['csv', 'parquet']) expect((await run('-f', format)).code).toBe(1);
  expect(readFileSync(folder, 'utf8')).toBe('mine');
});

describe.skipIf(!hasRealDays)(`real days of all years${orSkipped}`, () => {
  const store = (...words: string[]) => runHere(machine, ['store', ...words]);
  // nothing but JSON has these
  const bare = (text: string) => text.replace(/^ {2}"(?:timestamp|disclaimer|license)": .*\n/gm, '');

  test.each(['csv', 'ndjson', 'parquet', 'json'])(
    'come back from %s as they went',
    async (format) => {
      const real = new RealDays();
      const some = real.days.filter((_, at) => at % inWhole(5, 50) === 0);
      const lines = some.map((day) => `{"date":"${day}","body":${real.body(day, day, false)}}\n`);
      writeFileSync(join(machine.home, 'real.ndjson'), lines.join(''));
      await store('import', join(machine.home, 'real.ndjson'));
      expect(files.days()).toEqual(some);
      const kept = new Map(some.map((day) => [day, format === 'json' ? files.read(day) : bare(files.read(day))]));
      const again = join(machine.home, 'again');
      await store('export', folder, '-f', format);
      rmSync(files.places.days, { recursive: true });
      expect(await store('import', folder)).toMatchObject({ code: 0, stdout: '' });
      expect(files.days()).toEqual(some);
      expect(some.filter((day) => files.read(day) !== kept.get(day))).toEqual([]);
      await store('export', again, '-f', format);
      expect(names(again)).toEqual(names());
      const paths = names().filter((name) => name.includes('.'));
      const isOther = (path: string) => !readFileSync(join(folder, path)).equals(readFileSync(join(again, path)));
      expect(paths.filter(isOther)).toEqual([]);
    },
    120_000,
  );
});
