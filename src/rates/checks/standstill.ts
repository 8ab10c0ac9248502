import type { Code } from '../../currencies/code.ts';
import type { Dated, Finding } from './finding.ts';

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

export interface Standstill {
  add(on: Dated, rate: number): void;
  end(): void;
}

/** Finds weekdays on which a code that usually moves stands still. */
export function standstill(code: Code, found: (finding: Finding) => void): Standstill {
  let run: StillRun | undefined;
  let known = 0;
  /** Share of weekdays with a change; older ones fade. */
  let moving = 0;

  function begun(on: Dated, rate: number): StillRun {
    const isUnusual = known >= leastKnown && moving >= usually;
    return { first: on, last: on, rate, weekdays: 1, isUnusual };
  }

  function learn(moved: 0 | 1): void {
    known++;
    moving += (moved - moving) / Math.min(known, year);
  }

  function end(): void {
    if (!run?.isUnusual || run.weekdays < leastStale) return;

    const { first: start, last: end, rate, weekdays } = run;
    found({
      kind: 'stale',
      codes: [code],
      start: start.day,
      end: end.day,
      figures: [rate, weekdays],
      size: weekdays,
    });
  }

  return {
    add(on: Dated, rate: number): void {
      if (on.isWeekend) return;

      if (!run || on.number - run.last.number > week) {
        end();
        known = 0;
        moving = 0;
        run = begun(on, rate);
      } else if (rate === run.rate) {
        learn(0);
        run.last = on;
        run.weekdays++;
      } else {
        end();
        learn(1);
        run = begun(on, rate);
      }
    },
    end,
  };
}
