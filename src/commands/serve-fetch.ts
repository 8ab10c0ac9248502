import type { Fetch } from '../fetch/fetched.ts';
import type { Known } from '../fetch/known.ts';
import { RunFetcher } from '../fetch/run-fetcher.ts';
import { SharedFetch } from '../fetch/shared.ts';
import { SharedClaims } from '../fetch/shared-claims.ts';
import { fetchClaimed } from '../fetch/stored.ts';
import type { Allowance, DailyBudget } from '../service/daily-budget.ts';
import type { Account } from './account.ts';
import { openKnown } from './held.ts';
import { tellOddities } from './oddities.ts';
import type { Run } from './run.ts';
import { tellKept } from './tell-kept.ts';

export interface Upstream {
  readonly account: Account;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** The days that clients share: held ones, and where there is an upstream those that it has. */
export async function openShared(
  alternative: boolean,
  budget: DailyBudget,
  upstream: Upstream | undefined,
  run: Run,
): Promise<SharedFetch> {
  const known = await openKnown(run, { alternative, refresh: false });
  const fetchWith = upstream && fetchingFrom(upstream, known, alternative, run);
  return new SharedFetch({ known, budget, fetchWith, now: run.host.now });
}

function fetchingFrom({ account, signal }: Upstream, known: Known, alternative: boolean, { reporter }: Run) {
  let { seriesAllowed } = account;
  const { keeper } = known;
  const claims = new SharedClaims(known.store.places.claims, signal);
  return (ledger: Allowance): Fetch => {
    const fetcher = new RunFetcher({
      service: account.service,
      ledger,
      signal,
      terms: { alternative, prettyprint: false },
      seriesAllowed,
      onSeriesRefused: () => {
        if (seriesAllowed !== false) account.onSeriesRefused();
        seriesAllowed = false;
      },
      onResponse: (ask, response) => keeper.arrived(ask, response),
      onAnswer: (answer, days) => keeper.keep(answer, days),
    });
    const fetch = fetchClaimed(known, fetcher, 'time-series', (month, work) => claims.holding(month, work));
    return async (unit) => {
      try {
        const fetched = await fetch(unit);
        tellOddities(fetched.oddities, reporter);
        return fetched;
      } finally {
        tellKept(known, reporter);
      }
    };
  };
}
