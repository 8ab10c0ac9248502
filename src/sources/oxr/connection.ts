import { failureIn } from '../../errors.ts';
import type { Connection, Listener, Subscriber, Usage } from '../source.ts';
import { accountOf } from './account.ts';
import { openClient } from './client.ts';
import { fetchOf } from './fetcher.ts';
import { updateFrequency } from './known-plans.ts';
import { seriesOf } from './series.ts';
import { folderOf } from './service.ts';

export function connect(subscriber: Subscriber, appId: string, listener: Listener): Connection {
  listener.onSecret(appId);
  const client = openClient(subscriber, appId, listener);
  const account = accountOf(subscriber, appId);
  const series = seriesOf(account, subscriber, listener);
  const frequency = updateFrequency(subscriber.state, folderOf(subscriber.baseUrl));

  async function usage(): Promise<Usage> {
    const usage = await client.usage();
    const { updateFrequency } = usage;
    series.learn(usage);
    if (updateFrequency !== undefined && updateFrequency !== frequency.read())
      await frequency.remember(`${updateFrequency}`).catch((error) => listener.onTrouble(failureIn(error)));
    return usage;
  }

  return {
    begin: (errand) => fetchOf(client, errand, series),
    usage,
    close: client.close,
  };
}
