import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryIn } from '../../src/disk/whole-file.ts';
import { openDayFiles } from '../../src/export/day-files.ts';
import { day, ratesOf } from '../output/days.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const days = [1, 2, 3].map((number) => day(`2024-01-0${number}`));

test('no more files are made once the signal has ended that', async () => {
  const folder = temporaryFolder();
  const complete = await openDayFiles(folder, 'csv', Date.now());
  const ending = new AbortController();
  const read = (date: (typeof days)[number]) => {
    if (date === days[1]) ending.abort('over');
    return ratesOf(date, { EUR: 0.9 });
  };
  await expect(complete(days, read, ending.signal, () => {})).rejects.toBe('over');
  expect(readdirSync(folder)).toEqual(['2024-01-01.csv', '2024-01-02.csv']);
});

test('what a killed run has left is removed, and not what is still being written', async () => {
  const folder = temporaryFolder();
  const own = temporaryIn(folder);
  const killed = own.replace(`.${process.pid}.`, `.${spawnSync('true').pid}.`);
  for (const path of [own, killed]) writeFileSync(path, 'date,base');
  await openDayFiles(folder, 'csv', Date.now());
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([own]);
});
