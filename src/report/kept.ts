import { daysInWords } from '../calendar/runs.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { Known } from '../fetch/holdings.ts';

/** Says that days could not be kept, and which have changed since they were; false where some could not be kept. */
export function tellKept({ writer, store }: Known, reporter: Reporter): boolean {
  const { failure, changed } = writer.take();
  if (failure) reporter.problem(`what was fetched could not all be kept: ${failure.message}`);
  if (changed.length > 0) {
    reporter.note(`changed since they were kept: ${daysInWords(changed)}`);
    reporter.note(`the older files lie in ${store.places.older}`);
  }
  return !failure;
}
