import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { temporaryIn } from '../../src/disk/whole-file.ts';
import { openFiles } from '../../src/export/files.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { day, ratesOf } from '../output/days.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const days = [1, 2, 3].map((number) => day(`2024-01-0${number}`));
const exporting = (folder: string, read: (day: Day) => DayRates | undefined, signal = new AbortController().signal) =>
  openFiles({
    folder,
    format: 'csv',
    store: { read, days: async () => days },
    host: { now: Date.now, signal },
    reporter: { advance: () => {} },
  });

test('no more files are made once the signal has ended that', async () => {
  const folder = temporaryFolder();
  const ending = new AbortController();
  const read = (date: Day) => {
    if (date === days[1]) ending.abort('over');
    return ratesOf(date, { EUR: 0.9 });
  };
  const complete = await exporting(folder, read, ending.signal);
  await expect(complete(days)).rejects.toBe('over');
  expect(readdirSync(folder)).toEqual(['2024-01-01.csv', '2024-01-02.csv']);
});

test('what a killed run has left is removed, and not what is still being written', async () => {
  const folder = temporaryFolder();
  const own = temporaryIn(folder);
  const killed = own.replace(`.${process.pid}.`, `.${spawnSync('true').pid}.`);
  for (const path of [own, killed]) writeFileSync(path, 'date,base');
  await exporting(folder, () => undefined);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([own]);
});
