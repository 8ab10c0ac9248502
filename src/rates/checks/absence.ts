import { countDays, type Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { endedCurrencyOf } from '../../currencies/ended.ts';
import { hasEnded } from '../../currencies/names.ts';
import { fixedRateOf } from '../../currencies/replaced.ts';
import type { DayRates } from '../day-rates.ts';
import type { CheckFinding } from './finding.ts';

interface Gone {
  readonly start: Day;
  /** How many days were before. */
  readonly before: number;
}

/** A code that the newest day lacks is named if it was on as many days before, and as long. */
const month = 30;

/** Finds codes that days lack between others that have them, and at the end. */
export class Absence {
  readonly #missing = new Map<Code, Gone>();
  /** How many days were before the first of the last ones in a row that have the code. */
  readonly #present = new Map<Code, number>();
  #last: Day | undefined;
  #codes: ReadonlySet<Code> = new Set();
  #days = 0;

  add(day: DayRates): CheckFinding[] {
    const before = this.#days++;
    const last = this.#last;
    const earlier = this.#codes;
    // a rate of 0 is a finding of its own
    const codes = new Set([...day.rates.keys(), ...((day.dropped ?? []) as readonly Code[])]);
    this.#last = day.day;
    this.#codes = codes;

    const found = this.#findings((code) => codes.has(code), before, last);
    const gone = { start: day.day, before };
    for (const code of earlier) if (!codes.has(code)) this.#missing.set(code, gone);
    for (const code of codes) if (!earlier.has(code)) this.#present.set(code, before);
    return found;
  }

  end(): CheckFinding[] {
    const newest = this.#last;
    if (!newest) return [];
    const isNamed = (code: Code, { start, before }: Gone) =>
      before - (this.#present.get(code) ?? before) >= month &&
      countDays(start, newest) <= month &&
      !isOver(code, newest);
    return this.#findings(isNamed, this.#days);
  }

  /** Those that went together are one. */
  #findings(isFound: (code: Code, gone: Gone) => boolean, until: number, end?: Day): CheckFinding[] {
    const together = new Map<Gone, Code[]>();
    for (const [code, gone] of this.#missing) {
      if (!isFound(code, gone)) continue;
      this.#missing.delete(code);
      together.set(gone, [...(together.get(gone) ?? []), code]);
    }
    return Array.from(together, ([{ start, before }, codes]) => {
      const days = until - before;
      return {
        kind: 'vanished',
        codes: codes.sort(),
        start,
        end,
        figures: [days],
        size: codes.length * days,
      };
    });
  }
}

function isOver(code: Code, day: Day): boolean {
  const over = fixedRateOf(code)?.since ?? endedCurrencyOf(code)?.last;
  return over ? over <= day : hasEnded(code);
}
