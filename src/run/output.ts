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
  /** It has colours of our own, and nothing of others that is not escaped. */
  readonly isColored?: boolean | undefined;
}

export type Listing = Output<RecordsFormat> & Pick<RunTerms, 'source' | 'demo' | 'showAlternative'>;

export async function openOutput(path: string | undefined, { host }: Cli, isColored = false): Promise<Sink> {
  if (!isStdout(path)) return (await import('../output/file-sink.ts')).openFile(path, host.signal, isColored);
  return stdoutSink(isColored ? host.stdout.colored : host.stdout, host.signal);
}

type Placed = Pick<Output<string>, 'format' | 'output' | 'pager' | 'isColored'>;

export async function openPlace({ format, output: path, pager, isColored }: Placed, cli: Cli): Promise<Sink> {
  const sink = await openOutput(path, cli, isColored);
  return format === 'table' && pager && isTerminal(path, cli) ? throughPager(sink, cli, isColored) : sink;
}

export function tellWritten(path: string | undefined, extent: () => string, { host, reporter }: Cli): void {
  if (!isStdout(path) && host.stderr.isTTY) reporter.note(`wrote ${path}: ${extent()}`);
}

/** Holds the whole document back, and shows it in a pager if it is longer than the terminal. */
function throughPager(sink: Sink, { host }: Cli, isColored: boolean | undefined): Sink {
  let text = '';
  return {
    abandon: () => sink.abandon(),
    write: async (data) => {
      text += data;
    },
    finish: async () => {
      if (!(await host.page(text, { isColored }))) await sink.write(text);
      await sink.finish();
    },
  };
}
