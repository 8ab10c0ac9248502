import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { cannotWrite } from '../disk/failure.ts';
import { failed } from '../errors.ts';
import { type KeyName, keys, textOf } from './keys.ts';

/** What the config file says, each value as yet unchecked; empty where there is no file. */
export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function readConfig(path: string): ConfigFile {
  const text = textAt(path);
  return { path, values: text === undefined ? {} : parseObject(text, path) };
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw failed(`the config file cannot be read: ${message}`);
  }
}

function parseObject(text: string, path: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own words quote the text, which may hold the key.
    throw failed(`${path}: not JSON`, mend);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw failed(`${path}: not a JSON object`, mend);
}

const mend = 'mend the file, or delete it and set its values again';

/** Writes one value to the config file; throws, and leaves the file alone, where the value or the file is wrong. */
export async function set(name: KeyName, text: string, path: string): Promise<void> {
  const value = keys[name].parse(text, name);
  readConfig(path);
  const config = await open(path);
  writing(path, () => config.set(name, typeof value === 'number' ? value : textOf(value)));
}

/** Takes a key, known or not, out of the config file; whether it was there. */
export async function unset(word: string, path: string): Promise<boolean> {
  if (!Object.hasOwn(readConfig(path).values, word)) return false;
  const config = await open(path);
  writing(path, () => config.delete(word));
  return true;
}

async function open(path: string) {
  const { default: Conf } = await import('conf');
  return writing(path, () => {
    // Before Conf does it: its folder would be open to everyone.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: basename(path, extname(path)),
      fileExtension: extname(path),
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: (values) => `${JSON.stringify(values, undefined, 2)}\n`,
    });
  });
}

function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw cannotWrite(path, error);
  }
}
