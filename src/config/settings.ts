import { isAbsolute } from 'node:path';
import { Failure } from '../errors.ts';
import { forUser } from '../hint.ts';
import { scalarText } from '../json.ts';
import { type SourceName, serviceName, sourceNames } from '../sources/table.ts';
import { nearest } from './choice.ts';
import { type ConfigFile, readConfig } from './file.ts';
import { type KeyName, keyNames, keys, type Values } from './keys.ts';
import { type Environment, type Machine, type Places, places, variableFor } from './places.ts';

/** Where a value comes from. */
export type Origin = 'option' | 'environment' | 'file' | 'default';

interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
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
  if (!given)
    return { value: keys[name].default(origins.places, sourceNameIn(origins, auto)), origin: 'default' };

  const { origin, value } = given;
  if (origin === 'file') return { value: fromFile(name, value, origins.file.path), origin };
  const where = origin === 'option' ? `--${name}` : variableOf(name);
  return { value: keys[name].parse(String(value), where), origin };
}

/** A wrong one is told where the setting itself is read. */
function sourceNameIn(origins: Origins, auto: SourceName): SourceName {
  const given = scalarText(givenFor('source', origins)?.value).toLowerCase();
  return sourceNames.find((name) => name === given) ?? auto;
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
