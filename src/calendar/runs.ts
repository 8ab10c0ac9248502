import { addDays, type Day, monthOf } from './day.ts';

/** Consecutive days, both ends included, all of one calendar month. */
export interface Run {
  readonly first: Day;
  readonly last: Day;
  readonly length: number;
}

/** The fewest runs that hold exactly these days (ascending, each once), in order. */
export function runsOf(days: Iterable<Day>): Run[] {
  const runs: { first: Day; last: Day; length: number }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run.last, 1) === day && monthOf(run.first) === monthOf(day)) {
      run.last = day;
      run.length++;
    } else {
      runs.push({ first: day, last: day, length: 1 });
    }
  }
  return runs;
}

/** The two halves of a run of at least two days. */
export function halves(run: Run): [Run, Run] {
  const length = run.length >> 1;
  const last = addDays(run.first, length - 1);
  return [
    { first: run.first, last, length },
    { first: addDays(last, 1), last: run.last, length: run.length - length },
  ];
}
