import { fetchDirect } from '../fetch/direct.ts';
import type { Fetch, Fetched } from '../fetch/fetched.ts';
import { inOrder } from '../fetch/in-order.ts';
import type { Known } from '../fetch/known.ts';
import type { Endpoint, Plan } from '../fetch/plan.ts';
import { RunFetcher, type Terms } from '../fetch/run-fetcher.ts';
import { fetchKnown, fetchStored } from '../fetch/stored.ts';
import { ReaderGone } from '../output/sink.ts';
import type { Ledger } from '../service/ledger.ts';
import type { Account } from './account.ts';
import type { Run } from './run.ts';
import { tellKept } from './tell-kept.ts';

interface Job {
  readonly run: Run;
  readonly plan: Plan;
  readonly endpoint: Endpoint;
  readonly terms: Terms;
  /** Nothing where the store is neither read nor written. */
  readonly known: Known | undefined;
  /** Nothing where nothing is to be asked for. */
  readonly account: Account | undefined;
  readonly ledger: Ledger;
}

/** Has the days of a plan, in its order, keeps them as they come, and shows how far it is. False where some could not be kept. */
export async function fetchAll(job: Job, take: (fetched: Fetched) => Promise<void>): Promise<boolean> {
  const { run, plan, known } = job;
  const { reporter, settings } = run;
  const fetcher = fetcherOf(job);
  const stop = () => fetcher?.stop(new ReaderGone());
  let kept = true;
  reporter.startProgress(plan.days, plan.cost);
  try {
    const ahead = settings.concurrency.value * 2;
    for await (const fetched of inOrder(plan.units, ahead, fetchOf(job, fetcher), stop)) {
      await take(fetched);
      run.host.signal.throwIfAborted();
    }
  } finally {
    reporter.stopProgress();
    if (known) kept = tellKept(known, reporter);
  }
  return kept;
}

function fetcherOf({ run, account, ledger, terms, known }: Job): RunFetcher | undefined {
  if (!account) return undefined;
  const keeper = known?.keeper;
  return new RunFetcher({
    ...account,
    ledger,
    signal: run.host.signal,
    terms,
    onResponse: keeper && ((ask, response) => keeper.arrived(ask, response)),
    onAnswer: async (answer, days) => {
      await keeper?.keep(answer, days);
      run.reporter.advance(answer.days.length);
    },
  });
}

function fetchOf({ known, endpoint }: Job, fetcher: RunFetcher | undefined): Fetch {
  if (!fetcher) return fetchKnown(known);
  return known ? fetchStored(known, fetcher, endpoint) : fetchDirect(fetcher);
}
