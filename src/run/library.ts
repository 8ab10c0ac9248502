import type { Day } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import { Holdings } from '../fetch/holdings.ts';
import { Library } from '../fetch/library.ts';
import type { Plan } from '../fetch/plan.ts';
import { tellDropped } from '../report/dropped.ts';
import { tellInterrupted, tellKept } from '../report/kept.ts';
import { tellSurplus } from '../report/missing.ts';
import type { Form } from '../sources/source.ts';
import { storePlaces } from '../store/places.ts';
import type { Run } from './run.ts';

interface Use {
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly form: Form;
  readonly offline?: boolean | undefined;
  /** The host's by default. */
  readonly signal?: AbortSignal;
  readonly progress?: boolean;
}

/** @throws Failure if days of the plan could not be stored; call it before anything is requested */
export function checkKeeping(plan: Plan, holdings: Holdings | undefined): void {
  const runs = plan.units.flatMap(({ requests }) => requests.map(({ run }) => run));
  if (!holdings || !runs.some(({ first }) => holdings.store.mayKeep(first))) return;
  try {
    holdings.store.checkWritable();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw error.hinting('use --no-store to continue without the store');
  }
}

export function openLibrary(run: Run, use: Use): Library {
  const { reporter, settings, host, source } = run;
  const { holdings, form, progress = true, signal = host.signal } = use;
  const surplus: string[] = [];
  return new Library({
    source,
    holdings,
    offline: use.offline === true,
    openFetching: async (budget) => {
      const connection = await run.connect();
      const { startFetching } = await import('../fetch/fetching.ts');
      const onDays = (count: number) => reporter.advance(count);
      return startFetching({ connection, holdings, form, budget, signal, onDays });
    },
    ahead: settings.concurrency.value * 2,
    signal,
    onBegin: (plan) => progress && reporter.startProgress(plan.days, plan.missing),
    onSurplus: (days) => surplus.push(...days),
    onEnd: async () => {
      await holdings?.keeper.settle();
      reporter.stopProgress();
      tellSurplus(surplus.splice(0), reporter);
      if (!holdings) return;
      tellKept(holdings, reporter);
      if (signal.aborted && signal === host.signal) tellInterrupted(holdings, reporter);
    },
  });
}

interface Opening {
  readonly alternative: boolean;
  readonly refresh?: boolean | undefined;
  readonly offline?: boolean | undefined;
}

/** Includes the answers that killed processes have left behind. */
export async function openHoldings(run: Run, { alternative, refresh, offline }: Opening): Promise<Holdings> {
  const { settings, places, host, reporter, source } = run;
  const told = new Set<string>();
  const holdings = new Holdings({
    source,
    places: storePlaces(settings.store.value, places.state, source.folder, alternative),
    now: host.now,
    refresh: refresh === true,
    offline: offline === true,
    onDamaged: (day: Day, movedTo: string) =>
      reporter.problem(
        `the stored file of ${day} is damaged and was moved to ${movedTo}; the day counts as missing`,
      ),
    onTrouble: ({ message }: Failure) => {
      if (!told.has(message)) reporter.problem(message);
      told.add(message);
    },
  });
  await recoverLeft(holdings, run);
  return holdings;
}

async function recoverLeft(holdings: Holdings, { host, reporter }: Run): Promise<void> {
  const left = holdings.inbox.left().filter((one) => !holdings.inbox.isUnderWay(one));
  if (left.length === 0) return;
  const { recover } = await import('../fetch/fetching.ts');
  const { days, surplus } = await recover(holdings, left, host.signal);
  tellSurplus(surplus, reporter);
  tellDropped(days, reporter);
  tellKept(holdings, reporter);
}
