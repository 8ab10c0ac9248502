import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Failure, failed } from '../errors.ts';
import { type SourceName, sourceNames, usualSource } from '../sources/table.ts';
import { nearest } from './choice.ts';
import { type KeyName, keyNames, keys, type Values } from './keys.ts';
import { type Environment, type Machine, type Places, places, variableFor } from './places.ts';

type Source = 'option' | 'environment' | 'file' | 'default';

interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

export type Settings = { readonly [K in KeyName]: Setting<Values[K]> };

export interface Sources {
  readonly options: { readonly [K in KeyName]?: string | undefined };
  readonly env: Environment;
  readonly file: ReturnType<typeof readConfig>;
  readonly places: Places;
}

export function sourcesOf(machine: Machine, options: Sources['options'] = {}): Sources {
  const own = places(machine);
  return { options, env: machine.env, file: readConfig(own.configFile), places: own };
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
  throw failed(`there is no folder for ${what}: ${lacking}`, `set ${variable} to a full path`);
}

export const variableOf = (name: KeyName) => `RATEBOOK_${name.toUpperCase()}`;

/** @throws Failure for the first wrong value */
export function resolveAll(sources: Sources): Settings {
  const { path, values } = sources.file;
  for (const word of Object.keys(values)) {
    // an unknown key is harmless, but a misspelled one would leave a limit unset
    const meant = Object.hasOwn(keys, word) ? undefined : nearest(word, keyNames);
    if (meant)
      throw failed(
        `${path}: unknown key ${JSON.stringify(word)}, did you mean ${meant}?`,
        `ratebook config unset ${word}`,
      );
  }
  return Object.fromEntries(keyNames.map((name) => [name, resolve(name, sources)])) as unknown as Settings;
}

export function resolve<K extends KeyName>(name: K, sources: Sources): Setting<Values[K]> {
  const given = givenFor(name, sources);
  if (!given) return { value: keys[name].default(sources.places, sourceNameIn(sources)), source: 'default' };
  const { source, value } = given;
  if (source === 'file') return { value: fromFile(name, value, sources.file.path), source };
  const where = source === 'option' ? `--${name}` : variableOf(name);
  return { value: keys[name].parse(String(value), where), source };
}

/** A wrong one is told where the setting itself is read. */
function sourceNameIn(sources: Sources): SourceName {
  const given = String(givenFor('source', sources)?.value).toLowerCase();
  return sourceNames.find((name) => name === given) ?? usualSource;
}

export function givenFor(name: KeyName, { options, env, file }: Sources): Setting<unknown> | undefined {
  const option = options[name];
  if (option !== undefined) return { value: option, source: 'option' };
  const variable = env[variableOf(name)];
  if (variable) return { value: variable, source: 'environment' };
  if (Object.hasOwn(file.values, name)) return { value: file.values[name], source: 'file' };
  return undefined;
}

function fromFile<K extends KeyName>(name: K, value: unknown, path: string): NonNullable<Values[K]> {
  const where = `${path}: ${name}`;
  const hint = `ratebook config unset ${name}`;
  const text = Array.isArray(value) ? value.join(',') : value;
  if (typeof text !== 'string' && typeof text !== 'number') throw failed(`${where}: must be text or a number`, hint);
  // one file serves every working directory, so a relative folder has no meaning in it
  if (name === 'store' && !isAbsolute(String(text))) throw failed(`${where}: not an absolute path`, hint);
  try {
    return keys[name].parse(String(text), where);
  } catch (error) {
    throw error instanceof Failure ? failed(error.message, hint) : error;
  }
}

/** Values not yet checked; none if there is no file. @param path undefined: there is no place for one */
export function readConfig(path = ''): { path: string; values: Readonly<Record<string, unknown>> } {
  if (path === '') return { path, values: {} };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { path, values: {} };
    throw failed(`the config file cannot be read: ${message}`);
  }
  const fix = 'fix the file, or delete it and set the values again';
  try {
    const values = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { path, values };
  } catch {
    // the parser quotes the text, which may hold the app_id
    throw failed(`${path}: not JSON`, fix);
  }
  throw failed(`${path}: not a JSON object`, fix);
}
