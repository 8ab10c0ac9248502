import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import { exit, Failure } from '../errors.ts';
import type { Cli } from './host.ts';
import type { FetchOptions } from './options.ts';

export interface Setup extends Cli {
  readonly given: FetchOptions;
  readonly settings: Settings;
  readonly places: Places;
}

export type SettingOptions = { readonly [K in KeyName]?: string | undefined };

/** Options, so that an invalid configuration does not matter. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure if the configuration is invalid */
export function readSetup(given: FetchOptions, options: SettingOptions, { host, reporter }: Cli): Setup {
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

export function missingKey(otherwise = '--demo for made-up rates without a key'): Failure {
  return new Failure(
    exit.key,
    'no app_id is set, your key for the service',
    `ratebook config set app_id, or ${otherwise}`,
  );
}
