import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
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
