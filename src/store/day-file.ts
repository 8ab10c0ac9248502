import { accessSync, constants, lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { Day } from '../calendar/day.ts';
import { reasonOf } from '../disk/failure.ts';
import { failed } from '../errors.ts';
import { type Code, usd } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, jsonText, parseJson, parseRates } from '../rates/json.ts';

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

export function parseDayFile(text: string, day: Day): DayRates | undefined {
  return dayOfJson(parseJson(text), day);
}

/** Undefined if it is not whole. */
export function dayOfJson(json: unknown, day: Day): DayRates | undefined {
  if (!isObject(json) || json.base !== usd || !isObject(json.rates)) return undefined;
  const { rates, dropped } = parseRates(json.rates);
  if (!isWhole(usd, rates) || dropped) return undefined;
  return {
    day,
    base: usd,
    rates,
    timestamp: typeof json.timestamp === 'number' ? json.timestamp : undefined,
    disclaimer: typeof json.disclaimer === 'string' ? json.disclaimer : undefined,
    license: typeof json.license === 'string' ? json.license : undefined,
  };
}

export function isWhole(base: Code, rates: DayRates['rates']): boolean {
  return base === usd && rates.size > 0 && (rates.get(usd) ?? 1) === 1;
}

/** Like `parseDayFile`, but ten times as fast for a text from `dayFileText`. */
export function isDayFile(text: string, day: Day): boolean {
  return (text.length < longest && asWritten.test(text)) || parseDayFile(text, day) !== undefined;
}

/** 170 currencies take 4,000 characters; the regular expression needs stack in proportion. */
const longest = 100_000;

const asWritten = (() => {
  const words = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*"`;
  const number = String.raw`(?:0|[1-9]\d{0,99})(?:\.\d+)?`;
  const rate = ` {4}"(?:USD": 1|(?!USD")[A-Z0-9_]{2,12}": ${number})`;
  const head = String.raw`(?: {2}"(?:disclaimer|license)": ${words},\n| {2}"timestamp": (?:0|[1-9]\d{0,15}),\n)* {2}"base": "USD",\n`;
  return new RegExp(String.raw`^\{\n${head} {2}"rates": \{\n(?:${rate},\n)*${rate}\n {2}\}\n\}\n$`, 'u');
})();

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
