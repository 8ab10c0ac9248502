import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomFrom } from '../random.ts';
import { type Change, Disk } from './disk.ts';

let at: string;
beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'disk-'));
});
afterEach(() => rmSync(at, { recursive: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A new file below `at`, as the program writes one; the descriptor is 5. */
const written = (name: string, text: string): Change[] => [
  ['open', 5, join(at, name), 'wx'],
  ['write', 5, base64(text)],
];

function diskAfter(...changes: Change[]): Disk {
  const disk = new Disk(at);
  for (const change of changes) disk.change(change);
  return disk;
}

/** All states, each once, in which many power cuts leave the disk. */
function statesOf(disk: Disk): string[] {
  const random = randomFrom(1);
  const states = Array.from({ length: 300 }, () =>
    JSON.stringify([...disk.cut(random)].map(([path, content]) => [path, content.toString()]).sort()),
  );
  return [...new Set(states)].sort();
}

const state = (...files: [string, string][]) => JSON.stringify(files);
const flushFile: Change[] = [
  ['flush', 1, 5],
  ['flushed', 1],
];
const flushAt = (): Change[] => [
  ['open', 7, at, 'r'],
  ['flush', 2, 7],
  ['flushed', 2],
  ['close', 7],
];

test('a file whose content alone was flushed is there or not', () => {
  const disk = diskAfter(...written('a', 'new'), ...flushFile);
  expect(statesOf(disk)).toEqual([state(['a', 'new']), state()]);
});

test('a file whose name alone was flushed may have lost its content, in part or wholly', () => {
  const states = statesOf(diskAfter(...written('a', 'new'), ...flushAt()));
  for (const text of ['', 'n', 'ne', 'new', '\0\0\0']) expect(states).toContain(state(['a', text]));
  expect(states).toHaveLength(5);
});

test('of a file of which both were flushed nothing is lost', () => {
  const disk = diskAfter(...written('a', 'new'), ...flushFile, ...flushAt());
  expect(statesOf(disk)).toEqual([state(['a', 'new'])]);
});

test('a rename comes to the disk as one, over the old file or not at all', () => {
  writeFileSync(join(at, 'a'), 'old');
  const rename: Change = ['rename', join(at, 't'), join(at, 'a')];
  const disk = diskAfter(...written('t', 'new'), ...flushFile, ...flushAt(), rename);
  expect(statesOf(disk)).toEqual([state(['a', 'new']), state(['a', 'old'], ['t', 'new'])]);
});

test('a removed file may come back until its folder is flushed', () => {
  writeFileSync(join(at, 'a'), 'old');
  const remove: Change = ['remove', join(at, 'a')];
  expect(statesOf(diskAfter(remove))).toEqual([state(['a', 'old']), state()]);
  expect(statesOf(diskAfter(remove, ...flushAt()))).toEqual([state()]);
});

test('a new folder takes with it what is in it', () => {
  const disk = diskAfter(['mkdir', join(at, 'folder')], ...written('folder/a', 'new'), ...flushFile);
  expect(statesOf(disk)).toContain(state());
});
