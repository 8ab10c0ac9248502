import type { Day } from '../calendar/day.ts';
import type { Failure } from '../errors.ts';
import { type Known, knownOf } from '../fetch/holdings.ts';
import { tellKept } from '../report/kept.ts';
import { tellOddities } from '../report/missing.ts';
import { serviceName, storePlaces } from '../store/places.ts';
import type { Run } from './run.ts';

/** What is held of the service that the run asks, also by the answers that killed processes have left, and known of its gaps. */
export async function openKnown(
  run: Run,
  { alternative, refresh }: { readonly alternative: boolean; readonly refresh: boolean },
): Promise<Known> {
  const { settings, places, host, reporter } = run;
  const service = await nameOf(run);
  const onDamaged = (day: Day, movedTo: string) =>
    reporter.problem(`the held file of ${day} is damaged and counts as not held; it now lies at ${movedTo}`);
  const told = new Set<string>();
  const onTrouble = ({ message }: Failure) => {
    if (!told.has(message)) reporter.problem(message);
    told.add(message);
  };
  const known = knownOf(
    {
      places: storePlaces(settings.store.value, places.state, service, alternative),
      now: host.now,
      onDamaged,
    },
    { refresh, onTrouble },
  );
  await recoverLeft(known, run);
  return known;
}

async function recoverLeft(known: Known, { host, reporter }: Run): Promise<void> {
  const left = known.inbox.left();
  if (left.length === 0) return;
  const { recover } = await import('../fetch/recover.ts');
  tellOddities(await recover(known, left, host.signal), reporter);
  tellKept(known, reporter);
}

/** The folder of the service that the run asks. */
export async function nameOf({ given, settings }: Run): Promise<string> {
  if (!given.demo) return serviceName(settings.base_url.value);
  const { demoVersion } = await import('../server/demo/rates.ts');
  return `demo-${demoVersion}`;
}
