import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';
import { quotientOf } from './computed.ts';

interface RatesOfDay {
  readonly day: Day;
  readonly rates: ReadonlyMap<Code, number>;
  /** Codes with an unusable rate, as the service wrote them. */
  readonly dropped?: readonly string[] | undefined;
  /** Time of publication in seconds since 1970; unknown for days from a time series. */
  readonly timestamp?: number | undefined;
  readonly disclaimer?: string | undefined;
  readonly license?: string | undefined;
  /** The rates never change, though the day may be today. */
  readonly isFinal?: true;
}

export interface DayRates extends RatesOfDay {
  readonly base: Code;
}

interface InvertedRates extends RatesOfDay {
  readonly quote: Code;
  /** Codes whose rate is 0, which has no inverse. */
  readonly zeros: readonly Code[];
}

export type ShownRates = DayRates | InvertedRates;

export type Side = { readonly base: Code } | { readonly quote: Code };

export function sideOf({ base, inverted }: { readonly base: Code; readonly inverted: boolean }): Side {
  return inverted ? { quote: base } : { base };
}

export function pairOf(side: Side, code: Code): readonly [base: Code, quote: Code] {
  return 'base' in side ? [side.base, code] : [code, side.quote];
}

/** Undefined if the base has no rate, or a rate of 0. */
export function derive(day: DayRates, base: Code): DayRates | undefined {
  if (base === day.base) return day;
  const per = day.rates.get(base);
  if (!per) return undefined;

  const rates = new Map<Code, number>();
  for (const [code, rate] of withBase(day)) {
    const derived = code === base ? 1 : quotientOf(rate, per);
    if (Number.isFinite(derived)) rates.set(code, derived);
  }
  return { ...day, base, rates };
}

/** Undefined if the quote has no rate, or a rate of 0. A published rate keeps its digits. */
export function invert(day: DayRates, quote: Code): InvertedRates | undefined {
  const one = rateIn(day, quote);
  if (!one) return undefined;

  const rates = new Map<Code, number>();
  const zeros: Code[] = [];
  for (const code of (quote === day.base ? day.rates : withBase(day)).keys()) {
    const other = rateIn(day, code) ?? 0;
    if (other === 0) {
      zeros.push(code);
      continue;
    }

    const inverted = code === quote ? 1 : code === day.base ? one : quotientOf(one, other);
    if (Number.isFinite(inverted) && inverted > 0) rates.set(code, inverted);
  }

  const { base: _, ...more } = day;
  return { ...more, quote, rates, zeros };
}

/** Sorted by code. Not every source publishes the 1 of its own base. */
function withBase({ base, rates }: DayRates): DayRates['rates'] {
  return rates.has(base)
    ? rates
    : new Map([...rates, [base, 1] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Undefined if the day has none. */
export const rateIn = ({ base, rates }: DayRates, code: Code): number | undefined =>
  code === base ? 1 : rates.get(code);

export function pick<T extends ShownRates>(day: T, symbols: readonly Code[]): T {
  const rates = new Map<Code, number>();
  for (const code of symbols) {
    const rate = code === ('base' in day ? day.base : day.quote) ? 1 : day.rates.get(code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { ...day, rates };
}
