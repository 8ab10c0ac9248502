import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Reporter } from './reporter.ts';
import { count } from './words.ts';

/** Says which days could not be kept, and which came otherwise than they are held. */
export function tellKept({ writer, store }: Holdings, reporter: Reporter): void {
  const { changed, poorer, unfinished, unwritten, failure } = writer.take();
  if (unwritten.length > 0)
    reporter.problem(`${countOf(unwritten)} could not be kept: ${listOf(unwritten)}: ${failure?.message}`);
  if (unfinished.length > 0)
    reporter.problem(
      `${countOf(unfinished)} not kept, unfinished by the clock of the service: ${listOf(unfinished)}`,
    );
  if (poorer.length > 0) reporter.problem(`came with fewer rates than are held: ${listOf(poorer)}`);
  if (changed.length > 0) reporter.note(`changed since they were kept: ${listOf(changed)}`);
  const { older } = store.places;
  if (poorer.length > 0) reporter.problem(`the held rates stay, and what came lies in ${older}`);
  if (changed.length > 0) reporter.note(`the older files lie in ${older}`);
}

const countOf = (days: readonly Day[]) => count(days.length, 'day');

const listOf = (days: readonly Day[]) => daysInWords([...days].sort());
