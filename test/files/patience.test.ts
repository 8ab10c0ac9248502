import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWhole, processMark, writeWhole } from '../../src/files.ts';
import { openInput } from '../../src/input/input-file.ts';
import { openFile } from '../../src/output/file.ts';
import { acquireLock } from '../../src/store/lock.ts';
import { textAt } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { onWindows, refuse } from '../support/refusing.ts';

const { signal } = new AbortController();
const codes = ['EPERM', 'EACCES', 'EBUSY'] as const;
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
  await file.close();
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
    expect([asked.count, readFileSync(path, 'utf8')]).toEqual([3, 'new']);
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
    expect([asked.count, readFileSync(path, 'utf8')]).toEqual([4, 'old']);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });
});

const input = { stdin: new Readable(), signal };

test.each([
  ['read', () => openInput(path, input)],
  ['read as a text', async () => textAt(path)],
  ['written to, before the output is begun', () => openFile(path, signal)],
])('what another program has open for good is named where it would be %s', async (_what, open) => {
  onWindows();
  hurry();
  for (const name of ['open', 'openSync', 'readFileSync'] as const) refuse(name, 'EBUSY', 1_000, /a\.json$/);
  const hints = ['close the file in the program that has it open'];
  await expect(open()).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(path), hints });
  expect(readdirSync(folder)).toEqual(['a.json']);
});

describe('a claim on Windows', () => {
  const take = async () => (await acquireLock(folder, ['claim'], signal)).release();
  const dead = `1 elsewhere 0123456789ab 2000000000.${processMark().split('.')[1]}`;

  test.each(codes)('that is just being deleted, of which the system says %s, counts as taken', async (code) => {
    onWindows();
    const asked = refuse('openSync', code, 2, /claim$/);
    await take();
    expect(asked.count).toBeGreaterThan(2);
  });

  test('of a process that has ended is taken over, even if nobody may look at it', async () => {
    onWindows();
    writeFileSync(join(folder, 'claim'), dead);
    refuse('lstatSync', 'EPERM', 2, /claim$/);
    await take();
  });
});
