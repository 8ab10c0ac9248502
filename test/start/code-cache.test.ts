import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { places } from '../../src/config/places.ts';
import { openFolder, orRootAlone, runAs, stranger } from '../support/other-user.ts';
import { Machine, nodeOptions } from '../support/ratebook.ts';
import { inWhole } from '../support/whole.ts';

const folderOf = ({ home }: Machine) =>
  `${places({ platform: process.platform, env: { XDG_CACHE_HOME: home }, home }).cache}`;

const main = 'main.cjs.other';

function newMachine(): Machine {
  const machine = new Machine();
  machine.env.XDG_CACHE_HOME = machine.home;
  return machine;
}

const root = join(import.meta.dirname, '../..');
const version = (machine: Machine, env: Record<string, string> = {}, program?: string) =>
  machine.run(['--version'], { env, ...(program && { program }) });
const { version: said } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
const printed = { code: 0, stdout: `${said}\n`, stderr: '' };
const statesIn = (folder: string) => fs.readdirSync(folder).map((name) => [name, fs.lstatSync(join(folder, name)).ino]);

test('what a run has compiled is stored for its user alone, and a later run does not write it again', async () => {
  const machine = newMachine();
  expect(await version(machine)).toEqual(printed);
  const folder = folderOf(machine);
  const before = statesIn(folder);
  expect(before.map(([name]) => name)).toContain(main);
  const modes = ['.', ...fs.readdirSync(folder)].map((name) => fs.statSync(join(folder, name)).mode & 0o077);
  expect([new Set(modes), await version(machine)]).toEqual([new Set([0]), printed]);
  expect(statesIn(folder)).toEqual(before);
  // by itself for what is run again and again
  expect((await machine.run(['latest', '--help'])).code).toBe(0);
  expect(statesIn(folder)).toEqual(expect.arrayContaining([...before, ['main.cjs.latest', expect.any(Number)]]));
});

test('no damaged code is run: it is compiled and stored again', async () => {
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
  await fc.assert(property, { numRuns: inWhole(12, 2) });
});

function changed(file: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

/** Lets each program that is run with the cache print `other` in place of its version. */
const other = '9.8.7';

/** The file of a cache with code of another text, of the same length: V8 does not notice. */
let planted: Buffer | undefined;

function plant(folder: string): void {
  planted ??= codeOf(`(function (exports) {exports.main=()=>console.log('${other}')})`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, main), planted);
}

function codeOf(evil: string): Buffer {
  const text = fs.readFileSync(join(root, 'dist/main.cjs'), 'utf8');
  const compile = `
    const { Script } = require('node:vm');
    const script = new Script(${JSON.stringify(evil)}.padEnd(${text.length}));
    const exports = {};
    script.runInThisContext()(exports);
    console.log = () => {};
    exports.main();
    process.stdout.write(script.createCachedData());`;
  const code = execFileSync(process.execPath, [...nodeOptions, '-e', compile], { env: {} });
  return Buffer.concat([Buffer.from(text), code, code]);
}

describe.skipIf(process.getuid?.() !== 0)(`code that another user may have put there${orRootAlone}`, () => {
  const rootUser = { uid: 0, gid: 0 };
  const victims = [
    { who: 'root', user: rootUser },
    { who: 'a user', user: { uid: 54_322, gid: 54_322 } },
  ];

  /** The owner of all in the cache is the victim; then the folder, or what is beside it, is made somebody else's. */
  const ways: [string, (cache: string, folder: string) => void][] = [
    ['the folder is another user’s', (_, folder) => fs.chownSync(folder, stranger.uid, stranger.gid)],
    ['the folder is writable for all', (_, folder) => fs.chmodSync(folder, 0o1777)],
    ['the folder above is another user’s, as a home under sudo', (cache) => fs.chownSync(cache, stranger.uid, 0)],
    ['one far above is another user’s', (cache) => fs.chownSync(join(cache, '..'), stranger.uid, 0)],
    ['the folder is a link', (_, folder) => moveBehindLink(folder, `${folder}-far`)],
    ['the file is another user’s', (_, folder) => fs.chownSync(join(folder, main), stranger.uid, stranger.gid)],
    ['the file is writable for its group', (_, folder) => fs.chmodSync(join(folder, main), 0o660)],
    ['the file is a link', (cache, folder) => moveBehindLink(join(folder, main), join(cache, 'far'))],
  ];

  function moveBehindLink(path: string, to: string): void {
    fs.renameSync(path, to);
    fs.symlinkSync(to, path);
  }

  /** The cache of a user, with planted code and a file of that user's own. */
  function cacheOf({ uid, gid }: { uid: number; gid: number }) {
    const home = openFolder();
    const cache = join(home, 'cache');
    const folder = join(cache, 'ratebook');
    plant(folder);
    fs.writeFileSync(join(folder, 'mine'), 'mine');
    for (const path of [home, cache, folder, join(folder, main), join(folder, 'mine')]) fs.chownSync(path, uid, gid);
    const env = { HOME: home, XDG_CACHE_HOME: cache, PATH: `${process.env.PATH}` };
    return { cache, folder, env };
  }

  const cases = victims
    .slice(0, inWhole(2, 1))
    .flatMap((victim) => ways.map(([way, make]) => ({ ...victim, way, make })));
  test.each(cases)('is not run by $who where $way, and nothing else goes', async ({ user, make }) => {
    const { cache, folder, env } = cacheOf(user);
    make(cache, folder);
    expect(await runAs(user, ['--version'], env)).toEqual(printed);
    expect(fs.readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
    expect(fs.lstatSync(folder).isSymbolicLink()).toBe(fs.existsSync(`${folder}-far`));
  });
});

test.each<[string, (path: string) => void]>([
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
  ['a device', (path) => fs.symlinkSync('/dev/zero', path)],
])('what is no file in the place of one is neither awaited nor read to its end %s is replaced', async (_name, put) => {
  const machine = newMachine();
  const path = join(folderOf(machine), main);
  await version(machine);
  fs.rmSync(path);
  put(path);
  expect([await version(machine), fs.lstatSync(path).isFile()]).toEqual([printed, true]);
});
