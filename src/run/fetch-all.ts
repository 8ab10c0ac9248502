import type { Ledger } from '../client/ledger.ts';
import type { Fetch, Fetched } from '../fetch/fetched.ts';
import { Fetcher, type Terms } from '../fetch/fetcher.ts';
import type { Known } from '../fetch/holdings.ts';
import { inOrder } from '../fetch/in-order.ts';
import { fetchDirect, fetchKnown, fetchStored } from '../fetch/library.ts';
import type { Endpoint, Plan } from '../fetch/plan.ts';
import { ReaderGone } from '../output/sink.ts';
import { tellKept } from '../report/kept.ts';
import type { Account } from './connection.ts';
import type { Run } from './run.ts';

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

function fetcherOf({ run, account, ledger, terms, known }: Job): Fetcher | undefined {
  if (!account) return undefined;
  const writer = known?.writer;
  return new Fetcher({
    ...account,
    ledger,
    signal: run.host.signal,
    terms,
    onResponse: writer && ((ask, response) => writer.arrived(ask, response)),
    onAnswer: async (answer, days) => {
      await writer?.keep(answer, days);
      run.reporter.advance(answer.days.length);
    },
  });
}

function fetchOf({ known, endpoint }: Job, fetcher: Fetcher | undefined): Fetch {
  if (!fetcher) return fetchKnown(known);
  return known ? fetchStored(known, fetcher, endpoint) : fetchDirect(fetcher);
}
