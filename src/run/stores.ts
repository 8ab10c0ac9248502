import { dirname } from 'node:path';
import { requirePlace } from '../config/places.ts';
import { failureIn } from '../errors.ts';
import { ratebook } from '../hint.ts';
import type { Source } from '../sources/source.ts';
import { sourceNames } from '../sources/table.ts';
import { type StorePlaces, storedKinds, storePlaces } from '../store/places.ts';
import { Store } from '../store/store.ts';
import type { Run } from './run.ts';
import { sourceNamed } from './sources.ts';

export interface NamedStore {
  /** Its path in the folder of all stores: `openexchangerates.org/api/historical`. */
  readonly name: string;
  /** Undefined where the days are of a service that is not configured. */
  readonly source: Source | undefined;
  readonly store: Store;
}

/** The folder of all stores. @throws Failure for a user without a home */
export const storeFolder = ({ settings, host }: Pick<Run, 'settings' | 'host'>): string =>
  requirePlace(settings.store.value, 'data', host.platform);

/**
 * The store of the run's days, which tells whether the clock can be right.
 * @throws Failure if the clock must be right
 */
export function openStore(run: Run): Store {
  const { source, alternative, places } = run;
  const store = storeFolder(run);
  return storeAt(
    storePlaces({ store, state: places.state, service: source.folder, alternative }),
    source,
    run,
  );
}

function storeAt(places: StorePlaces, source: Source | undefined, { clock, reporter }: Run): Store {
  const store = new Store({ places, source, now: clock.now, reporter });
  clock.check({ newest: store.dayToCome() });
  return store;
}

/** The stores of all services and sources, or of the one that an option names. */
export async function allStores(run: Run): Promise<NamedStore[]> {
  const kinds = await storedKinds(storeFolder(run), run.places.state, run.host.signal).catch((error) => {
    throw failureIn(error).hinting(
      ratebook('config', 'get', 'store').in((line) => `the store must be a folder: ${line}`),
    );
  });
  const named = run.settings.source.origin === 'option' ? run.source.folder : undefined;
  const sources = [run.source, ...sourceNames.map((name) => sourceNamed(name, run))];

  return kinds
    .filter(({ name }) => named === undefined || dirname(name) === named)
    .map(({ name, places }) => {
      const source = sources.find(({ folder }) => folder === dirname(name));
      return { name, source, store: storeAt(places, source, run) };
    });
}
