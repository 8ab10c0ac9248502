import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { bankScene } from '../support/bank.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole } from '../support/whole.ts';

/** Nothing listens there, and no key is set. */
const address = 'http://127.0.0.1:9/api';
let machine: Machine;
let files: StoredFiles;
let folder: string;
beforeEach(() => {
  machine = Machine.for(address, '');
  files = new StoredFiles(machine, address);
  folder = join(machine.home, 'out');
});

const names = (path = folder) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

describe.skipIf(!hasRealDays)(`real days of all years${orSkipped}`, () => {
  const store = (...words: string[]) => runHere(machine, ['store', ...words]);
  // nothing but JSON has these
  const bare = (text: string) => text.replace(/^ {2}"(?:timestamp|disclaimer|license)": .*\n/gm, '');

  test.each(['csv', 'ndjson', 'parquet', 'json'])(
    'are stored and exported as published, and come back from %s as they went',
    async (format) => {
      const real = new RealDays();
      const some = real.days.filter((_, at) => at % inWhole(5, 200) === 0);
      const lines = some.map((day) => `{"date":"${day}","body":${real.body(day)}}\n`);
      writeFileSync(join(machine.home, 'real.ndjson'), lines.join(''));
      await store('import', join(machine.home, 'real.ndjson'));
      expect(files.days()).toEqual(some);
      expect(some.filter((day) => ratesIn(files.read(day)) !== publishedIn(real, day))).toEqual([]);
      const kept = new Map(some.map((day) => [day, format === 'json' ? files.read(day) : bare(files.read(day))]));
      const again = join(machine.home, 'again');
      await store('export', folder, '-f', format);
      if (format === 'csv')
        for (const day of some) {
          const rows = publishedIn(real, day).replaceAll(/^/gm, `${day},USD,`);
          expect(readFileSync(join(folder, `${day}.csv`), 'utf8')).toBe(`date,base,quote,rate\n${rows}\n`);
        }
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

/** Of a file of the store, a line each, as `EUR,0.9`. */
const ratesIn = (text: string) =>
  Array.from(text.matchAll(/^ {4}"(\w+)": ([^,\n]+)/gm), ([, code, rate]) => `${code},${rate}`).join('\n');

const publishedIn = (real: RealDays, day: Day) =>
  Array.from(real.published(day), ([code, text]) => `${code},${decimal(text)}`)
    // 0 is no rate
    .filter((line) => !line.endsWith(',0'))
    .sort()
    .join('\n');

/** The published text as a plain decimal, by its digits alone. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)\.?(\d*)(?:e([+-]\d+))?$/i.exec(text) ?? [];
  const digits = `${'0'.repeat(40)}${whole}${fraction}${'0'.repeat(40)}`;
  const point = 40 + whole.length + Number(exponent);
  const [before, after] = [digits.slice(0, point), digits.slice(point)];
  return `${before.replace(/^0+(?=\d)/, '')}.${after}`.replace(/\.?0+$/, '');
}

const data = join(import.meta.dirname, '../../../shared/data');
const zip = join(data, 'ecb/eurofxref-hist.zip');
const hasFile = existsSync(zip);
const orNoFile = hasFile ? '' : ' (skipped: the bank’s file is not in ../shared/data)';

/** Of a number in plain form. */
const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

/** Read as simply as can be: the file has neither quotes nor blanks. */
function bankFile() {
  const csv = strFromU8(unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array());
  const [header = '', ...all] = csv.trimEnd().split('\n');
  const lines = all.slice(0, inWhole(all.length, 500));
  const codes = header.split(',').slice(1);
  /** By day, the first one first. */
  const rates = new Map(
    lines.toReversed().map((line) => {
      const [day = '', ...cells] = line.split(',');
      const cellsOfCodes = codes.map((code, at) => [code, cells[at] ?? ''] as const);
      return [day, new Map(cellsOfCodes.filter(([code, cell]) => code && cell && cell !== 'N/A'))] as const;
    }),
  );
  /** As the bank had it on that day. */
  const upTo = (day: string) => [header, ...lines.filter((line) => line.slice(0, 10) <= day), ''].join('\n');
  return { rates, days: [...rates.keys()], upTo };
}

test.skipIf(!hasFile)(
  `the bank’s real file is had night after night as far as it goes, digit for digit, and what is stored stays${orNoFile}`,
  async () => {
    const file = bankFile();
    const { bank, stored, run } = await bankScene(file.upTo('9999'));
    const nights = file.days.slice(inWhole(-30, -4));
    let before: string[][] = [];
    for (const night of nights) {
      bank.publish(file.upTo(night));
      const result = await run('archive -q', { now: `${night}T17:00:00Z` });
      expect([night, result]).toEqual([night, { code: 0, stdout: '', stderr: '' }]);
      const days = file.days.slice(0, file.days.indexOf(night) + 1);
      expect(stored.names()).toEqual(days.map((day) => `${day}.json`));
      const now = days.map((day) => [day, stored.read(day)]);
      expect(now.slice(0, before.length)).toEqual(before);
      before = now;
    }
    expect(bank.requests).toHaveLength(nights.length);
    for (const [day, rates] of file.rates) {
      const lines = Array.from(rates, ([code, digits]) => `    "${code}": ${withoutZeros(digits)}`).sort();
      expect(stored.read(day)).toBe(`{\n  "base": "EUR",\n  "rates": {\n${lines.join(',\n')}\n  }\n}\n`);
    }
  },
  900_000,
);
