import { accessSync, constants, lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { Day } from '../calendar/day.ts';
import { failed, reasonOf } from '../errors.ts';
import { type Code, isCode } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject, jsonText, parseJson, parseRates } from '../rates/json.ts';
import { asWrittenIn, headOf, ratesOf } from './written-form.ts';

export function dayFileText(rates: DayRates): string {
  return `${jsonText(dayFileMembers(rates), true)}\n`;
}

export const dayFileMembers = ({ disclaimer, license, timestamp, base, rates }: DayRates) => ({
  disclaimer,
  license,
  timestamp,
  base,
  rates,
});

/** @param codes others may be left out */
export function parseDayFile(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
  const base = asWrittenIn(text);
  const rates = base && ratesOf(text, codes);
  return rates ? dayOf(JSON.parse(headOf(text)), base, rates, day) : dayOfJson(parseJson(text), day);
}

/** Undefined if it is not whole. */
export function dayOfJson(json: unknown, day: Day): DayRates | undefined {
  if (!isObject(json) || typeof json.base !== 'string' || !isCode(json.base)) return undefined;
  if (!isObject(json.rates)) return undefined;
  const { base } = json;
  const { rates, dropped } = parseRates(json.rates);
  return isWhole(base, rates) && !dropped ? dayOf(json, base, rates, day) : undefined;
}

function dayOf(
  { timestamp, disclaimer, license }: JsonObject,
  base: Code,
  rates: DayRates['rates'],
  day: Day,
): DayRates {
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

/** What users cannot fix themselves, unlike permissions. */
const damage: ReadonlySet<string> = new Set(['ELOOP', 'EIO']);

/** Undefined if there is no file, empty if it is not a regular one (a pipe would block). @throws Failure */
export function textAt(path: string): string | undefined {
  try {
    // throwing would take longer than reading the file
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    return fileAt(path, found) ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.has(code)) return '';
    throw failed(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** In bytes, without reading the file; undefined if there is none. */
export function sizeAt(path: string): number | 'unreadable' | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    accessSync(path, constants.R_OK);
    return fileAt(path, found)?.size ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** In milliseconds since 1970, without reading the file; 0 if there is none. */
export function changedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fileAt(path: string, found: Stats): Stats | undefined {
  const file = found.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : found;
  return file?.isFile() ? file : undefined;
}
