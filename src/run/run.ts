import type { Asking, Connecting, Connection } from './connection.ts';
import type { Cli } from './host.ts';
import type { FetchOptions } from './options.ts';
import { readSetup, type SettingOptions, type Setup } from './setup.ts';

/** What every command that asks for rates starts from. */
export interface Run extends Setup {
  /**
   * The way to the service, opened once, by the first who needs it.
   * @throws Failure where there is no key
   */
  connect(asking: Asking): Promise<Connection>;
  close(): Promise<void>;
}

/** @throws Failure where the configuration is broken */
export function startRun(
  given: FetchOptions,
  options: SettingOptions,
  cli: Cli,
  connecting: Connecting = {},
): Run {
  const setup = readSetup(given, options, cli);
  if (given.demo) cli.reporter.note('demonstration: the rates are made up');
  let connection: Promise<Connection> | undefined;
  return {
    ...setup,
    connect: (asking) => {
      connection ??= import('./connection.ts').then(({ openConnection }) =>
        openConnection(asking, setup, connecting),
      );
      return connection;
    },
    close: async () => (await connection?.catch(() => undefined))?.close(),
  };
}
