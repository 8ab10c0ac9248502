import type { Cli } from '../cli/cli.ts';
import { openSink } from '../output/open-sink.ts';
import type { Sink } from '../output/sink.ts';

/** Where the data goes; the progress steps aside for what is written to a terminal. */
export async function openOutput(path: string | undefined, { host, reporter }: Cli): Promise<Sink> {
  const sink = await openSink(path, host.stdout, host.signal);
  if (!isTerminal(path, { host })) return sink;
  return { ...sink, write: (data) => reporter.around(() => sink.write(data)) };
}

/** Whether a person reads the data as it comes. */
export function isTerminal(path: string | undefined, { host }: Pick<Cli, 'host'>): boolean {
  return (path === undefined || path === '-') && host.stdout.isTTY === true;
}
