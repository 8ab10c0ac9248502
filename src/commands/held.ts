import type { Failure } from '../errors.ts';
import type { Known } from '../fetch/known.ts';
import { Gaps } from '../store/gaps.ts';
import { serviceName, storePlaces } from '../store/places.ts';
import { Store } from '../store/store.ts';
import type { Run } from './run.ts';

/** What is held of the service that the run asks, and known of its gaps. */
export async function openKnown(
  run: Run,
  { alternative, refresh }: { readonly alternative: boolean; readonly refresh: boolean },
): Promise<Known> {
  const { settings, places, host, reporter } = run;
  const service = await nameOf(run);
  const store = new Store({
    places: storePlaces(settings.store.value, places.state, service, alternative),
    now: host.now,
    onDamaged: (day, movedTo) =>
      reporter.problem(
        `the held file of ${day} is damaged and counts as not held; it now lies at ${movedTo}`,
      ),
  });
  const told = new Set<string>();
  const onTrouble = ({ message }: Failure) => {
    if (!told.has(message)) reporter.problem(message);
    told.add(message);
  };
  return { store, gaps: new Gaps(store.places.gaps, host.now), refresh, onTrouble };
}

/** The folder of the service that the run asks. */
export async function nameOf({ given, settings }: Run): Promise<string> {
  if (!given.demo) return serviceName(settings.base_url.value);
  const { demoVersion } = await import('../server/demo-rates.ts');
  return `demo-${demoVersion}`;
}
