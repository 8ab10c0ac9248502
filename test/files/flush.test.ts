import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushFiles, makeFolder } from '../../src/files.ts';
import { agentBudget } from '../../src/server/mcp/agent-budget.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

/** Names of what was flushed, in order, and what the disk says to that. */
const disk = vi.hoisted(() => ({ flushed: [] as string[], flush: async (): Promise<void> => {} }));
/** How the system's `sync` ends. */
const system = vi.hoisted(() => ({ type: 0xef53, isRefused: false }));

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
  return { ...real, fsync, fsyncSync, promises: { ...real.promises, statfs: async () => ({ type: system.type }) } };
});
vi.mock('node:child_process', () => ({
  execFile: (command: string, args: readonly string[], done: (error: unknown) => void) => {
    if (system.isRefused) return done(new Error('refused'));
    disk.flushed.push([command, ...args].join(' '));
    done(null);
  },
}));

let folder: string;

beforeEach(() => {
  folder = fs.realpathSync(temporaryFolder());
  disk.flushed = [];
});
afterEach(() => {
  disk.flush = async () => {};
  Object.assign(system, { type: 0xef53, isRefused: false });
});

function written(count: number): string[] {
  const names = Array.from({ length: count }, (_, at) => `${at}`);
  for (const name of names) fs.writeFileSync(join(folder, name), 'text');
  return names;
}

test.each<[what: string, count: number, change: Partial<typeof system>, isEach: boolean]>([
  ['few files are flushed each, then their folder', 50, {}, true],
  ['many files are flushed with all that there is', 51, {}, false],
  ['where a flush of all fails, many files are flushed each', 51, { isRefused: true }, true],
  ['where a flush of all is not enough for the file system, many are flushed each', 51, { type: 0x6969 }, true],
])('%s', async (_what, count, change, isEach) => {
  Object.assign(system, change);
  const names = written(count);
  await flushFiles(folder, names, false);
  const each = names.map((name) => join(folder, name)).sort();
  expect([disk.flushed.slice(0, -1).sort(), disk.flushed.at(-1)]).toEqual(
    isEach ? [each, folder] : [[], `sync -f ${folder}`],
  );
});

test.each([
  ['few files that are free are flushed each', 50, 51],
  ['of many, only their names', 51, 1],
])('%s', async (_what, count, flushed) => {
  await flushFiles(folder, written(count), true);
  expect([disk.flushed.length, disk.flushed.at(-1)]).toEqual([flushed, folder]);
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
