import type { Day } from '../calendar/day.ts';
import { type Code, isCode } from '../currencies/code.ts';
import { isObject, type JsonObject, parseJson, prettyJson } from '../json.ts';
import { type DayRates, parseRates, pivotOf, type Side, sideIn } from '../rates/day-rates.ts';
import { asWrittenIn, headOf, pivotPerUnit, ratesOf } from './written-form.ts';

export function dayFileText(day: DayRates): string {
  const members = dayFileMembers(day);
  const numbers = JSON.stringify([...day.rates.values()]);
  // with an exponent, which the store never has
  if (numbers.includes('e')) return `${prettyJson(members)}\n`;
  const head = prettyJson({ ...members, rates: {} });
  return `${head.slice(0, -'}\n}'.length)}${ratesText(day.rates, numbers)}\n  }\n}\n`;
}

/** All numbers at once take half the time of each by itself. @param numbers as a JSON array */
function ratesText(rates: DayRates['rates'], numbers: string): string {
  let text = '';
  let at = 1;
  for (const code of rates.keys()) {
    const comma = numbers.indexOf(',', at);
    const end = comma < 0 ? numbers.length - 1 : comma;
    text += `${at === 1 ? '' : ','}\n    "${code}": ${numbers.slice(at, end)}`;
    at = end + 1;
  }
  return text;
}

export function dayFileMembers(day: DayRates) {
  const { disclaimer, license, timestamp, table, rates } = day;
  return { disclaimer, license, timestamp, table, ...sideMembers(day), rates };
}

/** Of rates the other way round the file says so. */
const sideMembers = (day: DayRates) =>
  'base' in day ? { base: day.base } : { base: day.quote, quoted: pivotPerUnit };

export function parseDayFile(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
  return parseWritten(text, day, codes) ?? dayOfJson(parseJson(text), day);
}

/** Undefined also of a day in another form than that of `dayFileText`. */
export function parseWritten(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
  const side = asWrittenIn(text);
  const rates = side && ratesOf(text, codes);
  return rates && dayOf(headOf(text), side, rates, day);
}

/** @param isNone of what is no rate, whether it is left out; else the whole day is refused */
export function dayOfJson(
  json: unknown,
  day: Day,
  isNone: (value: unknown) => boolean = isStoredZero,
): DayRates | undefined {
  if (!isObject(json) || !isObject(json.rates)) return undefined;
  const side = readSide(json);
  if (!side) return undefined;

  const { rates: values } = json;
  const { rates, dropped } = parseRates(values);
  if (!dropped) return isWhole(side, rates) ? dayOf(json, side, rates, day) : undefined;

  const isLeftOut = (code: string) => isCode(code) && code !== pivotOf(side) && isNone(values[code]);
  if (!dropped.every(isLeftOut) || (rates.get(pivotOf(side)) ?? 1) !== 1) return undefined;
  return { ...dayOf(json, side, rates, day), dropped };
}

/** Earlier versions stored rates of 0. */
const isStoredZero = (value: unknown) => value === 0;

/** What rates of JSON are relative to: those of a stored day, or of a document as it is printed. */
export function readSide({ base, quote, quoted }: JsonObject): Side | undefined {
  if (typeof base === 'string' && isCode(base)) return quoted === pivotPerUnit ? { quote: base } : { base };
  return typeof quote === 'string' && isCode(quote) ? { quote } : undefined;
}

function dayOf(json: JsonObject, side: Side, rates: DayRates['rates'], day: Day): DayRates {
  const { timestamp, table, disclaimer, license } = json;
  return {
    day,
    ...side,
    rates,
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
    table: typeof table === 'string' ? table : undefined,
    disclaimer: typeof disclaimer === 'string' ? disclaimer : undefined,
    license: typeof license === 'string' ? license : undefined,
  };
}

export function isWhole(side: Side, rates: DayRates['rates']): boolean {
  return rates.size > 0 && (rates.get(pivotOf(side)) ?? 1) === 1;
}

/**
 * What the rates of a whole day are relative to. Like `parseDayFile`, but ten times as fast for a text from
 * `dayFileText`.
 */
export function sideOfDayFile(text: string, day: Day): Side | undefined {
  const written = asWrittenIn(text);
  if (written) return written;
  const read = dayOfJson(parseJson(text), day);
  return read && sideIn(read);
}
