import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import type { Cli } from './host.ts';

export type SettingOptions = { readonly [K in KeyName]?: string | undefined };

/** What the options of a command say about whose rates are used, and how they are asked for. */
export interface RunTerms {
  readonly demo?: boolean | undefined;
  readonly settings?: SettingOptions | undefined;
  /** Of each request. */
  readonly tries?: number | undefined;
  /** The host's by default. */
  readonly signal?: AbortSignal | undefined;
}

export interface Setup extends Cli {
  readonly settings: Settings;
  readonly places: Places;
}

/** Options, so that an invalid configuration does not matter. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure if the configuration is invalid */
export function readSetup(cli: Cli, { demo, settings }: RunTerms): Setup {
  const { host } = cli;
  const own = places(host.platform, host.env, host.home);
  return {
    ...cli,
    settings: resolveAll({
      options: { ...settings, ...(demo && demonstration) },
      env: host.env,
      file: readConfig(own.configFile),
      places: own,
    }),
    places: own,
  };
}
