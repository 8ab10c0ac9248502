import type { Cli } from '../cli/cli.ts';
import { openSink } from '../output/open-sink.ts';
import type { Sink } from '../output/sink.ts';
import { isTerminal } from './query.ts';

/** Where the data goes; the progress steps aside for what is written to a terminal. */
export async function openOutput(path: string | undefined, { host, reporter }: Cli): Promise<Sink> {
  const sink = await openSink(path, host.stdout, host.signal);
  if (!isTerminal(path, { host })) return sink;
  return { ...sink, write: (data) => reporter.around(() => sink.write(data)) };
}
