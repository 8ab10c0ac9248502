import { countDays, type Day, isWeekend } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { Finding } from './finding.ts';

/** Weekdays without a change that are reported. */
export const leastStale = 15;

/** A code usually moves if it did on nine of ten weekdays, of the last year and of no fewer than these. */
const usually = 0.9;
const leastKnown = 60;
const year = 250;

/** A gap of more days ends the comparison. */
const week = 7;

interface Run {
  readonly first: Day;
  last: Day;
  readonly rate: number;
  weekdays: number;
  /** The code usually moved when the run began. */
  readonly isUnusual: boolean;
}

/** Finds weekdays on which a code that usually moves stands still. */
export class Standstill {
  readonly #code: Code;
  readonly #found: (finding: Finding) => void;
  #run: Run | undefined;
  #known = 0;
  /** Share of weekdays with a change; older ones fade. */
  #moving = 0;

  constructor(code: Code, found: (finding: Finding) => void) {
    this.#code = code;
    this.#found = found;
  }

  add(day: Day, rate: number): void {
    if (isWeekend(day)) return;
    const run = this.#run;
    if (!run || countDays(run.last, day) - 1 > week) {
      this.end();
      this.#known = 0;
      this.#moving = 0;
      this.#begin(day, rate);
    } else if (rate === run.rate) {
      this.#learn(0);
      run.last = day;
      run.weekdays++;
    } else {
      this.#report(run);
      this.#learn(1);
      this.#begin(day, rate);
    }
  }

  end(): void {
    if (this.#run) this.#report(this.#run);
    this.#run = undefined;
  }

  #begin(day: Day, rate: number): void {
    const isUnusual = this.#known >= leastKnown && this.#moving >= usually;
    this.#run = { first: day, last: day, rate, weekdays: 1, isUnusual };
  }

  #learn(moved: 0 | 1): void {
    this.#known++;
    this.#moving += (moved - this.#moving) / Math.min(this.#known, year);
  }

  #report({ first, last, rate, weekdays, isUnusual }: Run): void {
    if (!isUnusual || weekdays < leastStale) return;
    this.#found({
      kind: 'stale',
      codes: [this.#code],
      start: first,
      end: last,
      figures: [rate, weekdays],
      size: weekdays,
    });
  }
}
