import { type Day, monthOf } from '../calendar/day.ts';
import { CannotClaim, ClaimLost } from '../disk/claims.ts';
import type { Fetcher } from './fetcher.ts';
import type { Holdings } from './holdings.ts';
import type { FetchUnit } from './library.ts';
import type { Fetched } from './outcome.ts';
import { type PlannedRequest, requestsFor, type Unit } from './plan.ts';
import { recover } from './recover.ts';
import { UnitDays } from './unit-days.ts';

/** One request after another: a unit that is not kept has one only. */
export function fetchDirect(fetcher: Fetcher): FetchUnit {
  return async ({ requests }, ready) => {
    for (const request of requests) await fetcher.fetch(request, ready);
  };
}

/** A month that another process is fetching is waited for. */
export function fetchAndKeep(holdings: Holdings, fetcher: Fetcher): FetchUnit {
  return async (unit, ready) => {
    const days = new UnitDays(unit.days, ready);
    const keepable = unit.requests.find(({ run }) => holdings.store.mayKeep(run.first));
    if (!keepable) return fetchMissing(unit, days, holdings, fetcher);
    const month = monthOf(keepable.run.first);
    for (;;) {
      try {
        return await fetchClaimed(unit, days, month, holdings, fetcher);
      } catch (error) {
        if (error instanceof ClaimLost) continue;
        if (!(error instanceof CannotClaim)) throw error;
        holdings.onTrouble(error);
        return fetchMissing(unit, days, holdings, fetcher);
      }
    }
  };
}

function fetchClaimed(
  unit: Unit,
  days: UnitDays,
  month: string,
  holdings: Holdings,
  fetcher: Fetcher,
): Promise<void> {
  return holdings.claims.holding(month, fetcher.signal, async (claim) => {
    // the last holder may have died and left answers
    await recover(holdings, holdings.inbox.left(month), fetcher.signal);
    await fetchMissing(unit, days, holdings, fetcher, () => claim.check());
  });
}

async function fetchMissing(
  unit: Unit,
  days: UnitDays,
  holdings: Holdings,
  fetcher: Fetcher,
  beforeSending?: () => void,
): Promise<void> {
  const found = holdings.find(unit.days);
  const missing = unit.requests.flatMap((request) => stillMissing(request, unit.days, found, holdings));
  days.know(found.values());
  const came = (fetched: Fetched) => {
    for (const outcome of fetched.days) holdings.learn(outcome);
    days.know(fetched.days, fetched.surplus);
  };
  await allSettled(missing.map((request) => fetcher.fetch(request, came, beforeSending)));
  days.end();
}

/** Waits for all even if one fails: they may have been paid for. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

function stillMissing(
  request: PlannedRequest,
  days: Unit['days'],
  found: ReadonlyMap<Day, unknown>,
  holdings: Holdings,
): PlannedRequest[] {
  const { first, last, length } = request.run;
  const missing = days.filter((day) => first <= day && day <= last && !found.has(day));
  return missing.length === length
    ? [request]
    : requestsFor(missing, request.endpoint, (day) => holdings.isDoubtful(day));
}
