import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Failure, ifPossible, writing } from '../errors.ts';
import { isTrusted, makeFolder, patientlySync } from '../files.ts';
import { acquireLock } from '../store/lock.ts';
import { type KeyName, keys, textOf } from './keys.ts';
import { readConfig } from './settings.ts';

/** @throws Failure, with the file unchanged, if the value or the file is wrong */
export async function set(name: KeyName, text: string, path: string, signal: AbortSignal): Promise<void> {
  const value = keys[name].parse(text, name);
  readConfig(path);
  makePrivateFolder(dirname(path));

  await alone(path, signal, async () => {
    const config = await open(path);
    writing(path, () => config.set(name, typeof value === 'number' ? value : textOf(value)));
  });
}

/** Neither Conf nor a lock would keep others out. */
function makePrivateFolder(folder: string): void {
  makeFolder(dirname(folder));
  ifPossible(() => mkdirSync(folder, { mode: 0o700 }));
  // says why it could not be made
  makeFolder(folder);
}

export async function unset(word: string, path: string, signal: AbortSignal): Promise<boolean> {
  readConfig(path);
  if (!existsSync(dirname(path))) return false;

  return alone(path, signal, async () => {
    if (!Object.hasOwn(readConfig(path).values, word)) return false;
    const config = await open(path);
    writing(path, () => config.delete(word));
    return true;
  });
}

/** One process at a time; also removes what killed ones left, which may hold the app_id. */
async function alone<T>(path: string, signal: AbortSignal, change: () => Promise<T>): Promise<T> {
  const file = existsSync(path) ? realpathSync(path) : path;
  const folder = dirname(file);
  const name = basename(file);
  refuseForeign(folder, path);

  const lock = await acquireLock(folder, `${name}.lock`, signal);
  try {
    writing(path, () => {
      const left = readdirSync(folder).filter(
        (other) => other.startsWith(`${name}.`) && unfinished.test(other),
      );
      for (const other of left) patientlySync(() => rmSync(join(folder, other), { force: true }));
    });
    return await change();
  } finally {
    await lock.release();
  }
}

/**
 * Conf sets owner and mode of what lies at a path, which another user could have lead elsewhere. @throws
 * Failure
 */
function refuseForeign(folder: string, path: string): void {
  if (isTrusted(writing(path, () => statSync(folder)))) return;
  const message = `cannot write ${path}: ${folder} belongs to another user`;
  throw new Failure('cannot_write', message, 'run it as that user');
}

/** How Conf names temporary files. */
const unfinished = /\.tmp-\d{10}[0-9a-f]{6}$/;

async function open(path: string) {
  const { default: Conf } = await import('conf');
  readConfig(path);

  const options = {
    cwd: dirname(path),
    configName: basename(path, extname(path)),
    fileExtension: extname(path),
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    deserialize: () => ({ ...readConfig(path).values }),
    serialize: (values: unknown) => `${JSON.stringify(values, undefined, 2)}\n`,
  };
  return writing(path, () => new Conf<Record<string, unknown>>(options));
}
