import { dirname } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type Environment, requirePlace } from '../config/places.ts';
import { keyFileVariable, type SettingOrigin, variableOf } from '../config/settings.ts';
import { failureIn } from '../errors.ts';
import { forUser, ratebook } from '../hint.ts';
import { mostTries } from '../sources/oxr/source.ts';
import type { KeyOrigin, Source } from '../sources/source.ts';
import { type SourceName, sourceNames, sources } from '../sources/table.ts';
import { type StorePlaces, storedKinds, storePlaces } from '../store/places.ts';
import { Store } from '../store/store.ts';
import type { Run } from './run.ts';

/** As it is configured, whichever source the run is about. */
export function sourceNamed(
  name: SourceName,
  { settings, places, host, clock }: Pick<Run, 'settings' | 'places' | 'host' | 'clock'>,
  tries = mostTries,
): Source {
  return sources[name].open({
    baseUrl: settings[sources[name].urlKey].value,
    appId: settings.app_id.value,
    keyOrigin: keyOriginOf(settings.app_id.origin, host.env),
    timeout: settings.timeout.value,
    tries,
    concurrency: settings.concurrency.value,
    state: places.state,
    env: host.env,
    now: clock.now,
  });
}

function keyOriginOf(origin: SettingOrigin, env: Environment): KeyOrigin | undefined {
  const setKey = forUser('config', 'set', 'app_id');
  if (origin === 'file') return { from: 'the config file', hint: setKey };
  if (origin !== 'environment') return undefined;
  const variable = env[variableOf('app_id')] ? variableOf('app_id') : keyFileVariable;
  // it would win over a key in the file
  const hint = setKey.in((line) => `give ${variable} another key, or unset it and: ${line}`);
  return { from: variable, hint };
}

/** The folder of all stores. @throws Failure for a user without a home */
export const storeFolder = ({ settings, host }: Run): string =>
  requirePlace(settings.store.value, 'data', host.platform);

/**
 * The store of the run's days, which tells whether the clock can be right.
 * @throws Failure if the clock must be right
 */
export function openStore(run: Run): Store {
  const { source, alternative, places } = run;
  const kind = { store: storeFolder(run), state: places.state, service: source.folder, alternative };
  return storeAt(storePlaces(kind), source, run);
}

function storeAt(places: StorePlaces, source: Source | undefined, { clock, reporter }: Run) {
  const store = new Store({ places, source, now: clock.now, reporter });
  clock.check({ newest: store.dayToCome() });
  return store;
}

/**
 * The stores of all services and sources, or of the one that an option names; without the source where it is
 * a service that is not configured.
 */
export async function allStores(run: Run) {
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

/** Days after which others may run: an interrupt comes soon, and thousands of days take few turns. */
const daysInTurn = 50;

/**
 * Each day, or what holds one, with progress on a terminal; an interrupt ends it between two.
 * @param doing `verifying`
 */
export async function* inTurn<T>(
  doing: string,
  days: readonly T[] | AsyncIterable<T>,
  { host, reporter }: App,
): AsyncGenerator<T> {
  const all = Array.isArray(days) ? days.length : Number.POSITIVE_INFINITY;
  reporter.startProgress(all, all, doing);
  let passed = 0;
  try {
    for await (const day of days) {
      if (passed++ % daysInTurn === 0) await letOthersRun();
      host.signal.throwIfAborted();
      yield day;
      reporter.progress?.advance(1);
    }
  } finally {
    reporter.stopProgress();
  }
}
