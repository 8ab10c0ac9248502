import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { processMark } from '../../src/files.ts';
import { acquireLock } from '../../src/store/lock.ts';
import { turns } from '../support/latch.ts';
import { inWhole, seed } from '../support/whole.ts';
import { temporaryFolder } from './temporary-folder.ts';

const never = new AbortController().signal;

/** Works under the lock `a`, which is released afterwards. */
async function holding<T>(work: () => Promise<T>, signal = never): Promise<T> {
  const lock = await acquireLock(folder, ['a'], signal);
  return work().finally(() => lock.release());
}

const here = processMark().split('.')[1];
/** No process has so high an id. */
const deadHere = `${2 ** 22 + 1}.${here}`;
const longAgo = new Date('2020-01-01');
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const path = () => join(folder, 'a');
const taken = () => holding(async () => 'taken');
const lookEvery = 2_000;

/** Has the clock, by which others are waited for, go on at each look at it alone. */
function clockOfLooks(onLook: (looks: number) => void = () => {}): { readonly looks: number } {
  const clock = { looks: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => {
    onLook(++clock.looks);
    return clock.looks * lookEvery;
  });
  return clock;
}

/** Whether the claim is taken over before the clock has been looked at so often. */
async function isTakenWithin(most: number, onLook: () => void = () => {}): Promise<boolean> {
  const over = new AbortController();
  const clock = clockOfLooks((looks) => (looks > most ? over.abort('over') : onLook()));
  const isTaken = await holding(async () => true, over.signal).catch((reason) => {
    expect(reason).toBe('over');
    return false;
  });
  expect(isTaken || clock.looks > most).toBe(true);
  return isTaken;
}

function leaveClaim(text: string, time?: Date): void {
  writeFileSync(path(), text);
  if (time) utimesSync(path(), time, time);
}

test('a lock keeps others out until its work is done, then is gone', async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} in`);
    await turns(10);
    order.push(`${name} out`);
  };
  await Promise.all(['one', 'two', 'three'].map((name) => holding(work(name))));
  expect(order.filter((_, at) => at % 2 === 0).map((entry) => entry.replace('in', 'out'))).toEqual(
    order.filter((_, at) => at % 2 === 1),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock is renewed while its work goes on, and another one in its place neither renewed nor removed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await holding(async () => {
      utimesSync(path(), longAgo, longAgo);
      vi.advanceTimersByTime(5_000);
      expect(statSync(path()).mtimeMs).toBeGreaterThan(longAgo.getTime());
      leaveClaim('another', longAgo);
      vi.advanceTimersByTime(5_000);
    });
    expect([vi.getTimerCount(), statSync(path()).mtime]).toEqual([0, longAgo]);
  } finally {
    vi.useRealTimers();
  }
});

describe('a lock that was left behind', () => {
  test.each([
    ['by a process that is no more is taken over at once, whatever its machine is called now', deadHere, true],
    ['by one of another container or machine is not', deadHere.replace(/\w+$/, '0'), false],
    ['is not taken from a process that lives, whatever the clock says', processMark(), false],
    ['is not, with half of a mark', deadHere.slice(0, -1), false],
  ])('%s', async (_what, mark, isTaken) => {
    leaveClaim(`1 elsewhere 01 ${mark}`, longAgo);
    expect(await isTakenWithin(isTaken ? 2 : 8)).toBe(isTaken);
    expect(readdirSync(folder)).toEqual(isTaken ? [] : ['a']);
  });

  test.each([
    ['by another machine', `${process.pid} elsewhere 0123456789abcdef ${process.pid}.0`],
    ['before anything was written into it', ''],
    ['before all of it was written', `1 elsewhere 0123456789abcdef ${deadHere.slice(0, -1)}`],
    ['with something else in it', '\0\0\0\0'],
  ])('%s is taken over after 20 seconds without a sign of life', async (_name, text) => {
    const clock = clockOfLooks();
    leaveClaim(text, longAgo);
    expect(await taken()).toBe('taken');
    expect(clock.looks * lookEvery).toBeGreaterThan(20_000);
    expect(clock.looks * lookEvery).toBeLessThan(30_000);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a link to nowhere', () => symlinkSync('none', path())],
    ['a link to a file', () => symlinkSync('kept', path())],
    ['a folder', () => mkdirSync(path())],
    ['a named pipe', () => execFileSync('mkfifo', [path()])],
  ])('is an error at once where %s lies in its place, and both stay', async (_what, lay) => {
    writeFileSync(join(folder, 'kept'), `1 elsewhere 01 ${deadHere}`);
    lay();
    const before = readdirSync(folder);
    await expect(taken()).rejects.toThrow(`${path()} is not a lock file; remove it`);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is left to whoever is taking it over, unless he has died over it', async () => {
    leaveClaim(`1 elsewhere 0123456789abcdef ${deadHere}`);
    writeFileSync(`${path()}.0123456789abcdef`, '');
    expect([await isTakenWithin(8), readdirSync(folder)]).toEqual([false, ['a', 'a.0123456789abcdef']]);
    clockOfLooks();
    expect([await taken(), readdirSync(folder)]).toEqual(['taken', []]);
  });
});

/** How often each comes to life. */
const lives = inWhole(6, 1);

async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'lock-user.ts'), platform: 'node' });
  const file = join(folder, 'lock-user.mjs');
  await bundle.write({ file, format: 'esm' });
  return file;
}

async function live(file: string, seed: number): Promise<string> {
  const child = spawn(process.execPath, [file, folder, inWhole('30', '15'), `${seed}`], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? `${code}`)));
}

test(`eight processes that die now and then never have a lock at the same time (seed ${seed})`, async () => {
  const file = await bundled();
  mkdirSync(join(folder, 'locks'));
  const ends = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const ends: string[] = [];
      while (ends.length < lives) ends.push(await live(file, seed + at * lives + ends.length));
      return ends;
    }),
  );
  expect(existsSync(join(folder, 'met'))).toBe(false);
  expect(ends.flat().filter((end) => end === 'SIGKILL').length).toBeGreaterThan(0);
  expect(ends.flat().filter((end) => end !== '0' && end !== 'SIGKILL')).toEqual([]);
});
