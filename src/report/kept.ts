import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Holdings } from '../fetch/holdings.ts';
import { count } from '../words.ts';
import type { Reporter } from './reporter.ts';

/** Names the days that could not be stored, and those that differ from what was stored. */
export function tellKept({ keeper, store }: Holdings, reporter: Reporter): void {
  const { changed, poorer, unfinished, unwritten, failure } = keeper.takeNews();
  if (unwritten.length > 0)
    reporter.problem(`${countOf(unwritten)} could not be stored: ${listOf(unwritten)}: ${failure?.message}`);
  if (unfinished.length > 0)
    reporter.problem(
      `${countOf(unfinished)} not stored, unfinished by the service's clock: ${listOf(unfinished)}`,
    );
  if (poorer.length > 0) reporter.problem(`days with fewer rates than stored: ${listOf(poorer)}`);
  if (changed.length > 0) reporter.note(`days that changed since they were stored: ${listOf(changed)}`);
  const { older } = store.places;
  if (poorer.length > 0) reporter.problem(`the stored rates stay; the new answers are in ${older}`);
  if (changed.length > 0) reporter.note(`the earlier files are in ${older}`);
}

/** `24 days are kept; the same command goes on from there` */
export function tellInterrupted({ keeper, refresh }: Holdings, reporter: Reporter): void {
  if (keeper.stored === 0) return;
  const kept = `${count(keeper.stored, 'day')} ${keeper.stored === 1 ? 'is' : 'are'} kept`;
  reporter.note(refresh ? kept : `${kept}; the same command goes on from there`);
}

const countOf = (days: readonly Day[]) => count(days.length, 'day');

const listOf = (days: readonly Day[]) => daysInWords([...days].sort());
