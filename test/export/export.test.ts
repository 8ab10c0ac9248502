import { expect, test, vi } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { exportDays } from '../../src/export/export.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { day, ratesOf } from '../support/rates.ts';
import { onWindows, refuse } from '../support/refusing.ts';

const days = [1, 2, 3].map((number) => day(`2024-01-0${number}`));

test('the file of a year that another program has open is waited for, and named where that takes long', async () => {
  const exporting = {
    folder: temporaryFolder(),
    format: 'parquet',
    store: { read: (date: Day) => ratesOf(date, { EUR: 0.9 }) },
    host: { signal: new AbortController().signal },
    reporter: { progress: undefined },
  } as const;
  const write = () => exportDays(exporting, days);
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
