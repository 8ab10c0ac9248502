import type { Asking, Connecting, Connection } from './connection.ts';
import type { Cli } from './host.ts';
import { type Asking as Asked, readSetup, type SettingOptions, type Setup } from './setup.ts';

export interface Run extends Setup {
  /** Opens the connection on the first call. @throws Failure if there is no key */
  connect(asking: Asking): Promise<Connection>;
  close(): Promise<void>;
}

/** @throws Failure if the configuration is invalid */
export function startRun(given: Asked, options: SettingOptions, cli: Cli, connecting: Connecting = {}): Run {
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
