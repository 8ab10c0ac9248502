import { ifPossible } from './errors.ts';
import { plain } from './rates/decimal.ts';
import { escapeControls } from './words.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty for an object or a list, since `String` would call a `toString` in it. */
export const scalarText = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  return ifPossible(() => JSON.parse(text));
}

/** Undefined members are not written. A map keeps its order, also of names that look like numbers. */
export type Json =
  | null
  | string
  | number
  | boolean
  | JsonText
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }
  | ReadonlyMap<string, Json | undefined>;

/** JSON text, in one line. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text.trim().replace(/\n\s*/g, '');
  }
}

/** A number that may have more digits than one of JavaScript. */
export const exactNumber = (decimal: string) =>
  new JsonText(decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** In one line, without blanks. Numbers have no exponents, and control characters are escaped. */
export const jsonText = (value: Json) => write(value, '', ':');

/** With a line for each member. @param indent of all lines but the first */
export const prettyJson = (value: Json, indent = '') => write(value, `\n${indent}`, ': ');

function write(value: Json, newline: string, colon: string): string {
  if (typeof value === 'number') return Number.isFinite(value) ? plain(value) : 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof JsonText) return value.text;

  const inner = newline && `${newline}  `;
  const list = (parts: readonly string[]) => (parts.length ? inner + parts.join(`,${inner}`) + newline : '');
  if (Array.isArray(value)) return `[${list(value.map((item) => write(item, inner, colon)))}]`;

  const parts: string[] = [];
  const add = (member: Json | undefined, name: string) => {
    if (member !== undefined) parts.push(quoted(name) + colon + write(member, inner, colon));
  };
  // without a list for each member, as iterating over a map makes
  if (isMap(value)) value.forEach(add);
  else for (const [name, member] of Object.entries(value)) add(member, name);
  return `{${list(parts)}}`;
}

/** Of whichever class. */
const isMap = (value: object): value is ReadonlyMap<string, Json | undefined> => Symbol.iterator in value;

// a pattern in a function is made anew for each call
const wordPattern = /^\w*$/;

function quoted(text: string) {
  // true of every code, and twice as fast
  return wordPattern.test(text) ? `"${text}"` : escapeControls(JSON.stringify(text));
}
