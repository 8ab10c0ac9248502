import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import { exit, Failure } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import type { Cli } from './host.ts';

/** What decides whom a run asks. */
export interface Asking {
  readonly demo?: boolean | undefined;
  readonly concurrency?: string | undefined;
}

export interface Setup extends Cli {
  readonly given: Asking;
  readonly settings: Settings;
  readonly places: Places;
}

export type SettingOptions = { readonly [K in KeyName]?: string | undefined };

/** Options, so that an invalid configuration does not matter. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure if the configuration is invalid */
export function readSetup(given: Asking, options: SettingOptions, { host, reporter }: Cli): Setup {
  const own = places(host.platform, host.env, host.home);
  const settings = resolveAll({
    options: { concurrency: given.concurrency, ...options, ...(given.demo && demonstration) },
    env: host.env,
    file: readConfig(own.configFile),
    places: own,
  });
  return { host, reporter, given, settings, places: own };
}

export function hasKey({ settings }: Pick<Setup, 'settings'>): boolean {
  return settings.app_id.value !== undefined;
}

/** @param otherwise what works without a key, if anything */
export function missingKey(
  { base_url }: Settings,
  otherwise = 'try --demo at once: made-up rates, no key',
): Failure {
  return new Failure(
    exit.key,
    'no app_id is set, your key for the service',
    `get one ${placeOfKeys(base_url)}`,
    ['ratebook config set app_id', otherwise].filter(Boolean).join(', or '),
  );
}

function placeOfKeys({ value }: Settings['base_url']): string {
  const { host, hostname } = new URL(value);
  if (hostname === 'openexchangerates.org')
    return 'at https://openexchangerates.org/signup (there is a free plan)';
  const whoever = `from whoever runs ${host}`;
  return isLoopback(hostname) ? `${whoever}; ratebook serve takes any` : whoever;
}
