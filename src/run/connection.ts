import type { Client, Try } from '../client/client.ts';
import { mostTries } from '../client/retry.ts';
import type { Usage } from '../client/usage.ts';
import { exit, Failure } from '../errors.ts';
import { Refusals } from '../store/refusals.ts';
import type { Run } from './run.ts';

/** Runs that cost more than this ask first what is left. */
const unasked = 31;

/** The service, and what is known of the key's plan before anything is spent. */
export interface Account {
  readonly service: Client;
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
async function usageOf(service: Client, { host }: Run): Promise<Usage | undefined> {
  try {
    return await service.usage();
  } catch {
    if (host.signal.aborted) await service.close();
    host.signal.throwIfAborted();
    return undefined;
  }
}

/** Whether there is a key to ask with; the demonstration has its own. */
export function hasKey({ settings }: Run): boolean {
  return settings.app_id.value !== undefined;
}

export function missingKey(otherwise = '--demo for made-up rates without a key'): Failure {
  return new Failure(
    exit.key,
    'there is no app_id, the key of the service',
    `ratebook config set app_id; or ${otherwise}`,
  );
}

export interface Connecting {
  readonly tries?: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
}

/** The service that the run asks: the configured one, or the demonstration, started for it and stopped by `close`. */
export async function connect(
  run: Run,
  { tries = mostTries, signal = run.host.signal }: Connecting = {},
): Promise<Client> {
  const { host, reporter, settings, given } = run;
  const demo = given.demo && (await (await import('../server/demo/demo.ts')).startDemo({ now: host.now }));
  const appId = settings.app_id.value;
  if (appId === undefined) throw missingKey();
  if (!demo) reporter.hide(appId);
  const { openClient } = await import('../client/client.ts');
  const service = openClient({
    baseUrl: demo ? demo.url : settings.base_url.value,
    appId,
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    tries,
    env: host.env,
    signal,
    now: host.now,
    observe: (attempt) => tell(attempt, run),
  });
  const close = async () => {
    await service.close();
    if (demo) await demo.close();
  };
  return { ...service, close };
}

function tell({ url, number, outcome, took, wait }: Try, { reporter }: Run): void {
  const again = wait === undefined ? '' : `, again in ${(wait / 1000).toFixed(1)} s`;
  reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
  if (wait !== undefined && wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
}
