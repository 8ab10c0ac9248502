import { readConfig } from '../config/file.ts';
import type { KeyName } from '../config/keys.ts';
import { type Places, places } from '../config/places.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import { exit, Failure } from '../errors.ts';
import type { Connection } from './connection.ts';
import type { Cli } from './host.ts';
import type { FetchOptions } from './options.ts';

/** What every command that asks for rates starts from. */
export interface Run extends Cli {
  readonly given: FetchOptions;
  readonly settings: Settings;
  readonly places: Places;
  /**
   * The way to the service, opened once. `cost` in requests: a run that costs much first asks what is left.
   * @throws Failure where there is no key
   */
  connect(cost: number): Promise<Connection>;
  close(): Promise<void>;
}

export interface Connecting {
  readonly tries?: number;
  /** Ends what is under way; without it, the host's. */
  readonly signal?: AbortSignal;
}

/** With these it does not matter what is configured, nor whether that is right. */
const demonstration = { app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @throws Failure where the configuration is broken */
export function startRun(
  given: FetchOptions,
  options: { readonly [K in KeyName]?: string | undefined },
  cli: Cli,
  connecting: Connecting = {},
): Run {
  const { host, reporter } = cli;
  const own = places(host.platform, host.env, host.home);
  const settings = resolveAll({
    options: { concurrency: given.concurrency, ...options, ...(given.demo && demonstration) },
    env: host.env,
    file: readConfig(own.configFile),
    places: own,
  });
  if (given.demo) reporter.note('demonstration: the rates are made up');
  let connection: Promise<Connection> | undefined;
  const run: Run = {
    host,
    reporter,
    given,
    settings,
    places: own,
    connect: (cost) => {
      connection ??= import('./connection.ts').then(({ openConnection }) =>
        openConnection(cost, run, connecting),
      );
      return connection;
    },
    close: async () => (await connection?.catch(() => undefined))?.close(),
  };
  return run;
}

/** Whether there is a key to ask with; the demonstration has its own. */
export function hasKey({ settings }: Pick<Run, 'settings'>): boolean {
  return settings.app_id.value !== undefined;
}

export function missingKey(otherwise = '--demo for made-up rates without a key'): Failure {
  return new Failure(
    exit.key,
    'there is no app_id, the key of the service',
    `ratebook config set app_id; or ${otherwise}`,
  );
}
