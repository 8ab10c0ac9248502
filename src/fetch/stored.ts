import { type Day, monthOf } from '../calendar/day.ts';
import { holding } from '../store/claims.ts';
import type { Gaps } from '../store/gaps.ts';
import type { Store } from '../store/store.ts';
import { allSettled, type DayOutcome, type Fetch, type Fetched, isGap, join } from './fetched.ts';
import { type DayState, type Endpoint, requestsFor } from './plan.ts';
import type { RunFetcher } from './run-fetcher.ts';

/** What is known beforehand, and may be used. */
export interface Known {
  readonly store: Store;
  readonly gaps: Gaps;
  /** Also what is held, and gaps, is asked for again. */
  readonly refresh: boolean;
}

export function stateOf({ store, gaps, refresh }: Known, day: Day): DayState {
  if (refresh) return 'missing';
  if (store.read(day)) return 'held';
  return gaps.has(day) ? 'gap' : 'missing';
}

/** What is known beforehand; nothing is asked for. */
export function fetchKnown(known: Known | undefined): Fetch {
  return async ({ days }) => {
    const outcomes = known && find({ ...known, refresh: false }, days).outcomes;
    return { days: days.map((day) => outcomes?.get(day) ?? { day, gap: 'not held' }), answers: [] };
  };
}

/** What is held, and the rest asked for, unless another process is just doing that: then its days are waited for. */
export function fetchStored(
  known: Known,
  fetcher: RunFetcher,
  endpoint: Endpoint,
  signal: AbortSignal,
): Fetch {
  const { store } = known;
  return async (unit) => {
    const found = find(known, unit.days);
    const keepable = found.missing.find((day) => store.mayKeep(day));
    if (!keepable) return fetchMissing(found, known, fetcher, endpoint);
    return holding(store.places.claims, monthOf(keepable), signal, () =>
      fetchMissing(find(known, unit.days), known, fetcher, endpoint),
    );
  };
}

interface Found {
  readonly days: readonly Day[];
  readonly outcomes: ReadonlyMap<Day, DayOutcome>;
  readonly missing: readonly Day[];
}

function find({ store, gaps, refresh }: Known, days: readonly Day[]): Found {
  const outcomes = new Map<Day, DayOutcome>();
  for (const day of refresh ? [] : days) {
    const rates = store.read(day);
    if (rates) outcomes.set(day, rates);
    else if (gaps.has(day)) outcomes.set(day, { day, gap: 'not available' });
  }
  return { days, outcomes, missing: days.filter((day) => !outcomes.has(day)) };
}

async function fetchMissing(
  { days, outcomes, missing }: Found,
  { store, gaps }: Known,
  fetcher: RunFetcher,
  endpoint: Endpoint,
): Promise<Fetched> {
  const requests = requestsFor(missing, endpoint);
  const { days: fetched, answers } = join(
    await allSettled(requests.map((request) => fetcher.fetch(request))),
  );
  const complete = new Map(outcomes);
  for (const outcome of fetched) {
    complete.set(outcome.day, outcome);
    if (!isGap(outcome)) gaps.forget(outcome.day);
    else if (store.mayKeep(outcome.day, outcome.served)) gaps.remember(outcome.day);
  }
  return { days: days.flatMap((day) => complete.get(day) ?? []), answers };
}
