import { ifPossible } from '../errors.ts';
import { escapeControls } from '../words.ts';
import { type Code, isCode } from './code.ts';
import type { DayRates } from './day-rates.ts';
import { plain } from './decimal.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  return ifPossible(() => JSON.parse(text));
}

/** Keeps finite numbers of 0 or more, sorted by code, and lists the names of everything else. */
export function parseRates(json: JsonObject): Pick<DayRates, 'rates' | 'dropped'> {
  const rates = new Map<Code, number>();
  const dropped: string[] = [];
  for (const code of codesIn(json)) {
    const rate = json[code];
    if (isCode(code) && typeof rate === 'number' && Number.isFinite(rate) && rate >= 0) rates.set(code, rate);
    else dropped.push(code);
  }
  return { rates, dropped: dropped.length > 0 ? dropped : undefined };
}

/** Sorted. The service sends them sorted, and checking is faster than sorting. */
function codesIn(json: JsonObject): string[] {
  const codes = Object.keys(json);
  for (let at = 1; at < codes.length; at++) if ((codes[at - 1] as string) > (codes[at] as string)) return codes.sort();
  return codes;
}

/** A map keeps the order of its members, even if their names look like numbers. Undefined members are not written. */
export type Json =
  | null
  | string
  | number
  | boolean
  | ExactNumber
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }
  | ReadonlyMap<string, Json>;

/** May have more digits than a JavaScript number. */
export class ExactNumber {
  readonly digits: string;

  constructor(decimal: string) {
    this.digits = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
  }
}

/** Writes numbers without exponents, and escapes control characters. @param indent of all lines but the first, if pretty */
export function jsonText(value: Json, pretty: boolean, indent = ''): string {
  return write(value, pretty ? `\n${indent}` : '', pretty ? ': ' : ':');
}

function write(value: Json, newline: string, colon: string): string {
  if (typeof value === 'number') return Number.isFinite(value) ? plain(value) : 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof ExactNumber) return value.digits;
  const inner = newline && `${newline}  `;
  const list = (parts: readonly string[]) => (parts.length ? inner + parts.join(`,${inner}`) + newline : '');
  if (Array.isArray(value)) return `[${list(value.map((item) => write(item, inner, colon)))}]`;
  const parts: string[] = [];
  for (const [name, member] of value instanceof Map ? value : Object.entries(value)) {
    if (member !== undefined) parts.push(quoted(name) + colon + write(member, inner, colon));
  }
  return `{${list(parts)}}`;
}

function quoted(text: string): string {
  // true of every code, and twice as fast
  return /^\w*$/.test(text) ? `"${text}"` : escapeControls(JSON.stringify(text));
}
