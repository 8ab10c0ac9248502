import { grouped } from '../words.ts';
import { addDays, type Day, monthOf } from './day.ts';

export interface DayRun {
  readonly first: Day;
  readonly last: Day;
  readonly length: number;
}

export function runsOf(days: Iterable<Day>, mayJoin = (_last: Day, _next: Day) => true): DayRun[] {
  const runs: { first: Day; last: Day; length: number }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === day && mayJoin(run.last, day)) {
      run.last = day;
      run.length++;
    } else {
      runs.push({ first: day, last: day, length: 1 });
    }
  }
  return runs;
}

/** Runs within a calendar month, the most that one time-series request can cover. */
export function monthRunsOf(days: Iterable<Day>): DayRun[] {
  return runsOf(days, (last, next) => monthOf(last) === monthOf(next));
}

export function halves(run: DayRun): [DayRun, DayRun] {
  const length = run.length >> 1;
  const last = addDays(run.first, length - 1);
  return [
    { first: run.first, last, length },
    { first: addDays(last, 1), last: run.last, length: run.length - length },
  ];
}

const mostNamed = 20;

/** `2012-03-29 to 2012-04-02, 2020-08-01`; the days of all runs after the first 20 are only counted. */
export function daysInWords(days: Iterable<Day>): string {
  const runs = runsOf(days);
  const words = runs
    .slice(0, mostNamed)
    .map(({ first, last, length }) => (length === 1 ? first : `${first} to ${last}`));
  const more = runs.slice(mostNamed).reduce((sum, { length }) => sum + length, 0);
  if (more > 0) words.push(`and ${grouped(more)} more ${more === 1 ? 'day' : 'days'}`);
  return words.join(', ');
}
