import { ifPossible } from '../errors.ts';
import { type Code, isCode } from './code.ts';
import { type DayRates, isRate } from './day-rates.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty for an object or a list: `String` calls what such a value names `toString`. */
export const scalarText = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  return ifPossible(() => JSON.parse(text));
}

/** Keeps usable rates, sorted by code, and lists the names of everything else. */
export function parseRates(json: JsonObject): Pick<DayRates, 'rates' | 'dropped'> {
  const rates = new Map<Code, number>();
  const dropped: string[] = [];
  for (const code of codesIn(json)) {
    const rate = json[code];
    if (isCode(code) && isRate(rate)) rates.set(code, rate);
    else dropped.push(code);
  }
  return { rates, dropped: dropped.length > 0 ? dropped : undefined };
}

/** Sorted. The service sends them sorted, and checking is faster than sorting. */
function codesIn(json: JsonObject): string[] {
  const codes = Object.keys(json);
  for (let at = 1; at < codes.length; at++) {
    if ((codes[at - 1] as string) > (codes[at] as string)) return codes.sort();
  }
  return codes;
}
