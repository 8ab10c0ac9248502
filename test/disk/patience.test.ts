import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { holding } from '../../src/disk/claims.ts';
import { createWhole, moveFile, writeWhole } from '../../src/disk/whole-file.ts';
import { openFile } from '../../src/output/file-sink.ts';
import { Remembered } from '../../src/store/remembered.ts';
import { textAt } from '../../src/store/text-at.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { onWindows, refuse } from '../support/refusing.ts';

const { signal } = new AbortController();
const codes = ['EPERM', 'EACCES', 'EBUSY'];
let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'a.json');
  writeFileSync(path, 'old');
});

async function replaced(): Promise<void> {
  const file = await createWhole(path);
  await file.write('new');
  await file.finish();
}

/** Half a second goes by at each look at the clock. */
function hurry(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 500));
}

const ways = [
  ['a small file', 'renameSync', () => writeWhole(path, 'new')],
  ['a file that grows', 'rename', replaced],
] as const;

describe.each(ways)('%s on Windows', (_name, rename, write) => {
  test.each(codes)('replaces another after the system has said %s for a moment', async (code) => {
    onWindows();
    const asked = refuse(rename, code, 2, /\.tmp$/);
    await write();
    expect(asked.count).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  test.each(codes)('leaves another as it was where the system says %s for two seconds', async (code) => {
    onWindows();
    hurry();
    const asked = refuse(rename, code, 1_000, /\.tmp$/);
    await expect(write()).rejects.toMatchObject({
      exitCode: 1,
      hints: ['close the file in the program that has it open'],
    });
    expect(asked.count).toBe(4);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });
});

test('elsewhere what is refused is not tried again', async () => {
  const asked = refuse('renameSync', 'EPERM', 1_000, /\.tmp$/);
  await expect(writeWhole(path, 'new')).rejects.toMatchObject({ hints: [] });
  expect(asked.count).toBe(1);
});

test.each(codes)('what is read, moved or removed may be refused with %s for a moment', (code) => {
  onWindows();
  refuse('openSync', code, 1, /a\.json$/);
  refuse('readFileSync', code, 1, /a\.json$/);
  refuse('renameSync', code, 1, /a\.json$/);
  refuse('rmSync', code, 1, /b\.json$/);
  expect(textAt(path)).toBe('old');
  moveFile(path, join(folder, 'b.json'));
  new Remembered(join(folder, 'b.json'), String).forget();
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that another program has open is refused before the output is begun', async () => {
  onWindows();
  hurry();
  refuse('open', 'EBUSY', 1_000, /a\.json$/);
  await expect(openFile(path, signal)).rejects.toMatchObject({
    exitCode: 1,
    hints: ['close the file in the program that has it open'],
  });
  expect(readdirSync(folder)).toEqual(['a.json']);
});

describe('a claim on Windows', () => {
  const taken = () => holding(folder, 'claim', signal, async () => 'taken');

  test.each(codes)('that is just being deleted, of which the system says %s, counts as taken', async (code) => {
    onWindows();
    const asked = refuse('openSync', code, 2, /claim$/);
    expect(await taken()).toBe('taken');
    expect(asked.count).toBe(3);
  });

  test('that can never be made is refused', async () => {
    onWindows();
    hurry();
    refuse('openSync', 'EPERM', 1_000, /claim$/);
    await expect(taken()).rejects.toThrow('cannot write');
  });

  test('is still one’s own where it cannot be read for a moment, and goes at the end', async () => {
    onWindows();
    await holding(folder, 'claim', signal, async (check) => {
      refuse('readFileSync', 'EBUSY', 1, /claim$/);
      check();
      refuse('rmSync', 'EPERM', 1, /claim$/);
    });
    expect(readdirSync(folder)).toEqual(['a.json']);
  });
});
