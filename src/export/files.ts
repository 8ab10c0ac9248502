import type { Day } from '../calendar/day.ts';
import { tryWriting } from '../disk/whole-file.ts';
import type { FormatName } from '../output/formats.ts';
import type { Cli } from '../run/host.ts';
import type { Store } from '../store/store.ts';
import { openDayFiles } from './day-files.ts';

/**
 * Opens a folder for files of stored days, and makes it if it is missing.
 * @returns writes the files that lack, and says how many: of these days, or in Parquet of all years from `since` on
 * @throws Failure
 */
export async function openFiles(folder: string, format: FormatName, store: Store, { host, reporter }: Cli) {
  const { signal } = host;
  const onDays = (count: number) => reporter.advance(count);
  if (format === 'parquet') {
    tryWriting(folder);
    const { completeYears } = await import('./year-files.ts');
    return (_: Iterable<Day>, since?: Day) => completeYears(folder, store, signal, onDays, since);
  }
  const complete = await openDayFiles(folder, format, host.now());
  return (days: Iterable<Day>) => complete(days, (day) => store.read(day), signal, onDays);
}
