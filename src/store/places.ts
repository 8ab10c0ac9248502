import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The folders of one kind of days of one service. */
export interface StorePlaces {
  /** One file a day, at the path of the day's own URL. */
  readonly days: string;
  readonly claims: string;
  readonly arrived: string;
  readonly gaps: string;
  readonly damaged: string;
  readonly older: string;
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

/** Every kind of days that lies in the store, with its name: `openexchangerates.org/api/historical`; folders that may not be read apart. */
export async function storedKinds(
  store: string,
  state: string,
): Promise<{ name: string; places: StorePlaces }[]> {
  const kinds = await kindsIn(store);
  return kinds
    .map((folder) => relative(store, folder))
    .sort()
    .map((name) => ({ name, places: placesAt(store, state, name) }));
}

async function kindsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory());
  const found = folders.map(async ({ name }) => {
    const path = join(folder, name);
    return kindNames.some((kind) => kind === name) ? [path] : kindsIn(path);
  });
  return (await Promise.all(found)).flat();
}

/** `openexchangerates.org/api`; a colon cannot stand in a file name everywhere. */
export function serviceName(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return join(host.replaceAll(':', '_'), ...pathname.split('/'));
}

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
  };
}
