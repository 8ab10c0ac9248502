import { type Day, monthOf } from '../calendar/day.ts';
import { CannotClaim, holding } from '../disk/claims.ts';
import { allSettled, type DayOutcome, type Fetch, type Fetched, join } from './fetched.ts';
import type { Fetcher } from './fetcher.ts';
import { type Known, learn } from './holdings.ts';
import { type Endpoint, requestsFor } from './plan.ts';
import { recover } from './recover.ts';

/** Every request as planned, nothing kept. */
export function fetchDirect(fetcher: Fetcher): Fetch {
  return async ({ requests }) => join(await allSettled(requests.map((request) => fetcher.fetch(request))));
}

/** What is known beforehand; nothing is asked for. */
export function fetchKnown(known: Known | undefined): Fetch {
  return async ({ days }) => {
    const outcomes = known && find({ ...known, refresh: false }, days).outcomes;
    return {
      days: days.map((day) => outcomes?.get(day) ?? { day, gap: 'not held' }),
      oddities: [],
      bodies: [],
    };
  };
}

/** What is held, and the rest asked for, unless another process is just doing that: then its days are waited for. */
export function fetchStored(known: Known, fetcher: Fetcher, endpoint: Endpoint): Fetch {
  const claims = known.store.places.claims;
  return fetchClaimed(known, fetcher, endpoint, (month, work) =>
    holding(claims, month, fetcher.signal, work),
  );
}

/** Runs the work while no other process does the same with the month. */
type Claiming = (month: string, work: () => Promise<Fetched>) => Promise<Fetched>;

/** The same, with another's way of claiming months. */
export function fetchClaimed(known: Known, fetcher: Fetcher, endpoint: Endpoint, claiming: Claiming): Fetch {
  return async (unit) => {
    const fetch = () => fetchMissing(find(known, unit.days), known, fetcher, endpoint);
    const keepable = unit.requests.find(({ run }) => known.store.mayKeep(run.first));
    if (!keepable) return fetch();
    const month = monthOf(keepable.run.first);
    const work = async () => {
      // who had the claim before may have died with it
      const oddities = await recover(known, known.inbox.left(month), fetcher.signal);
      const fetched = await fetch();
      return { ...fetched, oddities: [...oddities, ...fetched.oddities] };
    };
    return claiming(month, work).catch((error) => {
      if (!(error instanceof CannotClaim)) throw error;
      known.onTrouble(error);
      return fetch();
    });
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
  known: Known,
  fetcher: Fetcher,
  endpoint: Endpoint,
): Promise<Fetched> {
  const requests = requestsFor(missing, endpoint);
  const { days: fetched, oddities } = join(
    await allSettled(requests.map((request) => fetcher.fetch(request))),
  );
  const complete = new Map(outcomes);
  for (const outcome of fetched) {
    complete.set(outcome.day, outcome);
    learn(outcome, known);
  }
  return { days: days.flatMap((day) => complete.get(day) ?? []), oddities, bodies: [] };
}
