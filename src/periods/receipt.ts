import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { RateRule } from './rate-rules.ts';

export interface RateOrigin {
  /** One, or those of a mean that have the pair; none for a currency in itself. */
  readonly days: readonly Day[];
  /** Whether the rate, or each daily rate of a mean, is computed from two others. */
  readonly derived: boolean;
}

/** What lets a result be worked out again. */
export interface Receipt {
  readonly rule: RateRule;
  readonly derived: boolean;
  /** The folder of the store that has the days, or the file with rates of one's own. */
  readonly source: string;
  readonly days: number;
  readonly odd: readonly Day[];
}

export type Receipts = (pair: readonly [from: Code, to: Code], origin: RateOrigin) => Receipt;

export function receipts(rule: RateRule, source: string, isOdd: (day: Day, code: Code) => boolean): Receipts {
  return ([from, to], { days, derived }) => {
    if (from === to) return { rule, derived, source, days: 1, odd: [] };

    const odd = days.filter((day) => isOdd(day, from) || isOdd(day, to));
    return { rule, derived, source, days: days.length, odd };
  };
}
