import type { Fetch } from '../fetch/fetched.ts';
import { Fetcher } from '../fetch/fetcher.ts';
import type { Known } from '../fetch/holdings.ts';
import { fetchClaimed } from '../fetch/library.ts';
import { tellKept } from '../report/kept.ts';
import { tellOddities } from '../report/missing.ts';
import type { Allowance, DailyBudget } from '../server/proxy/daily-budget.ts';
import { SharedFetch } from '../server/proxy/shared-days.ts';
import { SharedClaims } from '../store/shared-claims.ts';
import type { Account } from './connection.ts';
import { openKnown } from './library.ts';
import type { Run } from './run.ts';

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
  const { writer } = known;
  const claims = new SharedClaims(known.store.places.claims, signal);
  return (ledger: Allowance): Fetch => {
    const fetcher = new Fetcher({
      service: account.service,
      ledger,
      signal,
      terms: { alternative, prettyprint: false },
      seriesAllowed,
      onSeriesRefused: () => {
        if (seriesAllowed !== false) account.onSeriesRefused();
        seriesAllowed = false;
      },
      onResponse: (ask, response) => writer.arrived(ask, response),
      onAnswer: (answer, days) => writer.keep(answer, days),
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
