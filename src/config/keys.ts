import { resolve } from 'node:path';
import { parseCode } from '../currencies/code.ts';
import { hundredthIn, hundredthInWords } from '../currencies/units.ts';
import { Failure, ifPossible } from '../errors.ts';
import { isLoopback } from '../http/client.ts';
import { type FormatName, formatsForAll } from '../output/formats.ts';
import { addressWithoutSecrets, withoutSecrets } from '../secrets.ts';
import {
  type SourceChoice,
  serviceName,
  sourceChoices,
  sourceNames,
  sources,
  type UrlKey,
} from '../sources/table.ts';
import { either, inShell } from '../words.ts';
import { choiceOf } from './choice.ts';
import type { Places } from './places.ts';

interface Key<Value> {
  readonly meaning: string;
  /** Missing where there is none, and where `defaultOf` makes it of more than the name. */
  readonly default?: Value;
  /** @throws Failure that names `where` the text came from */
  readonly parse: (text: string, where: string) => NonNullable<Value>;
}

/** Undefined: not set, and no default. */
export interface Values extends Record<UrlKey, string> {
  readonly source: SourceChoice;
  readonly app_id: string | undefined;
  readonly base: Word;
  readonly symbols: '*' | readonly Word[];
  readonly format: FormatName | undefined;
  readonly confirm_above: number;
  readonly max_cost: number | undefined;
  readonly agent_budget: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly errors: ErrorsForm;
  readonly store: string | undefined;
}

export type KeyName = keyof Values;

/** How failures, warnings and notes are told. */
export const errorsForms = ['text', 'json'] as const;

export type ErrorsForm = (typeof errorsForms)[number];

const { base_url, ...banks } = Object.fromEntries(
  sourceNames.map((name) => {
    const { key, is, default: usual } = sources[name].url;
    return [key, { meaning: is, default: usual, parse: parseBaseUrl }];
  }),
) as unknown as Record<UrlKey, Key<string>>;

export const keys: { readonly [K in KeyName]: Key<Values[K]> } = {
  source: {
    meaning: `whose rates: ${either(sourceChoices)}`,
    default: 'auto',
    parse: (text, where) => choiceOf(text, sourceChoices, where),
  },
  ...banks,
  app_id: { meaning: 'your key for the service', parse: parseAppId },
  base_url,
  base: { meaning: 'currency that the rates are relative to', parse: parseWord },
  symbols: {
    meaning: 'currencies to show, separated by commas; * shows all',
    default: '*',
    parse: parseSymbols,
  },
  format: { meaning: 'output format', parse: (text, where) => choiceOf(text, formatsForAll, where) },
  confirm_above: {
    meaning: 'ask before a run that costs more requests than this',
    default: 366,
    parse: (text, where) => parseWhole(text, where, 0),
  },
  max_cost: {
    meaning: 'refuse a run that costs more requests than this',
    parse: (text, where) => parseWhole(text, where, 0),
  },
  agent_budget: {
    meaning: 'requests that agents may spend per UTC day, see ratebook mcp',
    default: 0,
    parse: (text, where) => parseWhole(text, where, 0, 1_000_000),
  },
  concurrency: {
    meaning: 'requests at the same time',
    default: 4,
    parse: (text, where) => parseWhole(text, where, 1, 64),
  },
  timeout: { meaning: 'seconds until a request is given up', default: 30, parse: parseTimeout },
  errors: {
    meaning: 'how errors and notes are written: text, or json, a line each',
    default: 'text',
    parse: (text, where) => choiceOf(text, errorsForms, where),
  },
  store: { meaning: 'folder of the stored days', parse: parseFolder },
};

/** Undefined: there is none. @param source whose base is the default of `base` */
export function defaultOf<K extends KeyName>(name: K, { data }: Places, source = serviceName) {
  if (name === 'base') return sources[source].base as string as Values[K];
  return name === 'store' ? (data as Values[K]) : keys[name].default;
}

export const keyNames = Object.keys(keys) as readonly KeyName[];

export function textOf(value: NonNullable<Values[KeyName]>): string {
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** Of any setting, valid or not: as much of it as others may see. */
export function shownAs(name: KeyName, text: string): string {
  if (name === 'app_id') return `********${text.length < 12 ? '' : text.slice(-4)}`;
  return keys[name].parse === parseBaseUrl ? addressWithoutSecrets(text) : withoutSecrets(text);
}

// Readers of settings. Each throws a usage error that names `where` the text stood.

/** A code, or what else people say for a currency, of which the table is loaded only where it is needed. */
type Word = string;

function parseAppId(text: string, where: string): string {
  // never quote the text: it may contain the key
  if (!/^[!-~]+$/.test(text))
    throw new Failure('bad_value', `${where}: empty, or contains a space or an unprintable character`);
  return text;
}

function parseSymbols(text: string, where: string): Values['symbols'] {
  const words = text.split(',').flatMap(wordsIn);
  if (words.length === 0)
    throw new Failure(
      'bad_value',
      `${where}: ${JSON.stringify(text)} names no currency`,
      `${inShell('*')} is all`,
    );

  const codes = words.filter((word) => word !== '*').map((word) => parseWord(word, where));
  return codes.length < words.length ? '*' : [...new Set(codes)];
}

/** Blanks part codes. What has longer words may be one name, `Swiss franc`, which is known later. */
function wordsIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const mayBeName = words.length > 1 && words.some((word) => /^\p{L}{4,}$/u.test(word));
  return mayBeName ? [words.join(' ')] : words;
}

function parseTimeout(text: string, where: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  // a day; timers overflow at 24 days
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new Failure(
    'bad_value',
    `${where}: ${JSON.stringify(text)} is not a number of seconds above 0, at most 86400`,
  );
}

function parseFolder(text: string, where: string): string {
  if (text === '') throw new Failure('bad_value', `${where}: no folder given`);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text))
    throw new Failure('bad_value', `${where}: must be a folder, not a URL`);
  // only a shell expands ~; here it would name a folder "~"
  if (text.startsWith('~'))
    throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} must be a full path, without ~`);
  return resolve(text);
}

function parseWhole(text: string, where: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not a whole number ${range}`);
}

function parseWord(text: string, where: string): Word {
  const hundredth = hundredthIn(text);
  if (hundredth) {
    const what = `${hundredthInWords(hundredth)}, and has no rates of its own`;
    throw new Failure('unknown_currency', `${where}: ${what}`, `write ${hundredth.code}`);
  }

  const word = text.trim();
  const code = parseCode(word);
  if (code?.length === 3) return code;

  // what has other than three letters may be a name, which is told as it was typed
  if (/^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc} .'’&-]*$/u.test(word)) return word;
  if (code) return code;
  throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not a currency code`);
}

export function parseBaseUrl(text: string, where: string): string {
  const shown = () => JSON.stringify(addressWithoutSecrets(text));
  const url = /\s/.test(text) ? undefined : ifPossible(() => new URL(text));
  if (!url) throw new Failure('bad_value', `${where}: ${shown()} is not a URL`);

  if (url.username || url.password)
    throw new Failure('bad_value', `${where}: the URL must not contain a user name or password`);
  if (/[?#]/.test(text))
    throw new Failure('bad_value', `${where}: the URL must not contain a query or fragment`);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe)
    throw new Failure('bad_value', `${where}: ${shown()} must be HTTPS, or HTTP to this machine (localhost)`);
  return url.href.replace(/\/+$/, '');
}
