import { Failure } from '../errors.ts';
import { type Client, openClient, type Try } from '../sources/oxr/client.ts';
import { mostTries } from '../sources/oxr/retry.ts';
import type { Usage } from '../sources/oxr/usage.ts';
import { serviceName } from '../store/places.ts';
import { Refusals } from '../store/refusals.ts';
import { UpdateFrequency } from '../store/update-frequency.ts';
import { missingKey, type Setup } from './setup.ts';

const day = 86_400_000;

export interface Asking {
  /** Asks `usage.json` when the connection opens, free of charge. */
  readonly askUsage: boolean;
}

export interface Connecting {
  readonly tries?: number;
  /** The host's by default. */
  readonly signal?: AbortSignal;
}

export interface Connection {
  readonly client: Client;
  /** Undefined if it was not asked for or not answered. */
  readonly usage: Usage | undefined;
  /** Whether the plan has time series; undefined if not known. */
  readonly seriesAllowed: () => boolean | undefined;
  /** Remembers for a day that the plan has none. */
  readonly seriesRefused: () => void;
  readonly close: () => Promise<void>;
}

/** @throws Failure if there is no key */
export async function openConnection(
  { askUsage }: Asking,
  setup: Setup,
  { tries = mostTries, signal = setup.host.signal }: Connecting,
): Promise<Connection> {
  const { given, settings, host, reporter } = setup;
  const appId = settings.app_id.value;
  if (appId === undefined) throw missingKey(settings);
  const demo = given.demo && (await (await import('../server/demo/demo.ts')).startDemo({ now: host.now }));
  if (!demo) reporter.hide(appId);
  const baseUrl = settings.base_url.value;
  const opened = openClient({
    baseUrl: demo ? demo.url : baseUrl,
    appId,
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    tries,
    env: host.env,
    signal,
    now: host.now,
    observe: (attempt) => tell(attempt, setup),
  });
  const client = { ...opened, usage: () => usageOf(opened, setup) };
  const close = async () => {
    await client.close();
    if (demo) await demo.close();
  };
  const usage = askUsage && !demo ? await ifAnswered(client.usage, setup).catch(closing(close)) : undefined;
  return {
    client,
    usage,
    ...seriesKnowledge(usage, setup),
    close,
  };
}

function seriesKnowledge(usage: Usage | undefined, setup: Setup) {
  const { settings, places, host, reporter } = setup;
  const refusals = new Refusals(places.state, host.now);
  const key = [settings.base_url.value, settings.app_id.value ?? ''] as const;
  let refusedAt: number | undefined;
  const isRefused = () => refusedAt !== undefined && host.now() - refusedAt < day;
  return {
    seriesAllowed: () =>
      isRefused() ? false : (usage?.features.timeSeries ?? (refusals.has(...key) ? false : undefined)),
    seriesRefused: () => {
      if (isRefused()) return;
      reporter.debug(() => 'this plan has no time series: days are requested one by one, at the same cost');
      if (usage || !refusals.has(...key)) void remember(() => refusals.remember(...key), setup);
      refusedAt = host.now();
    },
  };
}

/** A failure here costs a request in a later run, at most. */
async function remember(write: () => void | Promise<void>, { reporter }: Setup): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reporter.problem(error.message);
  }
}

/** Remembers how often the plan's rates are published. */
async function usageOf(client: Client, setup: Setup): Promise<Usage> {
  const usage = await client.usage();
  const { updateFrequency } = usage;
  const { places, settings } = setup;
  if (updateFrequency !== undefined)
    await remember(
      () => new UpdateFrequency(places.state, serviceName(settings.base_url.value)).remember(updateFrequency),
      setup,
    );
  return usage;
}

/** A run does without an answer. */
async function ifAnswered(ask: () => Promise<Usage>, { host }: Setup): Promise<Usage | undefined> {
  try {
    return await ask();
  } catch {
    host.signal.throwIfAborted();
    return undefined;
  }
}

const closing = (close: () => Promise<void>) => async (error: unknown) => {
  await close();
  throw error;
};

function tell({ url, number, outcome, took, wait }: Try, { reporter }: Setup): void {
  const again = wait === undefined ? '' : `, retrying in ${(wait / 1000).toFixed(1)} s`;
  reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
  if (wait !== undefined) reporter.waiting(wait);
  if (wait !== undefined && wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
}
