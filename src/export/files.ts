import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, tryWriting, writeWhole } from '../disk/whole-file.ts';
import { written } from '../errors.ts';
import type { Document } from '../output/format.ts';
import { endingOf, type FormatName, openFormat } from '../output/formats.ts';
import type { Code } from '../rates/code.ts';
import type { Cli } from '../run/host.ts';
import type { Store } from '../store/store.ts';

export const documentIn = (base: Code): Document => ({
  kind: { of: 'days', several: false },
  base,
  inverted: false,
  wide: false,
  width: 120,
  color: false,
});

/**
 * Opens a folder for files of stored days: makes it if it is missing, and removes what killed runs have left there.
 * @returns writes the files that lack, and says how many: one for each of these days, or in Parquet for each year from
 * `since` on
 * @throws Failure
 */
export async function openFiles(
  folder: string,
  format: FormatName,
  store: Pick<Store, 'days' | 'read'>,
  { host: { now, signal }, reporter }: Cli,
) {
  const onDays = (count: number) => reporter.advance(count);
  if (format === 'parquet') {
    tryWriting(folder);
    const { completeYears } = await import('./year-files.ts');
    return (_: Iterable<Day>, since?: Day) => completeYears(folder, store, signal, onDays, since);
  }
  makeFolder(folder);
  await removeStale(folder, now());
  const there = new Set(await written(`in ${folder}`, readdir(folder)));
  return async (days: Iterable<Day>) => {
    let count = 0;
    for (const day of days) {
      signal.throwIfAborted();
      onDays(1);
      const file = day + endingOf(format);
      const rates = there.has(file) ? undefined : store.read(day);
      if (!rates) continue;
      const formatter = await openFormat(format, documentIn(rates.base));
      const pieces = [formatter.day(rates), ...formatter.end()];
      await writeWhole(join(folder, file), Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
      count++;
    }
    return count;
  };
}
