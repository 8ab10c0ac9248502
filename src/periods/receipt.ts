import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { RateRule } from './rate-rules.ts';

export interface Origin {
  /** One, or those of a mean that have the pair; none for a currency in itself. */
  readonly days: readonly Day[];
  /** Whether it, or each daily rate of a mean, is computed from two others. */
  readonly derived: boolean;
}

export type Receipts = ReturnType<typeof receipts>;

/** What lets a result be worked out again. @param source the folder of the store that has the days */
export function receipts(rule: RateRule, source: string, isOdd: (day: Day, code: Code) => boolean) {
  return ([from, to]: readonly [from: Code, to: Code], { days, derived }: Origin) => {
    if (from === to) return { rule, derived, source, days: 1, odd: [] };
    const odd = days.filter((day) => isOdd(day, from) || isOdd(day, to));
    return { rule, derived, source, days: days.length, odd };
  };
}
