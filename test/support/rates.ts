import type { Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';

export const day = (text: string) => text as Day;
export const code = (text: string) => text as Code;
export const codes = (text: string) => text.split(',') as Code[];
export const ratesIn = (rates: Readonly<Record<string, number>>) => new Map(Object.entries(rates) as [Code, number][]);

/** Of a day, in USD. */
export function ratesOf(date: string, rates: Readonly<Record<string, number>>, more: Partial<DayRates> = {}): DayRates {
  return { day: day(date), base: code('USD'), rates: ratesIn(rates), ...more };
}
