import { resolve } from 'node:path';
import { usageError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { type FormatName, formatNames } from '../output/formats.ts';
import { type Code, parseCode, usd } from '../rates/code.ts';
import type { Places } from './places.ts';

/** The currencies asked for, in that order; `*` is every one that a day has. */
type Symbols = '*' | readonly Code[];

/** What each key holds; undefined where it is not set and has no default. */
export interface Values {
  readonly app_id: string | undefined;
  readonly base_url: string;
  readonly base: Code;
  readonly symbols: Symbols;
  readonly format: FormatName | undefined;
  readonly confirm_above: number;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeout: number;
  readonly store: string;
}

export type KeyName = keyof Values;

interface Key<T> {
  readonly default: (places: Places) => T;
  /** The value that the text means; a usage failure that names `where` the text stood if it means none. */
  readonly parse: (text: string, where: string) => NonNullable<T>;
}

export const keys: { readonly [K in KeyName]: Key<Values[K]> } = {
  app_id: {
    default: () => undefined,
    parse: parseAppId,
  },
  base_url: {
    default: () => 'https://openexchangerates.org/api',
    parse: parseBaseUrl,
  },
  base: {
    default: () => usd,
    parse: (text, where) => parseCode(text) ?? notCode(text, where),
  },
  symbols: {
    default: () => '*',
    parse: parseSymbols,
  },
  format: {
    default: () => undefined,
    parse: parseFormat,
  },
  confirm_above: {
    default: () => 366,
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
  concurrency: {
    default: () => 4,
    parse: whole(1, 64),
  },
  timeout: {
    default: () => 30,
    parse: parseTimeout,
  },
  store: {
    default: (places) => places.data,
    parse: parseFolder,
  },
};

export const keyNames = Object.keys(keys) as readonly KeyName[];

/** The text that `parse` would read the value from. */
export function textOf(value: NonNullable<Values[KeyName]>): string {
  return typeof value === 'object' ? value.join(',') : String(value);
}

function parseAppId(text: string, where: string): string {
  // The text itself stays unsaid: it may be the key with something beside it.
  if (!/^[!-~]+$/.test(text)) throw usageError(`${where}: empty, or has a blank or an unprintable character`);
  return text;
}

function parseSymbols(text: string, where: string): Symbols {
  const words = text.split(',').map((word) => word.trim());
  const codes = words.filter((word) => word !== '*').map((word) => parseCode(word) ?? notCode(word, where));
  return codes.length < words.length ? '*' : [...new Set(codes)];
}

function parseFormat(text: string, where: string): FormatName {
  const format = formatNames.find((name) => name === text);
  if (!format) throw usageError(`${where}: ${JSON.stringify(text)} is none of ${formatNames.join(', ')}`);
  return format;
}

function parseTimeout(text: string, where: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  // A day; timers overflow at 24 of them.
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw usageError(`${where}: ${JSON.stringify(text)} is not a number of seconds from above 0 to 86400`);
}

function parseFolder(text: string, where: string): string {
  if (text === '') throw usageError(`${where}: no folder is named`);
  // Only a shell turns ~ into the home folder; taken as it stands it would be a folder called "~".
  if (text.startsWith('~')) throw usageError(`${where}: ${JSON.stringify(text)} must be written out in full`);
  return resolve(text);
}

function whole(least: number, most: number) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (text: string, where: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw usageError(`${where}: ${JSON.stringify(text)} is not a whole number ${range}`);
  };
}

function notCode(text: string, where: string): never {
  throw usageError(`${where}: ${JSON.stringify(text)} is not a currency code`);
}

/** The address that endpoints are appended to, without a slash at its end. */
export function parseBaseUrl(text: string, where: string): string {
  if (/\s/.test(text) || !URL.canParse(text))
    throw usageError(`${where}: ${JSON.stringify(text)} is not a URL`);
  const url = new URL(text);
  if (url.username || url.password)
    throw usageError(`${where}: a user name or password does not belong in the URL`);
  if (/[?#]/.test(text)) throw usageError(`${where}: a query or fragment does not belong in the URL`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw usageError(
      `${where}: ${JSON.stringify(text)} is neither HTTPS nor HTTP to this machine (localhost)`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

const shortest = 12;

/** A key as it may be shown: its last four characters, and nothing of a short one. */
export function masked(appId: string): string {
  return `********${appId.length < shortest ? '' : appId.slice(-4)}`;
}
