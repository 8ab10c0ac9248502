import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import { exit, Failure } from '../errors.ts';
import type { Cli } from './host.ts';
import type { FetchOptions } from './options.ts';

/** What was typed and configured. */
export interface Setup extends Cli {
  readonly given: FetchOptions;
  readonly settings: Settings;
  readonly places: Places;
}

/** Configured values that options override. */
export type SettingOptions = { readonly [K in KeyName]?: string | undefined };

/** With these it does not matter what is configured, nor whether that is right. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure where the configuration is broken */
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

/** Whether there is a key to ask with; the demonstration has its own. */
export function hasKey({ settings }: Pick<Setup, 'settings'>): boolean {
  return settings.app_id.value !== undefined;
}

export function missingKey(otherwise = '--demo for made-up rates without a key'): Failure {
  return new Failure(
    exit.key,
    'there is no app_id, the key of the service',
    `ratebook config set app_id; or ${otherwise}`,
  );
}
