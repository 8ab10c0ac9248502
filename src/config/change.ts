import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Failure, ifPossible, writing } from '../errors.ts';
import { createWhole, isTrusted, makeFolder, removeStale } from '../files.ts';
import { acquireLock } from '../store/lock.ts';
import { type KeyName, keys, readConfig } from './settings.ts';

/** @throws Failure, with the file unchanged, if the value or the file is wrong */
export async function set(name: KeyName, text: string, path: string, signal: AbortSignal): Promise<void> {
  const value = keys[name].parse(text, name);
  readConfig(path);
  makePrivateFolder(dirname(path));
  await change(path, signal, (values) => ({
    ...values,
    [name]: typeof value === 'number' ? value : `${value}`,
  }));
}

/** False if the file does not have it. @throws Failure, with the file unchanged, if that is wrong */
export async function unset(word: string, path: string, signal: AbortSignal): Promise<boolean> {
  readConfig(path);
  if (!existsSync(dirname(path))) return false;
  return change(path, signal, (values) => Object.hasOwn(values, word) && { ...values, [word]: undefined });
}

/** A folder that others could look into would show that there is a key, and when it was set. */
function makePrivateFolder(folder: string): void {
  makeFolder(dirname(folder));
  ifPossible(() => mkdirSync(folder, { mode: 0o700 }));
  // says why it could not be made
  makeFolder(folder);
}

type ConfigValues = Readonly<Record<string, unknown>>;

/** One process at a time; also removes what killed ones left, which may hold the app_id. */
async function change(
  path: string,
  signal: AbortSignal,
  changed: (values: ConfigValues) => ConfigValues | false,
): Promise<boolean> {
  const file = existsSync(path) ? realpathSync(path) : path;
  const folder = dirname(file);
  if (!isTrusted(writing(path, () => statSync(folder)))) {
    // who could not read the new file
    const message = `cannot write ${path}: ${folder} belongs to another user`;
    throw new Failure('cannot_write', message, 'run it as that user');
  }

  const lock = await acquireLock(folder, `${basename(file)}.lock`, signal);
  try {
    await removeStale(folder);
    const values = changed(readConfig(path).values);
    if (values) await writePrivate(file, `${JSON.stringify(values, undefined, 2)}\n`);
    return values !== false;
  } finally {
    await lock.release();
  }
}

async function writePrivate(path: string, text: string): Promise<void> {
  const file = await createWhole(path, 0o600);
  try {
    await file.write(text);
    await file.finish();
  } finally {
    await file.abandon();
  }
}
