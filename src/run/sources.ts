import type { Values } from '../config/keys.ts';
import { variableOf } from '../config/settings.ts';
import { centralBank } from '../sources/ecb/source.ts';
import { type KeyOrigin, mostTries, type Subscriber } from '../sources/oxr/service.ts';
import { openExchangeRates } from '../sources/oxr/source.ts';
import type { Connection, Source } from '../sources/source.ts';
import type { ChooseSource, Setup } from './host.ts';

export const sourceOf: ChooseSource = (setup, { demo, tries = mostTries }) =>
  demo ? demonstration(subscriberOf(setup, tries)) : sources[setup.settings.source.value](setup, tries);

const subscriberOf = (setup: Setup, tries: number): Subscriber => ({
  ...visitorOf(setup, tries),
  baseUrl: setup.settings.base_url.value,
  appId: setup.settings.app_id.value,
  keyOrigin: keyOrigins[setup.settings.app_id.source],
  concurrency: setup.settings.concurrency.value,
  state: setup.places.state,
});

export const bankOf = (setup: Setup, tries = mostTries): Source =>
  centralBank({ ...visitorOf(setup, tries), baseUrl: setup.settings.ecb_url.value });

/** A new source is a line here, and its name in `config/keys.ts`. */
const sources: Readonly<Record<Values['source'], typeof bankOf>> = {
  oxr: (setup, tries = mostTries) => openExchangeRates(subscriberOf(setup, tries)),
  ecb: bankOf,
};

const visitorOf = ({ settings, host }: Setup, tries: number) => ({
  timeout: settings.timeout.value,
  tries,
  env: host.env,
  now: host.now,
});

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
