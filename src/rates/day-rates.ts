import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';
import { round } from './decimal.ts';

/** Rates of one day for 1 unit of the base, in display order. */
export interface DayRates {
  readonly day: Day;
  readonly base: Code;
  readonly rates: ReadonlyMap<Code, number>;
  /** Codes with an unusable rate, as the service wrote them. */
  readonly dropped?: readonly string[] | undefined;
  /** Time of publication in seconds since 1970; unknown for days from a time series. */
  readonly timestamp?: number | undefined;
  readonly disclaimer?: string | undefined;
  readonly license?: string | undefined;
}

const derivedDigits = 10;

/** Undefined if the base has no rate, or a rate of 0. */
export function derive(day: DayRates, base: Code): DayRates | undefined {
  if (base === day.base) return day;
  const per = day.rates.get(base);
  if (!per) return undefined;
  const rates = new Map<Code, number>();
  for (const [code, rate] of day.rates) {
    const derived = code === base ? 1 : round(rate / per, derivedDigits);
    if (Number.isFinite(derived)) rates.set(code, derived);
  }
  return { ...day, base, rates };
}

/** In the order of `symbols`, without those that the day lacks. */
export function pick(day: DayRates, symbols: readonly Code[]): DayRates {
  const rates = new Map<Code, number>();
  for (const code of symbols) {
    const rate = day.rates.get(code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { ...day, rates };
}
