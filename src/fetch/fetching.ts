import { monthOf } from '../calendar/day.ts';
import { CannotClaim, ClaimLost } from '../disk/claims.ts';
import type { Fetcher } from './fetcher.ts';
import type { Holdings } from './holdings.ts';
import type { FetchUnit } from './library.ts';
import { allSettled, type DayOutcome, type Fetched, join } from './outcome.ts';
import { type PlannedRequest, requestsFor, type Unit } from './plan.ts';
import { recover } from './recover.ts';

export function fetchDirect(fetcher: Fetcher): FetchUnit {
  return async ({ requests }) => join(await allSettled(requests.map((request) => fetcher.fetch(request))));
}

/** A month that another process is fetching is waited for. */
export function fetchAndKeep(holdings: Holdings, fetcher: Fetcher): FetchUnit {
  return async (unit) => {
    const keepable = unit.requests.find(({ run }) => holdings.store.mayKeep(run.first));
    if (!keepable) return fetchMissing(unit, holdings, fetcher);
    const month = monthOf(keepable.run.first);
    for (;;) {
      try {
        return await fetchClaimed(unit, month, holdings, fetcher);
      } catch (error) {
        if (error instanceof ClaimLost) continue;
        if (!(error instanceof CannotClaim)) throw error;
        holdings.onTrouble(error);
        return fetchMissing(unit, holdings, fetcher);
      }
    }
  };
}

function fetchClaimed(unit: Unit, month: string, holdings: Holdings, fetcher: Fetcher): Promise<Fetched> {
  return holdings.claims.holding(month, fetcher.signal, async (claim) => {
    // the last holder may have died and left answers
    await recover(holdings, holdings.inbox.left(month), fetcher.signal);
    return fetchMissing(unit, holdings, fetcher, () => claim.check());
  });
}

async function fetchMissing(
  { days, requests }: Unit,
  holdings: Holdings,
  fetcher: Fetcher,
  beforeSending?: () => void,
): Promise<Fetched> {
  const outcomes = holdings.find(days);
  const missing = requests.flatMap((request) => stillMissing(request, days, outcomes, holdings));
  const fetched = join(await allSettled(missing.map((request) => fetcher.fetch(request, beforeSending))));
  for (const outcome of fetched.days) {
    outcomes.set(outcome.day, outcome);
    holdings.learn(outcome);
  }
  return {
    days: days.map((day) => outcomes.get(day) ?? { day, gap: 'not held' }),
    surplus: fetched.surplus,
    bodies: [],
  };
}

function stillMissing(
  request: PlannedRequest,
  days: Unit['days'],
  outcomes: ReadonlyMap<string, DayOutcome>,
  holdings: Holdings,
): PlannedRequest[] {
  const { first, last, length } = request.run;
  const missing = days.filter((day) => first <= day && day <= last && !outcomes.has(day));
  return missing.length === length
    ? [request]
    : requestsFor(missing, request.endpoint, (day) => holdings.isDoubtful(day));
}
