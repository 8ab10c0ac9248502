import type { RecordsFormat } from '../output/formats.ts';
import { isStdout, type Sink, stdoutSink } from '../output/sink.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { type Cli, isTerminal, type RunTerms } from './host.ts';

/** What the options of these names say. */
export interface Output<Format extends string> {
  readonly format?: Format | undefined;
  /** Undefined, or `-`: stdout. */
  readonly output?: string | undefined;
  /** False: csv and tsv without their first line. */
  readonly header: boolean;
  readonly decimal?: DecimalMark | undefined;
  readonly pager: boolean;
}

export type Listing = Output<RecordsFormat> & Pick<RunTerms, 'source' | 'demo' | 'showAlternative'>;

export async function openOutput(path: string | undefined, { host }: Cli): Promise<Sink> {
  if (!isStdout(path)) return (await import('../output/file-sink.ts')).openFile(path, host.signal);
  return stdoutSink(host.stdout, host.signal);
}

export async function openPlace(
  { format, output: path, pager }: Pick<Output<string>, 'format' | 'output' | 'pager'>,
  cli: Cli,
): Promise<Sink> {
  const sink = await openOutput(path, cli);
  return format === 'table' && pager && isTerminal(path, cli) ? throughPager(sink, cli) : sink;
}

export function tellWritten(path: string | undefined, extent: () => string, { host, reporter }: Cli): void {
  if (!isStdout(path) && host.stderr.isTTY) reporter.note(`wrote ${path}: ${extent()}`);
}

/** Holds the whole document back, and shows it in a pager if it is longer than the terminal. */
function throughPager(sink: Sink, { host }: Cli): Sink {
  let text = '';
  return {
    abandon: () => sink.abandon(),
    write: async (data) => {
      text += data;
    },
    finish: async () => {
      if (!(await host.page(text))) await sink.write(text);
      await sink.finish();
    },
  };
}
