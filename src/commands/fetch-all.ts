import { fetchDirect } from '../fetch/direct.ts';
import type { Fetch, Fetched } from '../fetch/fetched.ts';
import { inOrder } from '../fetch/in-order.ts';
import type { Endpoint, Plan } from '../fetch/plan.ts';
import { RunFetcher, type Terms } from '../fetch/run-fetcher.ts';
import { fetchKnown, fetchStored, type Known } from '../fetch/stored.ts';
import { ReaderGone } from '../output/sink.ts';
import type { Account } from './account.ts';
import { Keeper } from './keeper.ts';
import type { Run } from './run.ts';

export interface Job {
  readonly run: Run;
  readonly plan: Plan;
  readonly endpoint: Endpoint;
  readonly terms: Terms;
  /** Nothing where the store is neither read nor written. */
  readonly known: Known | undefined;
  /** Nothing where nothing is to be asked for. */
  readonly account: Account | undefined;
}

/** Has the days of a plan, in its order, keeps them as they come, and shows how far it is. */
export async function fetchAll(job: Job, take: (fetched: Fetched) => Promise<void>): Promise<void> {
  const { run, plan, known, account } = job;
  const { reporter, settings } = run;
  const keeper = known && new Keeper(known.store);
  reporter.startProgress(plan.days, plan.cost);
  try {
    const ahead = settings.concurrency.value * 2;
    const stop = () => account?.service.stop(new ReaderGone());
    for await (const fetched of inOrder(plan.units, ahead, fetchOf(job, keeper), stop)) await take(fetched);
  } finally {
    reporter.stopProgress();
    keeper?.tell(reporter);
  }
}

function fetchOf({ run, known, account, terms, endpoint }: Job, keeper: Keeper | undefined): Fetch {
  if (!account) return fetchKnown(known);
  const fetcher = new RunFetcher({
    ...account,
    terms,
    onAnswer: async (answer) => {
      await keeper?.keep(answer);
      run.reporter.advance(answer.days.length);
    },
  });
  return known ? fetchStored(known, fetcher, endpoint, run.host.signal) : fetchDirect(fetcher);
}
