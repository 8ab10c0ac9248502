import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { isReplaced, publishedCode, publishedPair } from '../../currencies/replaced.ts';
import { atFixedRates, pairRate } from '../../rates/cross.ts';
import {
  type DayRates,
  inSide,
  pairOf,
  pick,
  pivotOf,
  rateIn,
  relativeTo,
  type Side,
  sideOf,
} from '../../rates/day-rates.ts';

/** What is shown of a day. */
export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

/** That the view names; undefined: all. */
export const codesOf = ({ base, symbols }: Pick<View, 'base' | 'symbols'>) =>
  symbols && new Set([base, ...symbols]);

/** That it rests on, on any of the days; undefined: all. */
export function publishedCodesOf(view: View, days: readonly Day[]): ReadonlySet<Code> | undefined {
  const codes = codesOf(view);
  return codes && new Set(days.flatMap((day) => [...codes].map((code) => publishedCode(code, day))));
}

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, view: View): DayRates | undefined {
  const { base, symbols } = view;
  if ([base, ...(symbols ?? [])].some((code) => isReplaced(code, day.day)))
    return showAtFixedRates(day, view);
  const shown = relativeTo(day, sideOf(view));
  return shown && symbols ? pick(shown, symbols) : shown;
}

function showAtFixedRates(day: DayRates, view: View): DayRates | undefined {
  if (!rateIn(day, publishedCode(view.base, day.day))) return undefined;
  const side = sideOf(view);
  const all = () => [...new Set([...day.rates.keys(), pivotOf(day)])].sort();
  const rates = new Map<Code, number>();
  for (const code of view.symbols ?? all()) {
    const pair = publishedPair(...pairOf(side, code), day.day);
    const found = pairRate(day, pair.from, pair.to);
    if (found)
      rates.set(code, Number(pair.replaced.length > 0 ? atFixedRates(found, pair).rate : found.rate));
  }
  return inSide(day, side, rates);
}

/** @param published what the rates are relative to */
export function isDerived({ base, inverted, symbols }: View, published: Side): boolean {
  const pivot = pivotOf(published);
  const isSameWayRound = inverted === 'quote' in published;
  if (isSameWayRound) return base !== pivot;
  return !symbols?.every((code) => code === pivot || code === base);
}
