import type { Code } from './code.ts';
import type { DayRates } from './day-rates.ts';

/** Only these currencies, in this order; those that the day lacks are left out. */
export function pick(day: DayRates, symbols: readonly Code[]): DayRates {
  const rates = new Map<Code, number>();
  for (const code of symbols) {
    const rate = day.rates.get(code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { ...day, rates };
}
