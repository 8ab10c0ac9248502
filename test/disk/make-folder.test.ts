import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/disk/flush.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

test('a folder is made with those that it lies in, and once', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

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
