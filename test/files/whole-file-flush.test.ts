import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createWhole, writeWhole } from '../../src/files.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { Latch } from '../support/latch.ts';

/** Told when the program begins to wait for the disk; that ends when the promise does. */
const disk = vi.hoisted(() => ({ flush: async (): Promise<void> => {} }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const fsync = (file: number, done: (error: Error | null) => void) =>
    void disk.flush().then(() => real.fsync(file, done), done);
  return { ...real, fsync };
});

let folder: string;
let path: string;

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'a.json');
  fs.writeFileSync(path, 'old');
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  vi.spyOn(prototype, 'sync').mockImplementation(() => disk.flush());
});

async function written(): Promise<void> {
  const file = await createWhole(path);
  await file.write('new');
  await file.close();
}

const ways: readonly [string, () => Promise<void>][] = [
  ['a small file', () => writeWhole(path, 'new')],
  ['a file that grows', written],
];

test.each(ways)('%s comes to its place when all of it is on disk', async (_name, write) => {
  const flushing = new Latch();
  const flushed = new Latch();
  disk.flush = () => {
    flushing.open();
    return flushed.opened;
  };
  const writing = write();
  await Promise.race([flushing.opened, writing]);
  const texts = () => fs.readdirSync(folder).map((name) => fs.readFileSync(join(folder, name), 'utf8'));
  expect(texts().sort()).toEqual(['new', 'old']);
  expect(fs.readFileSync(path, 'utf8')).toBe('old');
  flushed.open();
  await writing;
  expect(texts()).toEqual(['new']);
});

test.each(ways)('%s that the disk does not take leaves what was there', async (_name, write) => {
  disk.flush = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  await expect(write()).rejects.toThrow(`cannot write ${path}`);
  expect(fs.readdirSync(folder)).toEqual([basename(path)]);
  expect(fs.readFileSync(path, 'utf8')).toBe('old');
});
