import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import { cannotWrite } from '../errors.ts';
import type { Document } from '../output/format.ts';
import { endingOf, type FormatName, openFormat } from '../output/formats.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

export const documentIn = (base: Code): Document => ({
  kind: { of: 'days', several: false },
  base,
  inverted: false,
  wide: false,
  width: 120,
  color: false,
});

/**
 * A folder with one file per day, with all its rates. Creates it if it is missing, and removes what killed runs have left
 * there.
 * @param now in milliseconds since 1970
 * @returns writes the files of days that have none, and says how many
 * @throws Failure
 */
export async function openDayFiles(folder: string, name: FormatName, now: number) {
  makeFolder(folder);
  await removeStale(folder, now);
  const unreadable = (error: unknown) => {
    throw cannotWrite(`in ${folder}`, error);
  };
  const there = new Set(await readdir(folder).catch(unreadable));
  return async (
    days: Iterable<Day>,
    read: (day: Day) => DayRates | undefined,
    signal: AbortSignal,
    onDays: (count: number) => void,
  ): Promise<number> => {
    let written = 0;
    for (const day of days) {
      signal.throwIfAborted();
      onDays(1);
      const file = day + endingOf(name);
      const rates = there.has(file) ? undefined : read(day);
      if (!rates) continue;
      const formatter = await openFormat(name, documentIn(rates.base));
      const pieces = [formatter.day(rates), ...formatter.end()];
      await writeWhole(join(folder, file), Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
      written++;
    }
    return written;
  };
}
