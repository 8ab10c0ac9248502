import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { Day } from '../calendar/day.ts';
import { failed, reasonOf } from '../errors.ts';
import { type Code, isCode } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject, parseJson, parseRates } from '../rates/json.ts';
import { prettyJson } from '../rates/json-text.ts';

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
  return rates ? dayOf(JSON.parse(headOf(text)), base, rates, day) : dayOfJson(parseJson(text), day);
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

/** What users cannot fix themselves, unlike permissions. */
const damage: ReadonlySet<string> = new Set(['ELOOP', 'EIO']);

/** No answer has more. */
const mostBytes = 32 * 1024 * 1024;

/** Undefined if there is no file, empty if it is no regular one (a pipe would block) or too large. @throws Failure */
export function textAt(path: string): string | undefined {
  try {
    // throwing would take longer than reading the file
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    const { size = Number.POSITIVE_INFINITY } = fileAt(path, found) ?? {};
    return size <= mostBytes ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.has(code)) return '';
    throw failed(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Undefined if neither the path nor what it links to is a regular file. */
export function fileAt(path: string, found: Stats): Stats | undefined {
  const file = found.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : found;
  return file?.isFile() ? file : undefined;
}

// Days in the very form in which `dayFileText` writes them can be checked and read faster than other JSON.

/** The base, if the text is that of a whole day. One of another form may be, too. */
function asWrittenIn(text: string): Code | undefined {
  if (text.length >= longest) return undefined;
  const start = text.indexOf(beforeBase) + beforeBase.length;
  const base = text.slice(start, text.indexOf('"', start));
  if (base !== form?.base) form = isCode(base) ? formIn(base) : undefined;
  return form?.pattern.test(text) ? form.base : undefined;
}

/** 170 currencies take 4,000 characters; the regular expression needs stack in proportion. */
const longest = 100_000;

const beforeBase = '\n  "base": "';

let form: { readonly base: Code; readonly pattern: RegExp } | undefined;

function formIn(base: Code) {
  const words = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*"`;
  const number = String.raw`(?:0|[1-9]\d{0,99})(?:\.\d+)?`;
  const rate = ` {4}"(?:${base}": 1|(?!${base}")[A-Z0-9_]{2,12}": ${number})`;
  const head = String.raw`(?: {2}"(?:disclaimer|license)": ${words},\n| {2}"timestamp": (?:0|[1-9]\d{0,15}),\n)* {2}"base": "${base}",\n`;
  const rates = String.raw`"rates": \{\n(?:${rate},\n)*${rate}\n {2}\}\n`;
  return { base, pattern: new RegExp(String.raw`^\{\n${head} {2}${rates}\}\n$`, 'u') };
}

const opening = '\n  "rates": {\n';
const closing = '\n  }\n}\n';
const [beforeCode, afterCode] = ['    "', '": '];

function headOf(text: string): string {
  return `${text.slice(0, text.indexOf(opening))}${opening}${closing}`;
}

/** Undefined if they are not sorted by code. @param text as written  @param codes others are left out */
function ratesOf(text: string, codes: ReadonlySet<Code> | undefined): Map<Code, number> | undefined {
  const rates = new Map<Code, number>();
  const end = text.length - closing.length;
  let last = '';
  let place = 0;
  for (let at = text.indexOf(opening) + opening.length; at < end; place++) {
    const code = codeAt(text, at + beforeCode.length, place);
    const codeEnd = at + beforeCode.length + code.length;
    const lineEnd = text.indexOf('\n', codeEnd);
    if (code < last) return undefined;
    // parseFloat stops at the comma
    if (!codes || codes.has(code)) rates.set(code, Number.parseFloat(text.slice(codeEnd + afterCode.length, lineEnd)));
    last = code;
    at = lineEnd + 1;
  }
  return rates;
}

// most days have the same codes in the same order: the same strings for all of them are quick to compare
const codesBefore: Code[] = [];

function codeAt(text: string, at: number, place: number): Code {
  const likely = codesBefore[place];
  if (likely && text.startsWith(likely, at) && text[at + likely.length] === '"') return likely;
  const code = text.slice(at, text.indexOf('"', at)) as Code;
  codesBefore[place] = code;
  return code;
}
