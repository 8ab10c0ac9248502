import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { reasonOf } from '../disk/failure.ts';
import { failed } from '../errors.ts';
import { isLoopback } from '../loopback.ts';

/** The folders of one kind of days of one service. */
export interface StorePlaces {
  /** One file a day, at the path of the day's own URL. */
  readonly days: string;
  readonly claims: string;
  readonly arrived: string;
  readonly gaps: string;
  readonly damaged: string;
  readonly older: string;
  readonly dropped: string;
}

const kindNames = ['historical', 'historical-alternative'] as const;

/** Where the days of a service are, by its name: host and path of its address, or the demonstration's. */
export function storePlaces(
  store: string,
  state: string,
  service: string,
  alternative: boolean,
): StorePlaces {
  return placesAt(store, state, join(service, kindNames[alternative ? 1 : 0]));
}

/**
 * Every kind of days that lies in the store, with its name: `openexchangerates.org/api/historical`; folders in it that may not
 * be read apart.
 * @throws Failure where the store itself cannot be read; the signal's reason
 */
export async function storedKinds(
  store: string,
  state: string,
  signal: AbortSignal,
): Promise<{ name: string; places: StorePlaces }[]> {
  const outermost = await foldersIn(store).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw failed(
      `${store} cannot be read: ${reasonOf(error)}`,
      'the store is a folder: ratebook config get store',
    );
  });
  const names: string[] = [];
  for await (const folder of kindsIn(store, outermost, signal)) names.push(relative(store, folder));
  return names.sort().map((name) => ({ name, places: placesAt(store, state, name) }));
}

/** One folder after another is read, since somebody may have named a whole disk as the store. */
async function* kindsIn(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const name of names) {
    signal.throwIfAborted();
    const path = join(folder, name);
    if (kindNames.some((kind) => kind === name)) yield path;
    else yield* kindsIn(path, await foldersIn(path).catch(() => []), signal);
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * `openexchangerates.org/api`; a colon cannot stand in a file name everywhere. Where the host alone could mean another service
 * the scheme stands before it, `https@localhost_8787/api`: in no host is there an `@`.
 */
export function serviceName(baseUrl: string): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const name = host.replaceAll(':', '_');
  const usual = isLoopback(hostname) ? 'http:' : 'https:';
  const isPlain = protocol === usual && !demoName.test(name);
  return join(isPlain ? name : protocol.replace(':', '@') + name, ...pathname.split('/'));
}

/** The folder of the demonstration, one for each version of its rates. */
const demoName = /^demo-\d+$/;

function placesAt(store: string, state: string, name: string): StorePlaces {
  const stateOf = (what: string) => join(state, what, name);
  return {
    days: join(store, name),
    claims: stateOf('claims'),
    // of this store alone: what has come for one is not another's
    arrived: join(state, 'arrived', join(store, name).replaceAll(':', '_')),
    gaps: stateOf('gaps'),
    damaged: stateOf('damaged'),
    older: stateOf('older'),
    dropped: stateOf('dropped'),
  };
}
