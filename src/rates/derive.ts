import type { Code } from './code.ts';
import type { DayRates } from './day-rates.ts';
import { round } from './decimal.ts';

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
