import fs, { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createWhole, flushFiles, makeFolder, writeWhole } from '../../src/files.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { Latch } from '../support/latch.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'a.json');
});

test('a file is written in one go, over what was there, and nothing else stays, however long its name', async () => {
  path = join(folder, 'x'.repeat(255));
  await writeWhole(path, 'old');
  await writeWhole(path, new TextEncoder().encode('new'));
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['new', [basename(path)]]);
});

test('permissions are exactly those given, or what the umask leaves', async () => {
  const file = await createWhole(path, 0o662);
  await file.close();
  expect((await stat(path)).mode & 0o777).toBe(0o662);
  await writeWhole(path, 'x');
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
});

/** Until the test ends, the disk has flushed a file when this is done. */
async function onFlush(flush: () => Promise<void>): Promise<void> {
  const { fsync } = fs;
  fs.fsync = ((file, done) => void flush().then(() => fsync(file, done), done)) as typeof fs.fsync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsync = fsync;
    syncBuiltinESMExports();
  });
  const handle = await open(folder);
  vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(flush);
  await handle.close();
}

async function written(): Promise<void> {
  const file = await createWhole(path);
  await file.write('new');
  await file.close();
}

const ways: readonly [string, () => Promise<void>][] = [
  ['a small file', () => writeWhole(path, 'new')],
  ['a file that grows', written],
];

test.each(ways)('%s takes its place when all of it is on disk', async (_name, write) => {
  writeFileSync(path, 'old');
  const [flushing, flushed] = [new Latch(), new Latch()];
  await onFlush(() => {
    flushing.open();
    return flushed.opened;
  });
  const writing = write();
  await flushing.opened;
  expect(await readFile(path, 'utf8')).toBe('old');
  flushed.open();
  await writing;
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['new', ['a.json']]);
});

test.each([...ways, ['a folder of files', () => flushFiles(folder, ['a.json'], false)] as const])(
  '%s that the disk does not take is a failure, and leaves what was there',
  async (_name, write) => {
    writeFileSync(path, 'old');
    await onFlush(() => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })));
    await expect(write()).rejects.toThrow(/^cannot write /);
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['old', ['a.json']]);
  },
);

test.each([
  ['files that were paid for are flushed each, then their folder', 50, false, 51],
  ['a few that are free, too', 50, true, 51],
  ['of many that are free, only the names', 51, true, 1],
])('%s', async (_what, count, areFree, flushes) => {
  const names = Array.from({ length: count }, (_, at) => `${at}`);
  for (const name of names) writeFileSync(join(folder, name), '');
  const flush = vi.fn(async () => {});
  await onFlush(flush);
  await flushFiles(folder, names, areFree);
  expect(flush).toHaveBeenCalledTimes(flushes);
});

test.each([
  ['a file', () => writeFileSync(join(folder, 'a'), ''), 'not a directory'],
  [
    'a link to nothing',
    () => symlinkSync(join(folder, 'nowhere', 'far'), join(folder, 'a')),
    'no such file or directory',
  ],
])('a folder cannot be made below %s', (_name, put, why) => {
  put();
  const inIt = join(folder, 'a', 'b', 'c');
  expect(() => makeFolder(inIt)).toThrow(`cannot write in ${inIt}: ${why}`);
});

test('a folder is made where a link leads', () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'a'));
  makeFolder(join(folder, 'a', 'b'));
  expect(existsSync(join(folder, 'real', 'b'))).toBe(true);
});

test.skipIf(process.platform === 'win32').each<[mode: number, modes: string, group: number]>([
  [0o755, '700 700 600', 0],
  [0o775, '770 770 660', 0],
  [0o2775, '2770 2770 660', 0],
  [0o1777, '700 700 600', 0],
  // only root has two groups for certain
  ...(process.getuid?.() === 0 ? [[0o2775, '2770 2770 660', 54_400] as [number, string, number]] : []),
])('in a folder of mode %o folders and files have the modes %s, and its group %i', async (mode, modes, group) => {
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  if (group > 0) chownSync(folder, 0, group);
  chmodSync(folder, mode);
  makeFolder(join(folder, 'a/b'));
  await writeWhole(join(folder, 'a/b/day.json'), '{}');
  const made = ['a', 'a/b', 'a/b/day.json'].map((name) => statSync(join(folder, name)));
  expect(made.map(({ mode }) => (mode & 0o7777).toString(8)).join(' ')).toBe(modes);
  if (group > 0) expect(made.map(({ gid }) => gid)).toEqual([group, group, group]);
});
