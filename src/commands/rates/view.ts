import type { Code } from '../../rates/code.ts';
import { type DayRates, pick, pivotOf, relativeTo, type Side, sideOf } from '../../rates/day-rates.ts';

/** What is shown of a day. */
export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

/** That the view rests on; undefined: all. */
export const codesOf = ({ base, symbols }: View) => symbols && new Set([base, ...symbols]);

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, { base, inverted, symbols }: View): DayRates | undefined {
  const shown = relativeTo(day, sideOf({ base, inverted }));
  return shown && symbols ? pick(shown, symbols) : shown;
}

/** @param published what the rates are relative to */
export function isDerived({ base, inverted, symbols }: View, published: Side): boolean {
  const pivot = pivotOf(published);
  const isSameWayRound = inverted === 'quote' in published;
  if (isSameWayRound) return base !== pivot;
  return !symbols?.every((code) => code === pivot || code === base);
}
