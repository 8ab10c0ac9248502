import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { places } from '../../src/config/places.ts';
import { keep } from '../../src/start/keeping.ts';
import { KeptCode } from '../../src/start/kept-code.ts';
import { Machine } from '../support/ratebook.ts';
import { inWhole } from '../support/whole.ts';

const folderOf = ({ home }: Machine) => {
  const { cache } = places({ platform: process.platform, env: { XDG_CACHE_HOME: home }, home });
  return join(`${cache}`, `node-${process.version}-${process.arch}`);
};

const start = fs.readFileSync(join(import.meta.dirname, '../../dist/start.cjs'), 'utf8');
const [build] = /(?<=`)[0-9a-f]{16}(?=`)/.exec(start) ?? [];

/** What `--version` keeps of the main file. */
const main = `main.cjs.other.${build}`;

/** A machine on which nothing has run yet. */
function newMachine(): Machine {
  const machine = new Machine();
  machine.env.XDG_CACHE_HOME = machine.home;
  return machine;
}

const version = (machine: Machine, env: Record<string, string> = {}) => machine.run(['--version'], { env });
const { version: said } = JSON.parse(fs.readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const printed = { code: 0, stdout: `${said}\n`, stderr: '' };

test('what a run has compiled is kept, and a later run does not write it again', async () => {
  const machine = newMachine();
  expect(await version(machine)).toEqual(printed);
  const folder = folderOf(machine);
  const states = () => fs.readdirSync(folder).map((name) => [name, fs.statSync(join(folder, name)).ino]);
  const before = states();
  expect(before.map(([name]) => name)).toContain(main);
  expect(await version(machine)).toEqual(printed);
  expect(states()).toEqual(before);
  // by itself for what is run again and again
  expect((await machine.run(['latest', '--help'])).code).toBe(0);
  expect(states().map(([name]) => name)).toContain(`main.cjs.latest.${build}`);
  expect(states()).toEqual(expect.arrayContaining(before));
});

test('no damaged code is run: it is compiled and kept again', async () => {
  const machine = newMachine();
  await version(machine);
  const path = join(folderOf(machine), main);
  const whole = fs.readFileSync(path);
  const damaged = fc.oneof(
    // one bit, some zeros, cut off, too long, empty
    fc.tuple(fc.nat(whole.length - 1), fc.nat(7)).map(([at, bit]) => changed(whole, at, bit)),
    fc.nat(whole.length - 1).map((at) => Buffer.from(whole).fill(0, at, Math.min(at + 4096, whole.length))),
    fc.nat(whole.length - 1).map((at) => whole.subarray(0, at)),
    fc.constant(Buffer.concat([whole, whole.subarray(0, 8)])),
    fc.constant(Buffer.alloc(0)),
  );
  const property = fc.asyncProperty(damaged, async (file) => {
    fc.pre(!file.equals(whole));
    fs.writeFileSync(path, file);
    expect(await version(machine)).toEqual(printed);
    expect(fs.readFileSync(path).length).toBeGreaterThan(1000);
    expect(fs.readFileSync(path).equals(file)).toBe(false);
  });
  await fc.assert(property, { numRuns: inWhole(12, 8) });
});

function changed(file: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

const sizeOf = (folder: string) =>
  fs.readdirSync(folder).reduce((sum, name) => sum + fs.lstatSync(join(folder, name)).size, 0);

/** Of all that is kept. */
const bound = 8_000_000;

test('what killed runs leave does not grow, and goes with the next one', async () => {
  const machine = newMachine();
  const folder = folderOf(machine);
  const preload = join(import.meta.dirname, '../support/killed-in-writing.cjs');
  for (let round = 0; round < 3; round++) {
    expect((await machine.run(['--version'], { preload })).code).toBe(null);
    expect(fs.readdirSync(folder).sort()).toEqual(['unfinished', 'writer']);
  }
  expect(await version(machine)).toEqual(printed);
  expect(fs.readdirSync(folder).filter((name) => !name.endsWith(`.cjs.other.${build}`))).toEqual([]);
  expect(fs.readdirSync(folder)).toContain(main);
});

test('what older versions kept goes, and then what was kept longest ago, where all of it is too much', async () => {
  const machine = newMachine();
  const folder = folderOf(machine);
  await version(machine);
  const own = fs.readdirSync(folder);
  // of this version, but not of this run
  const others = ['parquet.cjs.series', 'svg.cjs.series', 'ora.cjs.other', 'fetch.cjs.latest'];
  for (const [age, name] of others.entries()) {
    const path = join(folder, `${name}.${build}`);
    fs.writeFileSync(path, Buffer.alloc(2_400_000));
    fs.utimesSync(path, age, age);
  }
  for (let old = 0; old < 20; old++) fs.writeFileSync(join(folder, `old-${old}.cjs`), Buffer.alloc(200_000));
  fs.writeFileSync(join(folder, `${main}.4711`), Buffer.alloc(200_000));
  fs.writeFileSync(join(folder, main), '');
  expect(await version(machine)).toEqual(printed);
  const kept = fs.readdirSync(folder);
  expect(kept).toEqual(expect.arrayContaining([...own, `fetch.cjs.latest.${build}`]));
  for (const gone of [`parquet.cjs.series.${build}`, `${main}.4711`, 'old-0.cjs']) expect(kept).not.toContain(gone);
  expect(sizeOf(folder)).toBeLessThanOrEqual(bound);
});

test('a run that uses more than can be kept does not keep it again and again', () => {
  const folder = join(new Machine().home, 'cache');
  const names = Array.from({ length: 5 }, (_, index) => `${index}.cjs`);
  const source = `'${'x'.repeat(1_000_000)}'`;
  const run = () => {
    const cache = new KeptCode(
      folder,
      { build: 'one', kind: 'other' },
      process.getuid?.(),
      (filename, text, cachedData) => new Script(text, { filename, ...(cachedData && { cachedData }) }),
    );
    for (const name of names) cache.compile(name, source);
    if (cache.lacksFiles) keep(cache);
    return fs.readdirSync(folder).map((name) => [name, fs.statSync(join(folder, name)).ino]);
  };
  const kept = run();
  expect(kept.map(([name]) => name)).toEqual(names.slice(0, 3).map((name) => `${name}.other.one`));
  expect(sizeOf(folder)).toBeLessThanOrEqual(bound);
  expect(run()).toEqual(kept);
});

describe('what is no file in the place of one is neither waited for nor read to an end', () => {
  test.each<[string, (path: string) => void]>([
    ['a named pipe', (path) => execFileSync('mkfifo', [path])],
    ['a device', (path) => fs.symlinkSync('/dev/zero', path)],
    [
      'a file of 100 GB',
      (path) => {
        fs.writeFileSync(path, '');
        fs.truncateSync(path, 100e9);
      },
    ],
  ])('%s is replaced', async (_name, put) => {
    const machine = newMachine();
    const path = join(folderOf(machine), main);
    await version(machine);
    fs.rmSync(path);
    put(path);
    expect(await version(machine)).toEqual(printed);
    expect(fs.lstatSync(path).isFile()).toBe(true);
    expect(sizeOf(folderOf(machine))).toBeLessThanOrEqual(bound);
  });

  test('a folder stays', async () => {
    const machine = newMachine();
    const folder = folderOf(machine);
    await version(machine);
    const names = fs.readdirSync(folder);
    fs.rmSync(join(folder, main));
    fs.mkdirSync(join(folder, main));
    fs.writeFileSync(join(folder, main, 'mine'), '');
    for (let round = 0; round < 2; round++) {
      expect(await version(machine)).toEqual(printed);
      expect(fs.readdirSync(folder)).toEqual(names);
    }
    expect(fs.readdirSync(join(folder, main))).toEqual(['mine']);
  });
});

describe('a run says nothing and goes on', () => {
  test('where the folder cannot be made', async () => {
    const machine = newMachine();
    fs.writeFileSync(join(machine.home, 'ratebook'), '');
    expect(await version(machine)).toEqual(printed);
  });

  test.runIf(process.getuid?.() === 0)('where the folder is not the user’s own (run as root)', async () => {
    const machine = newMachine();
    const folder = folderOf(machine);
    await version(machine);
    fs.chownSync(folder, 65_534, 65_534);
    fs.writeFileSync(join(folder, main), 'not of the user');
    expect(await version(machine)).toEqual(printed);
    expect(fs.readFileSync(join(folder, main), 'utf8')).toBe('not of the user');
  });

  test('without a file where Node is told to keep none', async () => {
    const machine = newMachine();
    expect(await version(machine, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(printed);
    expect(fs.existsSync(folderOf(machine))).toBe(false);
  });
});

test('many first runs at once print the same', async () => {
  const machine = newMachine();
  const runs = await Promise.all(Array.from({ length: 12 }, () => version(machine)));
  expect(runs).toEqual(runs.map(() => printed));
  expect(await version(machine)).toEqual(printed);
  expect(fs.readdirSync(folderOf(machine)).filter((name) => !name.endsWith(`.cjs.other.${build}`))).toEqual([]);
});
