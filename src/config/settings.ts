import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Failure, failureIn, forUser, ifPossible, reasonOf } from '../errors.ts';
import { patientlySync, unreadable } from '../files.ts';
import { isObject, parseJson } from '../json.ts';
import { type FormatName, formatsForAll } from '../output/formats.ts';
import {
  basesInWords,
  type SourceChoice,
  type SourceName,
  serviceName,
  sourceChoices,
  sourceNames,
  sources,
  type UrlKey,
} from '../sources/table.ts';
import { addressWithoutSecrets, either, grouped, nearest, withoutSecrets } from '../words.ts';
import { type Environment, type Machine, type Places, places } from './places.ts';
import {
  type CurrencyWord,
  choiceOf,
  type Parse,
  parseAppId,
  parseBaseUrl,
  parseCurrency,
  parseFolder,
  parseSymbols,
  parseTimeout,
  parseWhole,
} from './values.ts';

interface Key<Value> {
  readonly meaning: string;
  /** Missing where there is none, and where `defaultOf` finds it. */
  readonly default?: Value;
  readonly parse: Parse<NonNullable<Value>>;
}

/** Undefined: not set, and no default. */
export interface Values extends Record<UrlKey, string> {
  readonly source: SourceChoice;
  readonly app_id: string | undefined;
  readonly base: CurrencyWord;
  readonly symbols: '*' | readonly CurrencyWord[];
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

/** How errors, warnings and notes are written. */
export const errorsForms = ['text', 'json'] as const;

type ErrorsForm = (typeof errorsForms)[number];

const { base_url, ...banks } = Object.fromEntries(
  sourceNames.map((name) => {
    const { is, urlKey, url } = sources[name];
    const ofService = 'address of the service: HTTPS, or HTTP on this machine';
    const meaning = name === serviceName ? ofService : `address of ${is}, or of a mirror`;
    return [urlKey, { meaning, default: url, parse: parseBaseUrl }];
  }),
) as unknown as Record<UrlKey, Key<string>>;

/** All settings. The variable of each is `RATEBOOK_` and its name. */
export const keys: { readonly [K in KeyName]: Key<Values[K]> } = {
  source: {
    meaning: `whose rates: ${either(sourceChoices)}`,
    default: 'auto',
    parse: (text, where) => choiceOf(text, sourceChoices, where),
  },
  ...banks,
  app_id: { meaning: 'your key for the service', parse: parseAppId },
  base_url,
  base: { meaning: 'currency that the rates are relative to', parse: parseCurrency },
  symbols: {
    meaning: 'currencies to show, separated by commas; * shows all',
    default: '*',
    parse: parseSymbols,
  },
  format: {
    meaning: 'output format',
    parse: (text, where) => choiceOf(text, formatsForAll, where),
  },
  confirm_above: {
    meaning: 'ask before a run that costs more requests than this',
    default: 366,
    parse: parseWhole,
  },
  max_cost: { meaning: 'refuse a run that costs more requests than this', parse: parseWhole },
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
  timeout: { meaning: 'seconds until a request times out', default: 30, parse: parseTimeout },
  errors: {
    meaning: 'how errors and notes are written: text, or json, a line each',
    default: 'text',
    parse: (text, where) => choiceOf(text, errorsForms, where),
  },
  store: { meaning: 'folder of the stored days', parse: parseFolder },
};

export const keyNames = Object.keys(keys) as readonly KeyName[];

export const variableOf = (name: KeyName) => `RATEBOOK_${name.toUpperCase()}`;

/** Undefined: there is none. @param source whose base is the default of `base` */
export function defaultOf<K extends KeyName>(name: K, { data }: Places, source = serviceName) {
  if (name === 'base') return sources[source].base as string as Values[K];
  return name === 'store' ? (data as Values[K]) : keys[name].default;
}

/** For help. */
export const defaultInWords = (name: KeyName, places: Places) =>
  name === 'base' ? basesInWords : defaultOf(name, places);

/** A setting, valid or not, as it can be shown to others. */
export function shownAs(name: KeyName, text: string): string {
  if (name === 'app_id') return `********${text.length < 12 ? '' : text.slice(-4)}`;
  return name.endsWith('_url') ? addressWithoutSecrets(text) : withoutSecrets(text);
}

// Where values come from: an option, else the environment, else the configuration file, else the default

interface Setting<T> {
  readonly value: T;
  readonly origin: 'option' | 'environment' | 'file' | 'default';
  /** For messages: the option, the variable, or the file and the key in it; empty for a default. */
  readonly where: string;
}

export type Settings = { readonly [K in KeyName]: Setting<Values[K]> };

/** Everything that a value can come from. */
export interface Origins {
  readonly options: { readonly [K in KeyName]?: string | undefined };
  readonly env: Environment;
  readonly file: ConfigFile;
  readonly places: Places;
}

/** @param only as if nothing else had been set */
export function originsOf(machine: Machine, options: Origins['options'] = {}, only = false): Origins {
  const folders = places(machine);
  const file = readConfig(only ? undefined : folders.configFile);
  return { options, env: only ? {} : machine.env, file, places: folders };
}

/** @param auto whose rates the choice of that name means @throws Failure for the first wrong value */
export function resolveAll(origins: Origins, auto = serviceName): Settings {
  checkKeys(origins.file);
  const settings: Partial<Record<KeyName, Setting<unknown>>> = {};
  for (const name of keyNames) settings[name] = resolve(name, origins, auto);
  return settings as Settings;
}

/** An unknown key is harmless, but a misspelled one would leave a limit unset. @throws Failure */
export function checkKeys({ path, values }: ConfigFile): void {
  for (const word of Object.keys(values)) {
    const suggestion = Object.hasOwn(keys, word) ? undefined : nearest(word, keyNames);
    const unknown = `${path}: unknown key ${JSON.stringify(word)}`;
    if (suggestion)
      throw new Failure(
        'bad_config',
        `${unknown}, did you mean ${suggestion}?`,
        forUser('config', 'unset', word),
      );
  }
}

/** @throws Failure for a wrong value */
export function resolve<K extends KeyName>(
  name: K,
  origins: Origins,
  auto = serviceName,
): Setting<Values[K]> {
  const { value, origin, where } = unparsed(name, origins);
  if (origin === 'default') {
    // a wrong source is reported where that setting itself is resolved
    const { value: text } = unparsed('source', origins);
    const word = typeof text === 'string' ? text.toLowerCase() : '';
    const source = Object.hasOwn(sources, word) ? (word as SourceName) : auto;
    return { value: defaultOf(name, origins.places, source) as Values[K], origin, where };
  }
  try {
    const text = String(value);
    // of lists, too
    for (const item of [value].flat())
      if (typeof item !== 'string' && typeof item !== 'number')
        throw new Failure('bad_config', `${where}: must be text or a number`);
    const parsed = keys[name].parse(text, where);
    if (name !== 'store' || origin === 'option' || isAbsolute(text)) return { value: parsed, origin, where };
    if (origin === 'environment')
      throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not an absolute path`);
    // one file serves every working directory
    return { value: join(dirname(origins.file.path), text) as Values[K], origin, where };
  } catch (error) {
    if (origin !== 'file') throw error;
    throw new Failure('bad_config', failureIn(error).message, forUser('config', 'unset', name));
  }
}

/** As it is set. */
export function unparsed(name: KeyName, { options, env, file }: Origins): Setting<unknown> {
  const option = options[name];
  if (option !== undefined) return { value: option, origin: 'option', where: `--${name}` };
  const variable = variableOf(name);
  if (env[variable]) return { value: env[variable], origin: 'environment', where: variable };
  if (name === 'app_id' && env[keyFileVariable])
    return { value: keyIn(env[keyFileVariable]), origin: 'environment', where: keyFileVariable };
  const isInFile = Object.hasOwn(file.values, name);
  if (isInFile) return { value: file.values[name], origin: 'file', where: `${file.path}: ${name}` };
  return { value: undefined, origin: 'default', where: '' };
}

/** Names a file that has the key, as containers are given their secrets. */
const keyFileVariable = 'RATEBOOK_APP_ID_FILE';

function keyIn(path: string) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure('no_app_id', `${keyFileVariable}: ${path} cannot be read: ${reasonOf(error)}`);
  }
}

interface ConfigFile {
  readonly path: string;
  /** Not yet checked. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the file is ignored. */
  readonly note?: string;
}

/** Bytes. Checking a million settings takes minutes. */
const mostBytes = 1_000_000;

/** Without values if the file does not exist, or is in a folder of another user that cannot be entered. */
export function readConfig(path = ''): ConfigFile {
  const fail = (reason: string) =>
    new Failure('bad_config', `${path}: ${reason}`, 'fix the file, or delete it and set the values again');
  let bytes: Buffer;
  try {
    const stats = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (!stats) return { path, values: {} };
    // reading a named pipe or a device may not end
    if (!stats.isFile()) throw fail('not a file');
    if (stats.size > mostBytes) throw fail(`larger than ${grouped(mostBytes)} bytes`);
    bytes = patientlySync(() => readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES' && isInForeignFolder(path))
      return { path, values: {}, note: `${path} is ignored: its folder belongs to another user` };
    throw error instanceof Failure ? error : unreadable(`cannot read ${path}`, error);
  }

  // the parser's error would quote the text, which may hold the app_id
  // editors on Windows begin a file with a mark
  const values = parseJson(`${bytes}`.replace(/^\ufeff/, ''));
  if (!isObject(values)) throw fail(values === undefined ? 'not JSON' : 'not a JSON object');
  return { path, values };
}

/** By the nearest folder above that can be looked at. */
function isInForeignFolder(path: string): boolean {
  const folder = dirname(path);
  const stats = ifPossible(() => statSync(folder));
  if (!stats) return folder !== path && isInForeignFolder(folder);
  return stats.uid !== (process.geteuid?.() ?? stats.uid);
}

/**
 * Read before anything is parsed, without the other settings. An invalid form counts as unset here, and is
 * refused where options and settings are parsed.
 */
export function errorsFormOf(machine: Machine & { readonly argv: readonly string[] }): ErrorsForm {
  let option: string | undefined;
  for (const [at, word] of machine.argv.entries()) {
    if (word === '--') break;
    // the last one counts
    if (word === '--errors') option = machine.argv[at + 1];
    if (word.startsWith('--errors=')) option = word.slice('--errors='.length);
  }
  for (const text of [option, machine.env.RATEBOOK_ERRORS, configOf(machine)?.values.errors]) {
    const form = typeof text === 'string' ? text.toLowerCase() : undefined;
    if (form === 'text' || form === 'json') return form;
  }
  return 'text';
}

/** Undefined if the file cannot be read, which is an error only where a setting is needed. */
export function configOf(machine: Machine): ConfigFile | undefined {
  try {
    return readConfig(places(machine).configFile);
  } catch {
    return undefined;
  }
}

/**
 * A note for each variable that looks like one of ratebook, and is none: a misspelled one would seem to
 * count.
 */
export function unknownVariables(env: Environment): string[] {
  const variables = [...keyNames.map(variableOf), keyFileVariable, 'RATEBOOK_PAGER'];
  const notes: string[] = [];
  for (const name of Object.keys(env)) {
    if (!name.startsWith('RATEBOOK_') || variables.includes(name)) continue;
    const suggestion = nearest(name.slice('RATEBOOK_'.length), [...keyNames, 'pager']);
    const hint = suggestion ? `; did you mean RATEBOOK_${suggestion.toUpperCase()}?` : '';
    notes.push(`${name} is set, but is not a setting${hint}`);
  }
  return notes;
}
