import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { places } from '../../src/config/places.ts';
import { Machine } from '../support/ratebook.ts';
import { inWhole } from '../support/whole.ts';

const folderOf = ({ home }: Machine) => {
  const { cache } = places({ platform: process.platform, env: { XDG_CACHE_HOME: home }, home });
  return join(`${cache}`, `node-${process.version}-${process.arch}`);
};

/** A machine on which nothing has run yet. */
function newMachine(): Machine {
  const machine = new Machine();
  machine.env.XDG_CACHE_HOME = machine.home;
  return machine;
}

const version = (machine: Machine, env: Record<string, string> = {}) => machine.run(['--version'], { env });
const { version: said } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const printed = { code: 0, stdout: `${said}\n`, stderr: '' };

test('what a run has compiled is kept, and a later run does not write it again', async () => {
  const machine = newMachine();
  expect(await version(machine)).toEqual(printed);
  const folder = folderOf(machine);
  const states = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]);
  const before = states();
  expect(before.map(([name]) => name)).toContain('main.cjs');
  expect(await version(machine)).toEqual(printed);
  expect(states()).toEqual(before);
});

test('no damaged code is run, nor that of another source: it is compiled and kept again', async () => {
  const machine = newMachine();
  await version(machine);
  const path = join(folderOf(machine), 'main.cjs');
  const whole = readFileSync(path);
  const damaged = fc.oneof(
    // one bit, some zeros, cut off, too long, empty
    fc.tuple(fc.nat(whole.length - 1), fc.nat(7)).map(([at, bit]) => changed(whole, at, bit)),
    fc.nat(whole.length - 1).map((at) => Buffer.from(whole).fill(0, at, Math.min(at + 4096, whole.length))),
    fc.nat(whole.length - 1).map((at) => whole.subarray(0, at)),
    fc.constant(Buffer.concat([whole, whole])),
    fc.constant(Buffer.alloc(0)),
  );
  const property = fc.asyncProperty(damaged, async (file) => {
    fc.pre(!file.equals(whole));
    writeFileSync(path, file);
    expect(await version(machine)).toEqual(printed);
    expect(readFileSync(path).length).toBeGreaterThan(1000);
    expect(readFileSync(path).equals(file)).toBe(false);
  });
  await fc.assert(property, { numRuns: inWhole(30, 8) });
});

function changed(file: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

describe('a run says nothing and goes on', () => {
  test('where the folder cannot be made', async () => {
    const machine = newMachine();
    writeFileSync(join(machine.home, 'ratebook'), '');
    expect(await version(machine)).toEqual(printed);
  });

  test.runIf(process.getuid?.() === 0)('where the folder is not the user’s own', async () => {
    const machine = newMachine();
    const folder = folderOf(machine);
    await version(machine);
    chownSync(folder, 65_534, 65_534);
    writeFileSync(join(folder, 'main.cjs'), 'not of the user');
    expect(await version(machine)).toEqual(printed);
    expect(readFileSync(join(folder, 'main.cjs'), 'utf8')).toBe('not of the user');
  });

  test('without a file where Node is told to keep none', async () => {
    const machine = newMachine();
    expect(await version(machine, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(printed);
    expect(existsSync(folderOf(machine))).toBe(false);
  });
});

test('many first runs at once print the same', async () => {
  const machine = newMachine();
  const runs = await Promise.all(Array.from({ length: 12 }, () => version(machine)));
  expect(runs).toEqual(runs.map(() => printed));
  expect(await version(machine)).toEqual(printed);
  expect(readdirSync(folderOf(machine)).filter((name) => !name.endsWith('.cjs'))).toEqual([]);
});
