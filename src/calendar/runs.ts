import { grouped } from '../words.ts';
import { addDays, type Day } from './day.ts';

export interface DayRun {
  readonly first: Day;
  readonly last: Day;
  readonly length: number;
}

/** Runs without a day between first and last that is not among the given. @param days ascending, each once */
export function runsOf(days: Iterable<Day>): DayRun[] {
  return groupsOf(days, (last, next) => addDays(last, 1) === next).map(runOver);
}

export type Group = readonly [Day, ...Day[]];

/**
 * @param days ascending @param mayJoin of two days that follow each other, and the first of the former's
 * group
 */
export function groupsOf(
  days: Iterable<Day>,
  mayJoin: (last: Day, next: Day, first: Day) => boolean,
): Group[] {
  const groups: [Day, ...Day[]][] = [];
  for (const day of days) {
    const group = groups.at(-1);
    if (group && mayJoin(group.at(-1) as Day, day, group[0])) group.push(day);
    else groups.push([day]);
  }
  return groups;
}

/** From the first day to the last; its length counts these days alone, not others between them. */
export const runOver = (days: Group): DayRun => ({
  first: days[0],
  last: days.at(-1) as Day,
  length: days.length,
});

const mostNamed = 20;

/** `2012-03-29 to 2012-04-02, 2020-08-01`; the days of all runs after the first few are only counted. */
export const daysInWords = (days: Iterable<Day>, limit = mostNamed): string =>
  runsInWords(runsOf(days), limit);

export function runsInWords(runs: readonly DayRun[], limit: number): string {
  const words = runs
    .slice(0, limit)
    .map(({ first, last, length }) => (length === 1 ? first : `${first} to ${last}`));
  const more = runs.slice(limit).reduce((sum, { length }) => sum + length, 0);
  if (more > 0) words.push(`and ${grouped(more)} more ${more === 1 ? 'day' : 'days'}`);
  return words.join(', ');
}
