import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';
import { round } from './decimal.ts';

/** Rates of one day per 1 unit of the base, in the order in which they are shown. */
export interface DayRates {
  readonly day: Day;
  readonly base: Code;
  readonly rates: ReadonlyMap<Code, number>;
  /** Codes, as the service wrote them, whose rate could not be used. */
  readonly dropped?: readonly string[] | undefined;
  /** Seconds since 1970 at which they were published; unknown for days of a time series. */
  readonly timestamp?: number | undefined;
  readonly disclaimer?: string | undefined;
  readonly license?: string | undefined;
}

/** The significant digits of a rate that was computed here. */
const digits = 10;

/** The day's rates relative to another base; nothing where the base has no rate, or 0. */
export function derive(day: DayRates, base: Code): DayRates | undefined {
  if (base === day.base) return day;
  const per = day.rates.get(base);
  if (!per) return undefined;
  const rates = new Map<Code, number>();
  for (const [code, rate] of day.rates) {
    const derived = code === base ? 1 : round(rate / per, digits);
    if (Number.isFinite(derived)) rates.set(code, derived);
  }
  return { ...day, base, rates };
}

/** Only these currencies, in this order; those that the day lacks are left out. */
export function pick(day: DayRates, symbols: readonly Code[]): DayRates {
  const rates = new Map<Code, number>();
  for (const code of symbols) {
    const rate = day.rates.get(code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { ...day, rates };
}
