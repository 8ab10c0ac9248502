import type { Day } from '../calendar/day.ts';
import type { Failure } from '../errors.ts';
import type { FormatName } from '../output/formats.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Store } from '../store/store.ts';

export interface Export {
  readonly folder: string;
  readonly format: FormatName;
  readonly store: Pick<Store, 'days' | 'read'>;
  readonly host: { readonly now: () => number; readonly signal: AbortSignal };
  readonly reporter: Pick<Reporter, 'advance'>;
}

/** Writes the files that lack: one for each of these days, or of years, for each from that of `since` on. */
export type Complete = (days: Iterable<Day>, since?: Day) => Promise<Completed>;

export interface Completed {
  /** Files. */
  readonly written: number;
  /** Days whose rates are in a file now. */
  readonly days: number;
  /** What stands in the place of a file and stays there: `rates/2024-01-17.csv (a folder)`. */
  readonly foreign: readonly string[];
  /** Why the file of a year must not be replaced. */
  readonly failure?: Failure | undefined;
}
