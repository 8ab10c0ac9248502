import { createHash } from 'node:crypto';
import { dayLength } from '../../calendar/day.ts';
import { failureIn } from '../../errors.ts';
import type { Connection, Listener } from '../connection.ts';
import type { Subscriber } from '../subscriber.ts';
import type { Usage } from '../usage.ts';
import { openClient } from './client.ts';
import { fetchOf } from './fetcher.ts';
import { refusal, updateFrequency } from './known-plans.ts';
import { folderOf } from './service.ts';
import type { OwnUsage } from './usage.ts';

export function connect(subscriber: Subscriber, appId: string, listener: Listener): Connection {
  listener.onSecret(appId);
  const client = openClient(subscriber, appId, listener);
  const series = seriesOf(subscriber, appId, listener);
  const frequency = updateFrequency(subscriber.state, folderOf(subscriber.baseUrl));
  return {
    account: accountOf(subscriber, appId),
    begin: (errand) => fetchOf(client, errand, series),
    usage: async (): Promise<Usage> => {
      const usage = await client.usage();
      const { updateFrequency } = usage;
      series.learn(usage);
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
export function seriesOf(
  { baseUrl, state, now }: Pick<Subscriber, 'baseUrl' | 'state' | 'now'>,
  appId: string,
  { onDetail, onTrouble }: Pick<Listener, 'onDetail' | 'onTrouble'>,
) {
  const remembered = refusal(state, accountOf({ baseUrl }, appId));
  let known: Pick<OwnUsage, 'timeSeries'> | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  const isRefused = () => now() - refusedAt < dayLength;
  const wasRefused = () => Math.abs(now() - (remembered.read() ?? Number.NaN)) < dayLength;

  return {
    /** Undefined if not known. */
    allowed(): boolean | undefined {
      if (isRefused()) return false;
      return known?.timeSeries ?? (wasRefused() ? false : undefined);
    },

    learn(usage: Pick<OwnUsage, 'timeSeries'>): void {
      known = usage;
    },

    refused(): void {
      if (isRefused()) return;
      onDetail('this plan has no time series: days are requested one by one, at the same cost');
      refusedAt = now();
      if (!known && wasRefused()) return;
      // where that fails, a later run may find out with one more request
      void remembered
        .remember(new Date(refusedAt).toISOString(), 'later')
        .catch((error) => onTrouble(failureIn(error)));
    },
  };
}
