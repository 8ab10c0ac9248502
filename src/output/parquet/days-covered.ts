import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { runsOf } from '../../calendar/runs.ts';

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
export const daysKey = 'ratebook.days';

export function textOfDays(days: Iterable<Day>): string {
  return runsOf(days)
    .map(({ first, last }) => `${first}/${last}`)
    .join(' ');
}

/** Undefined if it is not such a text. */
export function daysOfText(text: string): Day[] | undefined {
  const days: Day[] = [];
  for (const run of text.split(' ')) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  return days;
}
