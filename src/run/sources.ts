import { variableOf } from '../config/settings.ts';
import { centralBank } from '../sources/ecb/source.ts';
import { type KeyOrigin, mostTries, type Subscriber } from '../sources/oxr/service.ts';
import { openExchangeRates } from '../sources/oxr/source.ts';
import type { Connection, Source } from '../sources/source.ts';
import type { ChooseSource } from './host.ts';

export const sourceOf: ChooseSource = ({ settings, places, host }, { demo, tries = mostTries }) => {
  const subscriber = {
    baseUrl: settings.base_url.value,
    appId: settings.app_id.value,
    keyOrigin: keyOrigins[settings.app_id.source],
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    tries,
    env: host.env,
    state: places.state,
    now: host.now,
  };
  if (demo) return demonstration(subscriber);
  if (settings.source.value === 'oxr') return openExchangeRates(subscriber);
  return centralBank({ ...subscriber, baseUrl: settings.ecb_url.value });
};

const setKey = 'ratebook config set app_id';

const variable = variableOf('app_id');

const keyOrigins: Readonly<Record<string, KeyOrigin>> = {
  // it would win over a key in the file
  environment: { from: variable, hint: `give ${variable} another key, or unset it and: ${setKey}` },
  file: { from: 'the config file', hint: setKey },
};

/** Raise this when any of the demonstration's rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;

export const demoFolder = `demo-${demoVersion}`;

function demonstration(subscriber: Subscriber): Source<Connection> {
  return {
    ...openExchangeRates(subscriber),
    name: 'made up, for demonstration',
    folder: demoFolder,
    isMadeUp: true,
    open: async (listener) => {
      const { startDemo } = await import('../server/demo/demo.ts');
      const { url, close } = await startDemo(subscriber.now);
      // its key is no secret
      const told = { ...listener, onSecret: () => {} };
      const { begin, ...connection } = await openExchangeRates({ ...subscriber, baseUrl: url }).open(told);
      return { begin, close: () => connection.close().then(close) };
    },
  };
}
