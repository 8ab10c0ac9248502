import type { Code } from '../../currencies/code.ts';
import type { CheckFinding, Dated } from './finding.ts';

/** Weekdays without a change that are reported. */
export const leastStale = 15;

/** A code usually moves if it did on nine of ten weekdays, of the last year and of no fewer than these. */
const usually = 0.9;
const leastKnown = 60;
const year = 250;

/** A gap of more days ends the comparison. */
const week = 7;

interface StillRun {
  readonly first: Dated;
  last: Dated;
  readonly rate: number;
  weekdays: number;
  /** The code usually moves. */
  readonly isUnusual: boolean;
}

/** Finds weekdays on which a code that usually moves stands still. */
export class Standstill {
  #run: StillRun | undefined;
  #known = 0;
  /** Share of weekdays with a change; older ones fade. */
  #moving = 0;

  /** @param findings gets what is found */
  constructor(
    private readonly code: Code,
    private readonly findings: CheckFinding[],
  ) {}

  add(on: Dated, rate: number): void {
    if (on.isWeekend) return;

    const run = this.#run;
    if (run && on.number - run.last.number <= week) {
      const moved = rate === run.rate ? 0 : 1;
      this.#known++;
      this.#moving += (moved - this.#moving) / Math.min(this.#known, year);
      if (moved) this.#begin(on, rate);
      else Object.assign(run, { last: on, weekdays: run.weekdays + 1 });
    } else {
      this.#known = 0;
      this.#moving = 0;
      this.#begin(on, rate);
    }
  }

  #begin(on: Dated, rate: number): void {
    this.end();
    const isUnusual = this.#known >= leastKnown && this.#moving >= usually;
    this.#run = { first: on, last: on, rate, weekdays: 1, isUnusual };
  }

  end(): void {
    if (!this.#run?.isUnusual || this.#run.weekdays < leastStale) return;
    const { first, last, rate, weekdays } = this.#run;
    this.findings.push({
      kind: 'stale',
      codes: [this.code],
      start: first.day,
      end: last.day,
      figures: [rate, weekdays],
      size: weekdays,
    });
  }
}
