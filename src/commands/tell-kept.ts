import { daysInWords } from '../calendar/runs.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { Known } from '../fetch/known.ts';

/** Says that days could not be kept, and which have changed since they were; false where some could not be kept. */
export function tellKept({ keeper, store }: Known, reporter: Reporter): boolean {
  const { failure, changed } = keeper.take();
  if (failure) reporter.problem(`what was fetched could not all be kept: ${failure.message}`);
  if (changed.length > 0) {
    reporter.note(`changed since they were kept: ${daysInWords(changed)}`);
    reporter.note(`the older files lie in ${store.places.older}`);
  }
  return !failure;
}
