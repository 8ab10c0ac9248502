import type { Day } from '../calendar/day.ts';
import { type Code, isCode } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject, parseJson, parseRates } from '../rates/json.ts';
import { prettyJson } from '../rates/json-text.ts';
import { asWrittenIn, headOf, ratesOf } from './written-form.ts';

export function dayFileText(rates: DayRates): string {
  return `${prettyJson(dayFileMembers(rates))}\n`;
}

export const dayFileMembers = ({ disclaimer, license, timestamp, base, rates }: DayRates) => ({
  disclaimer,
  license,
  timestamp,
  base,
  rates,
});

export function parseDayFile(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
  const base = asWrittenIn(text);
  const rates = base && ratesOf(text, codes);
  if (!rates) return dayOfJson(parseJson(text), day);
  return dayOf(JSON.parse(headOf(text)), base, rates, day);
}

export function dayOfJson(json: unknown, day: Day): DayRates | undefined {
  if (!isObject(json) || typeof json.base !== 'string' || !isCode(json.base)) return undefined;
  if (!isObject(json.rates)) return undefined;

  const { base } = json;
  const { rates, dropped } = parseRates(json.rates);
  return isWhole(base, rates) && !dropped ? dayOf(json, base, rates, day) : undefined;
}

function dayOf(json: JsonObject, base: Code, rates: DayRates['rates'], day: Day): DayRates {
  const { timestamp, disclaimer, license } = json;
  return {
    day,
    base,
    rates,
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
    disclaimer: typeof disclaimer === 'string' ? disclaimer : undefined,
    license: typeof license === 'string' ? license : undefined,
  };
}

export function isWhole(base: Code, rates: DayRates['rates']): boolean {
  return rates.size > 0 && (rates.get(base) ?? 1) === 1;
}

/** The base of a whole day. Like `parseDayFile`, but ten times as fast for a text from `dayFileText`. */
export function baseOfDayFile(text: string, day: Day): Code | undefined {
  return asWrittenIn(text) ?? dayOfJson(parseJson(text), day)?.base;
}
