import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createWhole, writeWhole } from '../../src/files.ts';
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
  await file.finish();
  expect((await stat(path)).mode & 0o777).toBe(0o662);
  await writeWhole(path, 'x');
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
});
