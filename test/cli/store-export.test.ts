import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
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

const names = (path = folder) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

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
