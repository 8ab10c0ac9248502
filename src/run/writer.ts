import { type DayOutcome, type Fetched, type Gap, isGap } from '../fetch/outcome.ts';
import type { Document, Formatter, Piece } from '../output/format.ts';
import { type FormatName, openFormat } from '../output/formats.ts';
import { isStdout, type Sink, stdoutSink } from '../output/sink.ts';
import type { Coverage } from '../report/missing.ts';
import type { Cli } from './host.ts';
import type { RatesOptions } from './options.ts';
import type { Run } from './run.ts';
import { isTerminal, wantsAscii, wantsColor } from './terminal.ts';
import { show, type View } from './view.ts';

/** On a terminal, each write first clears the spinner. */
export async function openOutput(path: string | undefined, { host, reporter }: Cli): Promise<Sink> {
  if (!isStdout(path)) return (await import('../output/file-sink.ts')).openFile(path, host.signal);
  const sink = stdoutSink(host.stdout, host.signal);
  if (!host.stdout.isTTY) return sink;
  return { ...sink, write: (data) => reporter.around(() => sink.write(data)) };
}

/** `wrote july.csv: 31 days, 62 rates`; on a terminal only. */
export function tellWritten(path: string | undefined, extent: string, { host, reporter }: Cli): void {
  if (!isStdout(path) && host.stderr.isTTY) reporter.note(`wrote ${path}: ${extent}`);
}

/** Holds the whole document back, and shows it in a pager if it is longer than the terminal. */
export function throughPager(sink: Sink, { host }: Cli): Sink {
  let text = '';
  return {
    ...sink,
    write: async (data) => {
      text += data;
    },
    finish: async () => {
      const lines = text.split('\n').length;
      // counts one line more, which the shell's prompt takes
      const isLong = lines > (host.stdout.rows || Number.POSITIVE_INFINITY);
      if (!(isLong && (await host.page(text)))) await sink.write(text);
      await sink.finish();
    },
  };
}

export async function openFormatter(
  format: FormatName,
  shown: View & Pick<Document, 'kind' | 'before' | 'derivedFrom'>,
  { wide, decimal, summary, output, color, header }: RatesOptions,
  run: Run,
): Promise<Formatter> {
  const { host } = run;
  const terminal = isTerminal(output, run);
  return openFormat(format, {
    ...shown,
    wide: wide === true,
    decimal,
    noHeader: header === false,
    summary: summary === true,
    hint: isStdout(output),
    now: host.now(),
    width: (terminal && host.stdout.columns) || 120,
    lines: (terminal && host.stdout.rows) || undefined,
    ascii: wantsAscii(host),
    color: wantsColor(color, host.env, terminal),
    source: sourceOf(run),
  });
}

function sourceOf({ given, settings }: Run): string {
  if (given.demo) return 'made up, for demonstration';
  const { host } = new URL(settings.base_url.value);
  return host === 'openexchangerates.org' ? 'Open Exchange Rates' : host;
}

export class DocumentWriter {
  constructor(
    readonly view: View,
    readonly formatter: Formatter,
    readonly sink: Sink,
    readonly coverage: Coverage,
  ) {}

  async take({ days }: Pick<Fetched, 'days'>): Promise<void> {
    const pieces = days.map((day) => this.#piece(day));
    await this.#put(pieces.every((piece) => typeof piece === 'string') ? [pieces.join('')] : pieces);
  }

  async end(): Promise<void> {
    this.coverage.checkBase();
    await this.#put(inLargePieces(this.formatter.end()));
    this.coverage.leaveOut(this.formatter.leftOut?.() ?? []);
  }

  #piece(day: DayOutcome): Piece {
    if (isGap(day)) return this.#gap(day);
    const shown = show(day, this.view);
    if (!shown) return this.#gap({ day: day.day, gap: 'no base' });
    this.coverage.shown(shown);
    return this.formatter.day(shown);
  }

  #gap(gap: Gap): Piece {
    this.coverage.gap(gap);
    this.formatter.gap?.(gap.day);
    return '';
  }

  async #put(pieces: Iterable<Piece>): Promise<void> {
    for (const piece of pieces) if (piece.length > 0) await this.sink.write(piece);
  }
}

/** Characters; the lines of a document one by one would take longer to write than to make. */
const largest = 65_536;

function* inLargePieces(pieces: Iterable<Piece>): Generator<Piece> {
  let text = '';
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    if (isText) text += piece;
    if (isText && text.length < largest) continue;
    yield text;
    if (!isText) yield piece;
    text = '';
  }
  yield text;
}
