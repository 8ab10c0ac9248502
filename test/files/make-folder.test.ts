import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, writeWhole } from '../../src/files.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

let root: string;
let umask: number;
beforeEach(() => {
  root = temporaryFolder();
  umask = process.umask(0o077);
});
afterEach(() => void process.umask(umask));

test.each([
  ['a file', () => writeFileSync(join(root, 'a'), ''), 'not a directory'],
  [
    'a link to what is not there, such as a disk that is not mounted',
    () => symlinkSync(join(root, 'nowhere', 'far'), join(root, 'a')),
    'no such file or directory',
  ],
])('in the place of %s it cannot be made', (_name, put, why) => {
  put();
  const folder = join(root, 'a', 'b', 'c');
  expect(() => makeFolder(folder)).toThrow(`cannot write in ${folder}: ${why}`);
});

test('where a link leads to a folder it is made there', () => {
  mkdirSync(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'a'));
  makeFolder(join(root, 'a', 'b'));
  expect(existsSync(join(root, 'real', 'b'))).toBe(true);
});

async function modesIn(mode: number) {
  chmodSync(root, mode);
  makeFolder(join(root, 'a/b'));
  await writeWhole(join(root, 'a/b/day.json'), '{}');
  return ['a', 'a/b', 'a/b/day.json'].map((name) => (statSync(join(root, name)).mode & 0o7777).toString(8));
}

test.skipIf(process.platform === 'win32').each([
  [0o755, '700', '600'],
  [0o775, '770', '660'],
  [0o2775, '2770', '660'],
  [0o2770, '2770', '660'],
  [0o1777, '700', '600'],
])('in a folder of mode %o folders have %s and files %s', async (mode, folder, file) =>
  expect(await modesIn(mode)).toEqual([folder, folder, file]),
);

test.runIf(process.getuid?.() === 0)('the group is that of the folder (run as root, to have two)', async () => {
  chownSync(root, 0, 54_400);
  expect(await modesIn(0o2775)).toEqual(['2770', '2770', '660']);
  for (const name of ['a', 'a/b', 'a/b/day.json']) expect(statSync(join(root, name)).gid).toBe(54_400);
});
