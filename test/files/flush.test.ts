import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushFiles, makeFolder } from '../../src/files.ts';
import { agentBudget } from '../../src/server/mcp/agent-budget.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Names of what was flushed, in order, and what the disk says to that. */
const disk = vi.hoisted(() => ({ flushed: [] as string[], flush: async (): Promise<void> => {} }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const fsync = (file: number, done: (error: Error | null) => void) => {
    const name = real.readlinkSync(`/proc/self/fd/${file}`);
    void disk.flush().then(() => {
      disk.flushed.push(name);
      done(null);
    }, done);
  };
  const fsyncSync = (file: number) => void disk.flushed.push(real.readlinkSync(`/proc/self/fd/${file}`));
  return { ...real, fsync, fsyncSync };
});
let folder: string;

beforeEach(() => {
  folder = fs.realpathSync(temporaryFolder());
  disk.flushed = [];
});
afterEach(() => {
  disk.flush = async () => {};
});

function written(count: number): string[] {
  const names = Array.from({ length: count }, (_, at) => `${at}`);
  for (const name of names) fs.writeFileSync(join(folder, name), 'text');
  return names;
}

test.each([
  { count: 50, areFree: false, isEach: true },
  { count: 51, areFree: false, isEach: true },
  { count: 50, areFree: true, isEach: true },
  { count: 51, areFree: true, isEach: false },
])('of $count files that are free: $areFree, each is flushed: $isEach; then their folder', async (given) => {
  const names = written(given.count);
  await flushFiles(folder, names, given.areFree);
  const each = names.map((name) => join(folder, name)).sort();
  expect([disk.flushed.slice(0, -1).sort(), disk.flushed.at(-1)]).toEqual([given.isEach ? each : [], folder]);
});

test('what the disk does not take is a failure that names the folder', async () => {
  disk.flush = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  await expect(flushFiles(folder, written(1), false)).rejects.toThrow(`cannot write in ${folder}`);
  await expect(flushFiles(folder, ['gone'], false)).rejects.toThrow(`cannot write in ${folder}`);
});

test('a folder that is made is on disk, with those above it', () => {
  makeFolder(join(folder, 'made', 'one'));
  expect(disk.flushed).toEqual([folder, join(folder, 'made')]);
});

test('the requests that agents set aside are on disk, and then the name of their file', async () => {
  const agents = join(folder, 'agents');
  await agentBudget(agents, Date.now, new AbortController().signal).setAside(1, 5);
  expect(disk.flushed.slice(-2)).toEqual([expect.stringMatching(/agents\/\.ratebook-.*\.tmp$/), agents]);
});
