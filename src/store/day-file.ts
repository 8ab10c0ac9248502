import type { Day } from '../calendar/day.ts';
import { isCode } from '../currencies/code.ts';
import { isObject, type JsonObject, parseJson, prettyJson } from '../json.ts';
import { type DayRates, type Pivot, parseRates, pivotCode } from '../rates/day-rates.ts';

/** In a file with inverse rates: units of the pivot per unit of each currency. */
const pivotPerUnit = 'pivot per unit';

export const dayFileText = (day: DayRates): string => `${prettyJson(dayFileMembers(day))}\n`;

export function dayFileMembers(day: DayRates) {
  const { disclaimer, license, timestamp, table, rates } = day;
  const pivot = 'base' in day ? { base: day.base } : { base: day.quote, quoted: pivotPerUnit };
  return { disclaimer, license, timestamp, table, ...pivot, rates };
}

/** Undefined if the text is not that of a whole day. */
export const parseDayFile = (text: string, day: Day): DayRates | undefined => dayOfJson(parseJson(text), day);

/** @param isNone of an unusable rate, whether it is left out; otherwise the whole day is refused */
export function dayOfJson(
  json: unknown,
  day: Day,
  isNone: (value: unknown) => boolean = (value) => value === 0,
): DayRates | undefined {
  if (!isObject(json) || !isObject(json.rates)) return undefined;
  const pivot = readPivot(json);
  if (!pivot) return undefined;

  const { rates: values, timestamp, table, disclaimer, license } = json;
  const { rates, dropped = [] } = parseRates(values);
  const base = pivotCode(pivot);
  const isLeftOut = (code: string) => isCode(code) && code !== base && isNone(values[code]);
  if (!dropped.every(isLeftOut) || (rates.get(base) ?? 1) !== 1) return undefined;
  if (rates.size === 0 && dropped.length === 0) return undefined;

  return {
    day,
    ...pivot,
    rates,
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
    table: textIn(table),
    disclaimer: textIn(disclaimer),
    license: textIn(license),
    ...(dropped.length > 0 && { dropped }),
  };
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The base or quote of rates in JSON: of a stored day, or of a printed document. */
export function readPivot({ base, quote, quoted }: JsonObject): Pivot | undefined {
  if (typeof base === 'string' && isCode(base)) return quoted === pivotPerUnit ? { quote: base } : { base };
  return typeof quote === 'string' && isCode(quote) ? { quote } : undefined;
}
