import { type DayFetcher, dayFetcher } from '../fetch/fetch.ts';
import { reportSurplus } from '../fetch/receiver.ts';
import { StoredDays } from '../fetch/stored-days.ts';
import { reportDropped } from '../report/coverage.ts';
import { type ResponseForm, ratesIn } from '../sources/source.ts';
import type { Known } from './known-codes.ts';
import type { DayOptions, Run } from './run.ts';
import { openStore } from './stores.ts';

/** Includes the responses that killed processes have left behind. */
export async function openStored(
  run: Run,
  options: Pick<DayOptions, 'refresh' | 'offline'> = {},
): Promise<StoredDays> {
  const { host, reporter, source } = run;
  const stored = new StoredDays(openStore(run), source, options);

  const responses = await stored.recover(host.signal);
  if (responses.length === 0) return stored;
  await stored.receiver.settle();
  for (const { surplus } of responses) reportSurplus(surplus, reporter);
  reportDropped(
    responses.flatMap((response) => ratesIn(response).filter(({ dropped }) => dropped)),
    reporter,
  );
  stored.receiver.report(reporter);
  return stored;
}

interface FetcherUse {
  readonly stored: StoredDays | undefined;
  /** What else is asked of the service where its responses are not stored. */
  readonly direct?: Partial<ResponseForm>;
  /** Of one who serves many, without progress; the host's by default. */
  readonly signal?: AbortSignal;
}

export function openFetcher(run: Run, { stored, direct, signal }: FetcherUse): DayFetcher {
  const { reporter, settings, host, source, alternative, connect, agent } = run;
  const fetcher = dayFetcher({
    source,
    stored,
    connect,
    form: { alternative, prettyprint: false, ...(stored ? {} : direct) },
    concurrency: settings.concurrency.value,
    reporter,
    signal: signal ?? host.signal,
    isInteractive: signal === undefined,
  });
  if (!agent) return fetcher;
  return {
    ...fetcher,
    async *fetch(plan) {
      const { budget, giveBack } = await agent.setAside(plan.counted, run);
      try {
        yield* fetcher.fetch(plan, budget);
      } finally {
        await giveBack().catch(() => {});
      }
    },
  };
}

/** The stored days, unless days are neither read from disk nor stored, and which codes are known. */
export async function openDays(run: Run, options: DayOptions) {
  const { alternative, source, agent } = run;
  const stored = options.store ? await openStored(run, options) : undefined;
  if (agent) agent.run = run;
  if (run.preface) run.reporter.note(run.preface);
  const known: Known = { store: stored?.store, alternative, yes: options.yes, source };
  return { stored, known };
}
