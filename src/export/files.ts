import type { Day } from '../calendar/day.ts';
import { type FormatName, formats } from '../output/formats.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Store } from '../store/store.ts';
import type { Completed } from './completed.ts';

export interface Export {
  readonly folder: string;
  readonly format: FormatName;
  readonly store: Pick<Store, 'days' | 'read'>;
  readonly host: { readonly now: () => number; readonly signal: AbortSignal };
  readonly reporter: Pick<Reporter, 'advance'>;
}

/** Writes the files that lack: one for each of these days, or in a format of years, for each year from `since` on. */
export type Complete = (days: Iterable<Day>, since?: Day) => Promise<Completed>;

/**
 * Opens a folder for files of stored days: makes it if it is missing, and removes what killed runs have left there.
 * @throws Failure
 */
export async function openFiles(job: Export): Promise<Complete> {
  const { loadYears } = formats[job.format];
  if (!loadYears) return (await import('./day-files.ts')).openDayFiles(job);
  return (await import('./year-files.ts')).openYearFiles(job, await loadYears());
}
