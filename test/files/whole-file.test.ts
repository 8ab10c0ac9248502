import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createWhole, makeFolder, writeWhole } from '../../src/files.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

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
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual([basename(path)]);
});

test('permissions are exactly those given, or what the umask leaves', async () => {
  const file = await createWhole(path, 0o662);
  await file.close();
  expect((await stat(path)).mode & 0o777).toBe(0o662);
  await writeWhole(path, 'x');
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
});

test('an abandoned file leaves no trace, nor takes away what is there', async () => {
  const abandoned = await createWhole(path);
  await abandoned.write('half');
  await abandoned.abandon();
  expect(await readdir(folder)).toEqual([]);
  const finished = await createWhole(path);
  await finished.close();
  await finished.abandon();
  expect(await readdir(folder)).toEqual(['a.json']);
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
