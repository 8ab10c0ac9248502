import { promises } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from '../errors.ts';

export interface StorePlaces {
  /** The stored days; all else is beside them, where nobody takes it for days. */
  readonly days: string;
  readonly locks: string;
  readonly journal: string;
  readonly damaged: string;
  /** Files that a refresh has replaced, and responses that it put aside. */
  readonly replaced: string;
  /** The state file of the source. */
  readonly state: string;
}

interface Where {
  readonly store: string;
  /** Undefined for a user who has no folder for it. */
  readonly state: string | undefined;
  /** The folder of a source. */
  readonly service: string;
  readonly alternative?: boolean;
}

const kindNames = ['historical', 'historical-alternative'] as const;

export function storePlaces({ store, state, service, alternative = false }: Where): StorePlaces {
  return placesAt(store, state, join(service, kindNames[alternative ? 1 : 0]));
}

/**
 * By their paths in the store. Unreadable subfolders are left out. @throws Failure if the store itself is
 * unreadable
 */
export async function storedKinds(
  store: string,
  state: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly places: StorePlaces }[]> {
  const names: string[] = [];
  const folders = [''];
  // one at a time, since the store may be a whole disk
  for (const folder of folders) {
    signal.throwIfAborted();
    const entries = await promises.readdir(join(store, folder), { withFileTypes: true }).catch((error) => {
      if (folder !== '' || error.code === 'ENOENT') return [];
      throw new Failure('cannot_read', `${store} cannot be read: ${reasonOf(error)}`);
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || entry.name === stateInStore) continue;
      if (kindNames.some((kind) => kind === entry.name)) names.push(path);
      else folders.push(path);
    }
  }
  return names.sort().map((name) => ({ name, places: placesAt(store, state, name) }));
}

/** Of a user who has no folder for it: in the store, where it is found again. */
const stateInStore = '.state';

export function stateOf(store: string, state: string | undefined): string {
  return state ?? join(store, stateInStore);
}

function placesAt(store: string, stateFolder: string | undefined, name: string): StorePlaces {
  const state = stateOf(store, stateFolder);
  const under = (what: string) => join(state, what, name);
  return {
    days: join(store, name),
    locks: under('locks'),
    // per store: answers for one must not get into another
    journal: join(state, 'journal', join(store, name).replaceAll(':', '_')),
    damaged: under('damaged'),
    replaced: under('replaced'),
    state: `${under('sources')}.json`,
  };
}
