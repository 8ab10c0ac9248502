import { Failure } from '../errors.ts';
import type { Service } from '../service/service.ts';
import type { Usage } from '../service/usage.ts';
import { Refusals } from '../store/refusals.ts';
import { type Connecting, connect } from './connection.ts';
import type { Run } from './run.ts';

/** Runs that cost more than this ask first what is left. */
const unasked = 31;

/** The service, and what is known of the key's plan before anything is spent. */
export interface Account {
  readonly service: Service;
  /** Requests left this month, where that is known and limited. */
  readonly left: number | undefined;
  /** Whether the plan has time series, where that is known. */
  readonly seriesAllowed: boolean | undefined;
  /** Says that it has none, and remembers it for a day, from when that was found out. */
  readonly onSeriesRefused: () => void;
}

/** @throws Failure where there is no key */
export async function openAccount(cost: number, run: Run, connecting: Connecting = {}): Promise<Account> {
  const { given, settings, places, host, reporter } = run;
  const service = await connect(run, connecting);
  const usage = cost > unasked && !given.demo ? await usageOf(service, run) : undefined;
  const refusals = new Refusals(places.state, host.now);
  const key = [settings.base_url.value, settings.app_id.value ?? ''] as const;
  const remembered = refusals.has(...key);
  return {
    service,
    left: usage?.remaining,
    seriesAllowed: usage?.features.timeSeries ?? (remembered ? false : undefined),
    onSeriesRefused: () => {
      reporter.note('this plan has no time series: the days are asked for one by one, at the same cost');
      if (usage || !remembered) remember(refusals, key, run);
    },
  };
}

/** What cannot be remembered costs a refused request the next time, and no more. */
function remember(refusals: Refusals, key: readonly [string, string], { reporter }: Run): void {
  try {
    refusals.remember(...key);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reporter.problem(error.message);
  }
}

/** Where it does not answer in its shape, nothing changes. */
async function usageOf(service: Service, { host }: Run): Promise<Usage | undefined> {
  try {
    return await service.usage();
  } catch {
    if (host.signal.aborted) await service.close();
    host.signal.throwIfAborted();
    return undefined;
  }
}
