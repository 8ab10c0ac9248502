import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unflushed } from '../../src/disk/unflushed.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Names of what was flushed, in order, and what the disk says to that. */
const disk = vi.hoisted(() => ({ flushed: [] as string[], flush: async (): Promise<void> => {} }));
const fileSystem = vi.hoisted(() => ({ canBeFlushed: false }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const fsync = (file: number, done: (error: Error | null) => void) => {
    const name = real.readlinkSync(`/proc/self/fd/${file}`);
    void disk.flush().then(() => {
      disk.flushed.push(name);
      done(null);
    }, done);
  };
  return { ...real, fsync };
});
vi.mock('../../src/disk/flush-file-system.ts', () => ({
  flushFileSystem: async (folder: string) => {
    if (fileSystem.canBeFlushed) disk.flushed.push(`all of ${folder}`);
    return fileSystem.canBeFlushed;
  },
}));

let folder: string;
let unflushed: Unflushed;

beforeEach(() => {
  folder = fs.realpathSync(temporaryFolder());
  unflushed = new Unflushed();
  disk.flushed = [];
});
afterEach(() => {
  disk.flush = async () => {};
  fileSystem.canBeFlushed = false;
});

function add(count: number): string[] {
  const paths = Array.from({ length: count }, (_, at) => join(folder, `${at}`));
  for (const path of paths) {
    fs.writeFileSync(path, 'text');
    unflushed.addFile(path);
  }
  return paths;
}

test('few files are flushed each, then their folder, and none twice', async () => {
  fileSystem.canBeFlushed = true;
  const paths = add(31);
  await unflushed.flush();
  expect(disk.flushed.slice(0, -1).sort()).toEqual(paths.sort());
  expect(disk.flushed.at(-1)).toBe(folder);
  await unflushed.flush();
  expect(disk.flushed).toHaveLength(32);
});

test('many files are flushed with all that there is', async () => {
  fileSystem.canBeFlushed = true;
  add(51);
  await unflushed.flush();
  expect(disk.flushed).toEqual([`all of ${folder}`]);
});

test('where that cannot be had, many files are flushed each', async () => {
  add(51);
  await unflushed.flush();
  expect(disk.flushed).toHaveLength(52);
});

test('of a folder whose files are on disk only the names are flushed', async () => {
  unflushed.addFolder(folder);
  await unflushed.flush();
  expect(disk.flushed).toEqual([folder]);
});

test('a file that is gone is none to flush', async () => {
  const [path = ''] = add(1);
  fs.rmSync(path);
  await unflushed.flush();
  expect(disk.flushed).toEqual([folder]);
});

test('who asks while a flush is under way waits for it and for the next', async () => {
  const [path] = add(1);
  const first = unflushed.flush();
  await Promise.resolve();
  await unflushed.flush();
  expect(disk.flushed).toEqual([path, folder]);
  await first;
});

test('after an error of the disk nothing counts as flushed any more', async () => {
  add(1);
  disk.flush = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  const message = `cannot write in ${folder}`;
  await expect(unflushed.flush()).rejects.toThrow(message);
  disk.flush = async () => {};
  await expect(unflushed.flush()).rejects.toThrow(message);
});
