import { variableOf } from '../config/settings.ts';
import type { KeyOrigin, Subscriber } from '../sources/oxr/service.ts';
import { mostTries } from '../sources/oxr/service.ts';
import { openExchangeRates } from '../sources/oxr/source.ts';
import type { Source } from '../sources/source.ts';
import type { ChooseSource } from './host.ts';

export const sourceOf: ChooseSource = ({ settings, places, host }, { demo, tries = mostTries }) => {
  const subscriber = {
    baseUrl: settings.base_url.value,
    appId: settings.app_id.value,
    keyOrigin: keyOrigins.get(settings.app_id.source),
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    tries,
    env: host.env,
    state: places.state,
    now: host.now,
  };
  return demo ? demonstration(subscriber) : openExchangeRates(subscriber);
};

const setKey = 'ratebook config set app_id';

const keyOrigins: ReadonlyMap<string, KeyOrigin> = new Map([
  [
    'environment',
    {
      from: variableOf('app_id'),
      // which it would win over
      hint: `give ${variableOf('app_id')} another key, or unset it and: ${setKey}`,
    },
  ],
  ['file', { from: 'the config file', hint: setKey }],
]);

/** Raise this when any of the demonstration's rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;

export const demoFolder = `demo-${demoVersion}`;

function demonstration(subscriber: Subscriber): Source {
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
