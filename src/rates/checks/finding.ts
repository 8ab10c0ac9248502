import { type Day, isWeekend, numberOf } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';

const findingKinds = [
  'zero',
  'inverse',
  'spike',
  'redenomination',
  'jump',
  'odd',
  'stale',
  'vanished',
  'differs',
] as const;

export interface CheckFinding {
  readonly kind: (typeof findingKinds)[number];
  readonly codes: readonly Code[];
  readonly start: Day;
  /** Undefined: it lasts. */
  readonly end: Day | undefined;
  /**
   * The rates before and on the first day, of `odd` the median before; of `stale` the rate and its weekdays;
   * of `zero` 0 and its days; of `vanished` the days; of `differs` both rates of the day on which they are
   * furthest apart.
   */
  readonly figures: readonly number[];
  readonly size: number;
}

export function worstFirst(a: CheckFinding, b: CheckFinding): number {
  const byKind = findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind);
  return byKind || b.size - a.size || (a.start < b.start ? -1 : 1);
}

/** A day, with what the checks ask of it for each of its codes. */
export interface Dated {
  readonly day: Day;
  /** Days from 1970 to it. */
  readonly number: number;
  readonly isWeekend: boolean;
}

export const dated = (day: Day): Dated => ({ day, number: numberOf(day), isWeekend: isWeekend(day) });
