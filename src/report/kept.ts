import { daysInWords } from '../calendar/runs.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Reporter } from './reporter.ts';

/** Says which days could not be kept, and which have changed since they were. */
export function tellKept({ writer, store }: Holdings, reporter: Reporter): void {
  const { failure, changed } = writer.take();
  if (failure) reporter.problem(`what was fetched could not all be kept: ${failure.message}`);
  if (changed.length > 0) {
    reporter.note(`changed since they were kept: ${daysInWords(changed)}`);
    reporter.note(`the older files lie in ${store.places.older}`);
  }
}
