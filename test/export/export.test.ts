import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { exportDays, openFolder } from '../../src/export/export.ts';
import { temporaryIn } from '../../src/files.ts';
import type { FormatName } from '../../src/output/formats.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { day, ratesOf } from '../output/days.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { onWindows, refuse } from '../support/refusing.ts';

const days = [1, 2, 3].map((number) => day(`2024-01-0${number}`));
const exporting = (
  folder: string,
  read: (day: Day) => DayRates | undefined,
  signal = new AbortController().signal,
  format: FormatName = 'csv',
) =>
  ({
    folder,
    format,
    store: { read },
    host: { signal },
    reporter: { advance: () => {} },
  }) as const;

test('what a killed run has left is removed, and not what is still being written', async () => {
  const folder = temporaryFolder();
  const own = temporaryIn(folder);
  const killed = own.replace(`.${process.pid}.`, `.${spawnSync('true').pid}.`);
  for (const path of [own, killed]) writeFileSync(path, 'date,base');
  await openFolder(folder);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([own]);
});

test('the file of a year that another program has open is waited for, and named where that takes long', async () => {
  const folder = temporaryFolder();
  const write = () =>
    exportDays(
      exporting(folder, (date) => ratesOf(date, { EUR: 0.9 }), undefined, 'parquet'),
      days,
    );
  expect(await write()).toMatchObject({ written: 1 });

  onWindows();
  refuse('openSync', 'EBUSY', 2, /\.parquet$/);
  expect(await write()).toEqual({ written: 0, days: 3, foreign: [], failure: undefined });

  refuse('openSync', 'EBUSY', 1_000, /\.parquet$/);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 500));
  await expect(write()).rejects.toMatchObject({
    message: expect.stringMatching(/^cannot read .*year=2024.rates\.parquet: /),
    hints: ['close the file in the program that has it open'],
  });
});
