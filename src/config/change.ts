import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { Failure, ifPossible, writing } from '../errors.ts';
import { isTrusted, makeFolder, patientlySync } from '../files.ts';
import { acquireLock } from '../store/lock.ts';
import { type KeyName, keys, readConfig } from './settings.ts';

/** @throws Failure, with the file unchanged, if the value or the file is wrong */
export async function set(name: KeyName, text: string, path: string, signal: AbortSignal): Promise<void> {
  const value = keys[name].parse(text, name);
  readConfig(path);
  makePrivateFolder(dirname(path));
  await change(name, typeof value === 'number' ? value : `${value}`, path, signal);
}

/** False if the file does not have it. @throws Failure, with the file unchanged, if that is wrong */
export async function unset(word: string, path: string, signal: AbortSignal): Promise<boolean> {
  readConfig(path);
  return existsSync(dirname(path)) && change(word, undefined, path, signal);
}

/** A folder that others could look into would show that there is a key, and when it was set. */
function makePrivateFolder(folder: string) {
  makeFolder(dirname(folder));
  ifPossible(() => mkdirSync(folder, { mode: 0o700 }));
  // throws the reason if it could not be made
  makeFolder(folder);
}

/** How conf names its temporary files. */
const unfinished = /\.tmp-\d{10}[0-9a-f]{6}$/;

/** One process at a time. Also removes files left by killed processes, which can contain the app_id. */
async function change(
  name: string,
  value: string | number | undefined,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const file = existsSync(path) ? realpathSync(path) : path;
  const folder = dirname(file);
  // conf sets owner and mode of the file at a path, which another user could have made a link
  if (!isTrusted(writing(path, () => statSync(folder)))) {
    const message = `cannot write ${path}: ${folder} belongs to another user`;
    throw new Failure('cannot_write', message, 'run it as that user');
  }

  const lock = await acquireLock(folder, [`${basename(file)}.lock`], signal);
  try {
    writing(path, () => removeUnfinished(file));
    const { default: Conf } = await import('conf');
    const { values } = readConfig(path);
    if (value === undefined && !Object.hasOwn(values, name)) return false;

    writing(path, () => {
      const config = new Conf<Record<string, unknown>>({
        cwd: dirname(path),
        configName: basename(path, extname(path)),
        fileExtension: extname(path),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        deserialize: () => ({ ...readConfig(path).values }),
        serialize: (changed) => `${JSON.stringify(changed, undefined, 2)}\n`,
      });
      if (value === undefined) config.delete(name);
      else config.set(name, value);
    });
    return true;
  } finally {
    await lock.release();
  }
}

function removeUnfinished(file: string) {
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(file)}.`) && unfinished.test(name))
      patientlySync(() => rmSync(join(folder, name), { force: true }));
}
