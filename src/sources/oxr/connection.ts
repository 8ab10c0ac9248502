import { Failure } from '../../errors.ts';
import { Refusals } from '../../store/refusals.ts';
import { UpdateFrequency } from '../../store/update-frequency.ts';
import type { Connection, Listener } from '../source.ts';
import type { Usage } from '../usage.ts';
import { openClient } from './client.ts';
import { Fetcher } from './fetcher.ts';
import { folderOf } from './folder.ts';
import type { Subscriber } from './source.ts';

/** @param appId the subscriber's */
export function connect(subscriber: Subscriber, appId: string, listener: Listener): Connection {
  listener.onSecret(appId);
  const { baseUrl, state } = subscriber;
  const { onTry, onTrouble, signal } = listener;
  const client = openClient({ ...subscriber, appId, signal, observe: onTry });
  const series = new SeriesKnowledge(subscriber, appId, listener);
  const frequency = new UpdateFrequency(state, folderOf(baseUrl));
  return {
    begin: (errand) => {
      const seriesAllowed = series.allowed();
      const fetcher = new Fetcher({ client, errand, seriesAllowed, onSeriesRefused: () => series.refused() });
      return fetcher.fetch.bind(fetcher);
    },
    usage: async (): Promise<Usage> => {
      const usage = await client.usage();
      const { features, updateFrequency } = usage;
      series.told(features.timeSeries);
      if (updateFrequency !== undefined)
        await ifPossible(() => frequency.remember(updateFrequency), onTrouble);
      return usage;
    },
    close: () => client.close(),
  };
}

const day = 86_400_000;

/** Whether the plan has time series. A refusal counts for a day, also in later runs. */
class SeriesKnowledge {
  readonly #now: () => number;
  readonly #key: readonly [baseUrl: string, appId: string];
  readonly #refusals: Refusals;
  readonly #listener: Listener;
  #usage: { readonly timeSeries: boolean | undefined } | undefined;
  #refusedAt: number | undefined;

  constructor({ baseUrl, state, now }: Subscriber, appId: string, listener: Listener) {
    this.#now = now;
    this.#key = [baseUrl, appId];
    this.#refusals = new Refusals(state, now);
    this.#listener = listener;
  }

  /** By the service's usage data; undefined if they do not say. */
  told(timeSeries: boolean | undefined): void {
    this.#usage = { timeSeries };
  }

  /** Undefined if not known. */
  allowed(): boolean | undefined {
    if (this.#isRefused()) return false;
    return this.#usage?.timeSeries ?? (this.#refusals.has(...this.#key) ? false : undefined);
  }

  refused(): void {
    if (this.#isRefused()) return;
    const { onDetail, onTrouble } = this.#listener;
    onDetail('this plan has no time series: days are requested one by one, at the same cost');
    if (this.#usage || !this.#refusals.has(...this.#key))
      void ifPossible(() => this.#refusals.remember(...this.#key), onTrouble);
    this.#refusedAt = this.#now();
  }

  #isRefused(): boolean {
    return this.#refusedAt !== undefined && this.#now() - this.#refusedAt < day;
  }
}

/** A failure here costs a request in a later run, at most. */
async function ifPossible(
  remember: () => void | Promise<void>,
  onTrouble: Listener['onTrouble'],
): Promise<void> {
  try {
    await remember();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    onTrouble(error);
  }
}
