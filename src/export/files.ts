import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, tryWriting, writeWhole } from '../disk/whole-file.ts';
import { type ExitCode, exit, type Failure, written } from '../errors.ts';
import { endingOf, type FormatName } from '../output/formats.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Cli } from '../run/host.ts';
import type { Store } from '../store/store.ts';
import { documentOf } from './document.ts';
import { looking } from './foreign.ts';

export interface Completed {
  /** Files. */
  readonly written: number;
  /** That have their rates in a file now. */
  readonly days: number;
  /** What stands in the place of a file and stays there: `rates/2024-01-17.csv (a folder)`. */
  readonly foreign: readonly string[];
  /** Of a year that must not be replaced. */
  readonly failure?: Failure | undefined;
}

/**
 * Opens a folder for files of stored days: makes it if it is missing, and removes what killed runs have left there.
 * @returns writes the files that lack: one for each of these days; in Parquet, for each year from `since` on
 * @throws Failure
 */
export async function openFiles(
  folder: string,
  format: FormatName,
  store: Pick<Store, 'days' | 'read'>,
  { host: { now, signal }, reporter }: Cli,
): Promise<(days: Iterable<Day>, since?: Day) => Promise<Completed>> {
  const onDays = (count: number) => reporter.advance(count);
  if (format === 'parquet') {
    tryWriting(folder);
    const { completeYears } = await import('./year-files.ts');
    return (_, since) => completeYears(folder, store, signal, onDays, since);
  }
  makeFolder(folder);
  await removeStale(folder, now());
  const entries = await written(`in ${folder}`, readdir(folder, { withFileTypes: true }));
  const there = new Map(entries.map((entry) => [entry.name, entry]));
  const lookAt = await looking(folder, format);

  async function write(day: Day, path: string): Promise<boolean> {
    const rates = store.read(day);
    if (rates) await writeWhole(path, await documentOf(rates, format));
    return rates !== undefined;
  }

  return async (wanted) => {
    const foreign: string[] = [];
    let [done, lacking] = [0, 0];
    for (const day of wanted) {
      signal.throwIfAborted();
      onDays(1);
      const name = day + endingOf(format);
      const entry = there.get(name);
      const other = entry && lookAt(entry, day);
      if (other) foreign.push(`${join(folder, name)} (${other})`);
      else if (entry) done++;
      else if (await write(day, join(folder, name))) lacking++;
    }
    return { written: lacking, days: done + lacking, foreign };
  };
}

const mostNamed = 5;

/** @throws the failure, once all else is told */
export function tellForeign({ foreign, failure }: Completed, reporter: Pick<Reporter, 'failure'>): ExitCode {
  if (foreign.length > 0) nameForeign(foreign, reporter);
  if (failure) throw failure;
  return foreign.length > 0 ? exit.partial : exit.ok;
}

function nameForeign(foreign: readonly string[], reporter: Pick<Reporter, 'failure'>): void {
  const more = foreign.length - mostNamed;
  const named = [...foreign.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  const [are, them] = foreign.length === 1 ? ['it is', 'it'] : ['they are', 'them'];
  reporter.failure({
    message: `not written by ratebook, and left as ${are}: ${named}`,
    hints: [`move ${them} away or delete ${them}`],
  });
}
