import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Failure, ifPossible } from '../errors.ts';
import { patientlySync, unreadable } from '../files.ts';
import { forUser } from '../hint.ts';
import { isObject, parseJson, scalarText } from '../json.ts';
import { serviceName, sourceNames } from '../sources/table.ts';
import { grouped } from '../words.ts';
import { nearest } from './choice.ts';
import {
  defaultOf,
  type ErrorsForm,
  errorsForms,
  type KeyName,
  keyNames,
  keys,
  type Values,
} from './keys.ts';
import { type Environment, type Machine, type Places, places, variableFor } from './places.ts';

/** Where a value comes from. */
export type SettingOrigin = 'option' | 'environment' | 'file' | 'default';

interface Setting<T> {
  readonly value: T;
  readonly origin: SettingOrigin;
}

export type Settings = { readonly [K in KeyName]: Setting<Values[K]> };

/** All that values may come from. */
export interface Origins {
  readonly options: { readonly [K in KeyName]?: string | undefined };
  readonly env: Environment;
  readonly file: ConfigFile;
  readonly places: Places;
}

export function originsOf(machine: Machine, options: Origins['options'] = {}): Origins {
  const own = places(machine);
  return { options, env: machine.env, file: readConfig(own.configFile), places: own };
}

/** As if nothing had been set but these. */
export function unsetOrigins(machine: Machine, options: Origins['options']): Origins {
  return { options, env: {}, file: readConfig(), places: places(machine) };
}

/** @throws Failure for a user without a home */
export function configFileOf(machine: Machine): string {
  return places(machine).configFile ?? noFolder('the configuration', variableFor('config', machine.platform));
}

/** @throws Failure for a user without a home */
export function storeOf(store: string | undefined, { platform }: Pick<Machine, 'platform'>): string {
  return store ?? noFolder('the stored days', variableFor('data', platform));
}

function noFolder(what: string, variable: string): never {
  const lacking = variable === 'HOME' ? 'HOME is not set' : `neither HOME nor ${variable} is set`;
  throw new Failure(
    'no_folder',
    `there is no folder for ${what}: ${lacking}`,
    `set ${variable} to a full path`,
  );
}

export const variableOf = (name: KeyName) => `RATEBOOK_${name.toUpperCase()}`;

/** @param auto whose rates the choice of that name means @throws Failure for the first wrong value */
export function resolveAll(origins: Origins, auto = serviceName): Settings {
  const { path, values } = origins.file;
  for (const word of Object.keys(values)) {
    // an unknown key is harmless, but a misspelled one would leave a limit unset
    const meant = Object.hasOwn(keys, word) ? undefined : nearest(word, keyNames);
    const unknown = `${path}: unknown key ${JSON.stringify(word)}`;
    if (meant)
      throw new Failure('bad_config', `${unknown}, did you mean ${meant}?`, forUser('config', 'unset', word));
  }

  return Object.fromEntries(
    keyNames.map((name) => [name, resolve(name, origins, auto)]),
  ) as unknown as Settings;
}

export function resolve<K extends KeyName>(
  name: K,
  origins: Origins,
  auto = serviceName,
): Setting<Values[K]> {
  const given = givenFor(name, origins);
  if (!given) {
    // a wrong source is told where the setting itself is read
    const word = scalarText(givenFor('source', origins)?.value).toLowerCase();
    const source = sourceNames.find((name) => name === word) ?? auto;
    return { value: defaultOf(name, origins.places, source) as Values[K], origin: 'default' };
  }

  const { origin, value } = given;
  if (origin === 'file') return { value: fromFile(name, value, origins.file.path), origin };
  return {
    value: keys[name].parse(String(value), origin === 'option' ? `--${name}` : variableOf(name)),
    origin,
  };
}

export function givenFor(name: KeyName, { options, env, file }: Origins): Setting<unknown> | undefined {
  const option = options[name];
  if (option !== undefined) return { value: option, origin: 'option' };
  const variable = env[variableOf(name)];
  if (variable) return { value: variable, origin: 'environment' };
  if (Object.hasOwn(file.values, name)) return { value: file.values[name], origin: 'file' };
  return undefined;
}

function fromFile<K extends KeyName>(name: K, value: unknown, path: string): NonNullable<Values[K]> {
  const where = `${path}: ${name}`;
  const hint = forUser('config', 'unset', name);
  const items = [value].flat();
  const isText = items.every((item) => typeof item === 'string' || typeof item === 'number');
  if (!isText) throw new Failure('bad_config', `${where}: must be text or a number`, hint);
  const text = items.join(',');
  // one file serves every working directory, so a relative folder has no meaning in it
  if (name === 'store' && !isAbsolute(text))
    throw new Failure('bad_config', `${where}: not an absolute path`, hint);

  try {
    return keys[name].parse(text, where);
  } catch (error) {
    throw error instanceof Failure ? new Failure('bad_config', error.message, hint) : error;
  }
}

interface ConfigFile {
  readonly path: string;
  /** Not yet checked. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Bytes. Checking a million settings takes minutes. */
const mostBytes = 1_000_000;

/** Without values if there is no file. @param path undefined: there is no place for one */
export function readConfig(path = ''): ConfigFile {
  if (path === '') return { path, values: {} };

  const failure = (what: string) =>
    new Failure('bad_config', `${path}: ${what}`, 'fix the file, or delete it and set the values again');
  let text: string;
  try {
    const found = statSync(path);
    // waiting for a named pipe would not end
    if (found.isFIFO()) throw failure('a named pipe, not a file');
    if (found.size > mostBytes) throw failure(`larger than ${grouped(mostBytes)} bytes`);
    const bytes = patientlySync(() => readFileSync(path));
    // editors on Windows begin a file with a mark, and its shell writes UTF-16
    // the other order of its bytes, of which only pairs can be swapped
    if (bytes[0] === 0xfe && bytes[1] === 0xff) bytes.subarray(0, bytes.length & ~1).swap16();
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    text = bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path, values: {} };
    throw error instanceof Failure ? error : unreadable(`cannot read ${path}`, error);
  }

  // the parser's error would quote the text, which may hold the app_id
  const values = parseJson(text);
  if (values === undefined) throw failure('not JSON');
  if (!isObject(values)) throw failure('not a JSON object');
  return { path, values };
}

/**
 * Before anything is parsed, and without what reads the other settings. What is no form counts as not given
 * here: it is refused where options and settings are read.
 */
export function errorsFormOf(machine: Machine & { readonly argv: readonly string[] }): ErrorsForm {
  const { argv, env } = machine;
  const inFile = () => ifPossible(() => readConfig(places(machine).configFile).values.errors);
  return formIn(optionIn(argv)) ?? formIn(env.RATEBOOK_ERRORS) ?? formIn(inFile()) ?? 'text';
}

const formIn = (text: unknown) => errorsForms.find((form) => form === scalarText(text).toLowerCase());

/** The last one counts. */
function optionIn(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((word) => /^--errors(=|$)/.test(word));
  return options[at]?.split('=', 2)[1] ?? options[at + 1];
}

const prefix = 'RATEBOOK_';

/** What is said of those variables that ratebook does not read. */
export function unknownAmong(variables: readonly string[]): string[] {
  const known = [...keyNames, 'pager'].map((name) => name.toUpperCase());
  const unknown = variables.map((name) => name.slice(prefix.length)).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name, known);
    return `${prefix}${name} is set, but is no setting${meant ? `; did you mean ${prefix}${meant}?` : ''}`;
  });
}
