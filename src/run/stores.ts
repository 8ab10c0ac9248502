import { dirname } from 'node:path';
import { requirePlace } from '../config/places.ts';
import { failureIn } from '../errors.ts';
import { ratebook } from '../hint.ts';
import type { Source } from '../sources/source.ts';
import { sourceNames } from '../sources/table.ts';
import { storedKinds, storePlaces } from '../store/places.ts';
import { type DamagedFile, Store } from '../store/store.ts';
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
 * @param consequence of a damaged file, if it is to be told @throws Failure if the clock must be right
 */
export function openStore(run: Run, consequence = ''): Store {
  const { source, alternative, places, clock, reporter } = run;
  const folder = storeFolder(run);

  const store = new Store({
    places: storePlaces({ store: folder, state: places.state, service: source.folder, alternative }),
    source,
    now: clock.now,
    onDamaged: (file) => reporter.problem(`the stored file of ${file.day} ${inWords(file)}${consequence}`),
    onStray: (message) => reporter.problem(message),
  });
  clock.check({ newest: store.dayToCome() });
  return store;
}

/** The stores of all services and sources, or of the one that an option names. */
export async function allStores(
  run: Run,
  onDamaged: (name: string, file: DamagedFile) => void = () => {},
): Promise<NamedStore[]> {
  const { places, host, clock, reporter } = run;
  const kinds = await storedKinds(storeFolder(run), places.state, host.signal).catch((error) => {
    throw failureIn(error).hinting(
      ratebook('config', 'get', 'store').in((line) => `the store must be a folder: ${line}`),
    );
  });
  const wanted = run.settings.source.origin === 'option' ? run.source.folder : undefined;
  const known = [run.source, ...sourceNames.map((name) => sourceNamed(name, run))];

  const named = kinds.filter(({ name }) => wanted === undefined || dirname(name) === wanted);
  return named.map(({ name, places }) => {
    const source = known.find(({ folder }) => folder === dirname(name));
    const store = new Store({
      places,
      source,
      now: clock.now,
      onDamaged: (file) => {
        reporter.problem(`${name}: the file of ${file.day} ${inWords(file)}`);
        onDamaged(name, file);
      },
      onStray: (message) => reporter.problem(message),
    });
    clock.check({ newest: store.dayToCome() });
    return { name, source, store };
  });
}

const inWords = ({ path, isMoved }: DamagedFile) =>
  isMoved ? `is damaged and was moved to ${path}` : `is damaged and cannot be moved: ${path}`;
