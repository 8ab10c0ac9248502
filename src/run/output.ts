import type { RecordsFormat } from '../output/records.ts';
import { isStdout, type Sink, stdoutSink } from '../output/sink.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { type Cli, isTerminal, type RunTerms } from './host.ts';

/** As the options of these names say. */
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

/** Leaves the output file as it was if the work fails. */
export async function withSink<T>(sink: Sink, work: (sink: Sink) => Promise<T>): Promise<T> {
  try {
    return await work(sink);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

export function tellWritten(path: string | undefined, extent: string, { host, reporter }: Cli): void {
  if (!isStdout(path) && host.stderr.isTTY) reporter.note(`wrote ${path}: ${extent}`);
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

/** Characters; pieces one by one would take longer to write than to make. */
const largest = 65_536;

/** Collects small pieces, and writes them once they are large, or once nothing more comes at the moment. */
export function collecting(sink: Sink): Sink {
  let text = '';
  let isDue = false;
  let writing = Promise.resolve();
  let failure: unknown;
  const flush = () => {
    const collected = text;
    text = '';
    writing = writing.then(() => (collected === '' ? undefined : sink.write(collected)));
    return writing;
  };
  const flushSoon = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      flush().catch((error) => {
        failure ??= error;
      });
    });
  };
  return {
    abandon: () => sink.abandon(),
    async write(data) {
      if (failure) throw failure;
      if (typeof data === 'string') text += data;
      if (typeof data === 'string' && text.length < largest) return flushSoon();
      await flush();
      if (typeof data !== 'string') await sink.write(data);
    },
    async finish() {
      await flush();
      await sink.finish();
    },
  };
}
