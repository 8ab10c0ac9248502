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
import { either } from '../words.ts';
import { choiceOf } from './choice.ts';
import { type ErrorsForm, errorsForms } from './errors-form.ts';
import {
  parseAppId,
  parseBaseUrl,
  parseFolder,
  parseSymbols,
  parseTimeout,
  parseWord,
  type Symbols,
  type Word,
  whole,
} from './parse.ts';
import type { Places } from './places.ts';

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
