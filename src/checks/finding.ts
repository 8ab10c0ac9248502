import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';

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

export interface Finding {
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

export const isFindingKind = (text: string) => findingKinds.some((kind) => kind === text);

export function worstFirst(a: Finding, b: Finding): number {
  const byKind = findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind);
  return byKind || b.size - a.size || (a.start < b.start ? -1 : 1);
}
