import { resolve } from 'node:path';
import { parseCode } from '../currencies/code.ts';
import { hundredthIn, hundredthInWords } from '../currencies/units.ts';
import { Failure, ifPossible } from '../errors.ts';
import { isLoopback } from '../http/client.ts';
import { formatsForAll } from '../output/formats.ts';
import { addressWithoutSecrets, withoutSecrets } from '../secrets.ts';
import {
  type SourceChoice,
  type SourceName,
  serviceName,
  sourceChoices,
  sourceNames,
  sources,
  type UrlKey,
} from '../sources/table.ts';
import { either, inShell } from '../words.ts';
import { choiceOf } from './choice.ts';
import type { Places } from './places.ts';
import { type ErrorsForm, errorsForms } from './settings.ts';

interface Key<Default, Value> {
  readonly meaning: string;
  readonly default: (places: Places, source?: SourceName) => Default;
  /** @throws Failure that names `where` the text came from */
  readonly parse: (text: string, where: string) => Value;
}

/** Of each source. */
const addresses = Object.fromEntries(
  sourceNames.map((name) => {
    const { key, is, default: usual } = sources[name].url;
    return [key, { meaning: is, default: () => usual, parse: parseBaseUrl }];
  }),
) as unknown as Record<UrlKey, Key<string, string>>;

const { base_url, ...banks } = addresses;

const table = {
  source: {
    meaning: `whose rates: ${either(sourceChoices)}`,
    default: (): SourceChoice => 'auto',
    parse: (text, where) => choiceOf(text, sourceChoices, where),
  },
  ...banks,
  app_id: { meaning: 'your key for the service', default: () => undefined, parse: parseAppId },
  base_url,
  base: {
    meaning: 'currency that the rates are relative to',
    default: (_places: Places, source: SourceName = serviceName): Word => sources[source].base,
    parse: parseWord,
  },
  symbols: {
    meaning: 'currencies to show, separated by commas; * shows all',
    default: (): Symbols => '*',
    parse: parseSymbols,
  },
  format: {
    meaning: 'output format',
    default: () => undefined,
    parse: (text, where) => choiceOf(text, formatsForAll, where),
  },
  confirm_above: {
    meaning: 'ask before a run that costs more requests than this',
    default: () => 366,
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
  max_cost: {
    meaning: 'refuse a run that costs more requests than this',
    default: () => undefined,
    parse: whole(0, Number.MAX_SAFE_INTEGER),
  },
  agent_budget: {
    meaning: 'requests that agents may spend per UTC day, see ratebook mcp',
    default: () => 0,
    parse: whole(0, 1_000_000),
  },
  concurrency: { meaning: 'requests at the same time', default: () => 4, parse: whole(1, 64) },
  timeout: { meaning: 'seconds until a request is given up', default: () => 30, parse: parseTimeout },
  errors: {
    meaning: 'how errors and notes are written: text, or json, a line each',
    default: (): ErrorsForm => 'text',
    parse: (text, where) => choiceOf(text, errorsForms, where),
  },
  store: { meaning: 'folder of the stored days', default: (places) => places.data, parse: parseFolder },
} satisfies Record<string, Key<unknown, unknown>>;

export type KeyName = keyof typeof table;

/** Undefined: not set, and no default. */
export type Values = {
  readonly [K in KeyName]: ReturnType<(typeof table)[K]['default'] | (typeof table)[K]['parse']>;
};

export const keys: { readonly [K in KeyName]: Key<Values[K], NonNullable<Values[K]>> } = table;

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

type Symbols = '*' | readonly Word[];

function parseAppId(text: string, where: string): string {
  // never quote the text: it may contain the key
  if (!/^[!-~]+$/.test(text))
    throw new Failure('bad_value', `${where}: empty, or contains a space or an unprintable character`);
  return text;
}

function parseSymbols(text: string, where: string): Symbols {
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

function whole(least: number, most: number): (text: string, where: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;

  return (text, where) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not a whole number ${range}`);
  };
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
