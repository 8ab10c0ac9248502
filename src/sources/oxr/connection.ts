import { createHash } from 'node:crypto';
import { dayLength } from '../../calendar/day.ts';
import { failureIn } from '../../errors.ts';
import type { Connection, Listener, Usage } from '../source.ts';
import { openClient } from './client.ts';
import { fetchOf } from './fetcher.ts';
import { refusal, updateFrequency } from './known-plans.ts';
import { folderOf, type Subscriber } from './service.ts';

export function connect(subscriber: Subscriber, appId: string, listener: Listener): Connection {
  listener.onSecret(appId);
  const client = openClient(subscriber, appId, listener);
  const series = new SeriesKnowledge(subscriber, appId, listener);
  const frequency = updateFrequency(subscriber.state, folderOf(subscriber.baseUrl));
  return {
    account: accountOf(subscriber, appId),
    begin: (errand) =>
      fetchOf({
        client,
        errand,
        seriesAllowed: series.allowed(),
        onSeriesRefused: () => series.refused(),
      }),
    usage: async (): Promise<Usage> => {
      const usage = await client.usage();
      const { updateFrequency } = usage;
      series.usage = usage;
      if (updateFrequency !== undefined && updateFrequency !== frequency.read())
        await frequency.remember(`${updateFrequency}`).catch((error) => listener.onTrouble(failureIn(error)));
      return usage;
    },
    close: client.close,
  };
}

/** A hash, since no file but the configuration may have the key. */
const accountOf = ({ baseUrl }: Pick<Subscriber, 'baseUrl'>, appId: string) =>
  createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex');

/** Whether the plan has time series. A refusal counts for a day, also in later runs. */
export class SeriesKnowledge {
  readonly #remembered: ReturnType<typeof refusal>;
  /** Its `timeSeries` is undefined if the service does not say. */
  usage: { readonly timeSeries: boolean | undefined } | undefined;
  #refusedAt: number | undefined;

  constructor(
    private readonly subscriber: Pick<Subscriber, 'baseUrl' | 'state' | 'now'>,
    appId: string,
    private readonly listener: Pick<Listener, 'onDetail' | 'onTrouble'>,
  ) {
    this.#remembered = refusal(subscriber.state, accountOf(subscriber, appId));
  }

  /** Undefined if not known. */
  allowed(): boolean | undefined {
    if (this.#isRefused()) return false;
    return this.usage?.timeSeries ?? (this.#wasRefused() ? false : undefined);
  }

  refused(): void {
    if (this.#isRefused()) return;
    this.listener.onDetail('this plan has no time series: days are requested one by one, at the same cost');
    this.#refusedAt = this.subscriber.now();
    if (!this.usage && this.#wasRefused()) return;
    // where that fails, a later run may find out with one more request
    void this.#remembered
      .remember(new Date(this.#refusedAt).toISOString(), 'later')
      .catch((error) => this.listener.onTrouble(failureIn(error)));
  }

  #isRefused(): boolean {
    return this.#refusedAt !== undefined && this.subscriber.now() - this.#refusedAt < dayLength;
  }

  #wasRefused(): boolean {
    const made = this.#remembered.read();
    return made !== undefined && Math.abs(this.subscriber.now() - made) < dayLength;
  }
}
