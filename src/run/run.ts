import type { FetchOptions } from '../cli/options.ts';
import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import type { Cli } from './host.ts';

/** What every command that asks for rates starts from. */
export interface Run extends Cli {
  readonly given: FetchOptions;
  readonly settings: Settings;
  readonly places: Places;
}

/** With these it does not matter what is configured, nor whether that is right. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure where the configuration is broken */
export function startRun(
  given: FetchOptions,
  options: { readonly [K in KeyName]?: string | undefined },
  { host, reporter }: Cli,
): Run {
  const own = places(host.platform, host.env, host.home);
  const file = readConfig(own.configFile);
  const settings = resolveAll({
    options: { concurrency: given.concurrency, ...options, ...(given.demo && demonstration) },
    env: host.env,
    file,
    places: own,
  });
  if (given.demo) reporter.note('demonstration: the rates are made up');
  return { host, reporter, given, settings, places: own };
}
