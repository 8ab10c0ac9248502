import { storePlaces } from '../store/places.ts';
import { Store } from '../store/store.ts';
import type { Run } from './run.ts';

/** The stored days of the configured service, or of the demonstration, for commands that ask nothing. */
export function openStore(run: Run, alternative: boolean): Store {
  const { settings, places, host, reporter, source } = run;
  return new Store({
    places: storePlaces(settings.store.value, places.state, source.folder, alternative),
    pivot: source.pivot,
    now: host.now,
    onDamaged: (day, movedTo) =>
      reporter.problem(`the stored file of ${day} is damaged and was moved to ${movedTo}`),
  });
}
