import { once } from 'node:events';
import type { Cli } from '../cli/cli.ts';
import { type ExitCode, exit, usage } from '../errors.ts';
import { startDemo } from '../server/demo.ts';

export interface ServeOptions {
  readonly port: number;
  readonly demo?: true;
}

/** `ratebook serve`: until it is interrupted. */
export async function serve({ port, demo }: ServeOptions, { host, reporter }: Cli): Promise<ExitCode> {
  if (!demo) throw usage('serve needs --demo: there is nothing else to serve yet');
  const server = await startDemo({ now: host.now, port });
  reporter.note('the rates are made up; clients find them at this address, with any app_id:');
  host.stdout.write(`${server.url}\n`);
  if (!host.signal.aborted) await once(host.signal, 'abort');
  await server.close();
  return exit.ok;
}
