import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { Journal, type JournalEntry } from '../../src/store/journal.ts';
import { day } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const runOf = (first: Day, last = first) => ({ first, last, length: countDays(first, last) });
const now = 1_706_800_000_000;
const month = runOf(day('2024-01-01'), day('2024-01-31'));
const january: JournalEntry = { scope: 'range', run: month, received: now, body: Buffer.from('{"rates":"€"}') };
const oneDay: JournalEntry = { scope: 'days', run: runOf(day('2024-02-29')), received: 0, body: Buffer.from('{}') };
const oneDayOfSeries: JournalEntry = { ...oneDay, scope: 'range' };

const open = (folder: string) => new Journal(folder, () => now);

/** As they were written. */
const asWritten = (journal: Journal, month?: string) =>
  journal.entriesOfOthers(month).map((left) => {
    const { path: _, pid: _pid, ...origin } = left;
    return { ...origin, body: journal.read(left) };
  });

describe('a response', () => {
  test.each([
    ['of a month', january],
    ['of a day', oneDay],
    ['of a series of one day', oneDayOfSeries],
  ])('%s is found by another process as it was received, and not by its own', async (_name, entry) => {
    const folder = join(temporaryFolder(), 'journal');
    const own = open(folder);
    await own.write(entry);
    expect([asWritten(open(folder)), own.entriesOfOthers()]).toEqual([[entry], []]);
  });

  test('is gone when its days are stored', async () => {
    const folder = temporaryFolder();
    const journal = open(folder);
    const path = await journal.write(january);
    await journal.write(oneDay);
    expect(readdirSync(folder)).toHaveLength(2);
    journal.remove(path);
    expect(asWritten(open(folder))).toEqual([oneDay]);
  });
});

test('what cannot be written there is a failure, before and after it is paid for', async () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, '');
  const journal = open(folder);
  expect(() => journal.reserve(month)).toThrow(/^cannot write in .*: not a directory$/);
  await expect(journal.write(january)).rejects.toThrow(/^cannot write in .*: not a directory$/);
  expect(journal.entriesOfOthers()).toEqual([]);
});

test('a response is found by its month', async () => {
  const folder = temporaryFolder();
  for (const entry of [january, oneDay]) await open(folder).write(entry);
  const found = ['2024-01', '2024-02', '2024-03'].map((month) => asWritten(open(folder), month));
  expect(found).toEqual([[january], [oneDay], []]);
});
