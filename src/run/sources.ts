import type { RunOptions } from '../app.ts';
import type { Environment } from '../config/places.ts';
import { keyFileVariable, type SettingOrigin, variableOf } from '../config/settings.ts';
import { forUser } from '../hint.ts';
import { demonstration } from '../sources/demo.ts';
import { mostTries } from '../sources/oxr/source.ts';
import type { KeyOrigin, Source, Subscriber } from '../sources/source.ts';
import { type SourceName, sources } from '../sources/table.ts';
import type { Run } from './run.ts';

type SourceTerms = Pick<RunOptions, 'demo' | 'tries'>;

type Configured = Pick<Run, 'settings' | 'places' | 'host' | 'clock'>;

export function sourceOf(name: SourceName, setup: Configured, { demo, tries }: SourceTerms): Source {
  return demo ? demonstration(setup.clock.now) : sourceNamed(name, setup, tries);
}

/** As it is configured, whichever source the run is about. */
export const sourceNamed = (name: SourceName, setup: Configured, tries?: number): Source =>
  sources[name].open(subscriberOf(setup, name, tries));

function subscriberOf(
  { settings, places, host, clock }: Configured,
  name: SourceName,
  tries = mostTries,
): Subscriber {
  return {
    baseUrl: settings[sources[name].url.key].value,
    appId: settings.app_id.value,
    keyOrigin: keyOriginOf(settings.app_id.origin, host.env),
    timeout: settings.timeout.value,
    tries,
    concurrency: settings.concurrency.value,
    state: places.state,
    env: host.env,
    now: clock.now,
  };
}

function keyOriginOf(origin: SettingOrigin, env: Environment): KeyOrigin | undefined {
  const setKey = forUser('config', 'set', 'app_id');
  if (origin === 'file') return { from: 'the config file', hint: setKey };
  if (origin !== 'environment') return undefined;
  const variable = env[variableOf('app_id')] ? variableOf('app_id') : keyFileVariable;
  // it would win over a key in the file
  const hint = setKey.in((line) => `give ${variable} another key, or unset it and: ${line}`);
  return { from: variable, hint };
}
