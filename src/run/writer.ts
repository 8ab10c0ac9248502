import { type DayOutcome, type Fetched, isGap } from '../fetch/outcome.ts';
import { openSink } from '../output/file-sink.ts';
import type { Document, Formatter, Piece } from '../output/format.ts';
import { type FormatName, loadFormat } from '../output/formats.ts';
import type { Sink } from '../output/sink.ts';
import type { Coverage } from '../report/missing.ts';
import type { Cli } from './host.ts';
import type { RatesOptions } from './options.ts';
import type { Run } from './run.ts';
import { isTerminal, wantsColor } from './terminal.ts';
import { show, type View } from './view.ts';

/** On a terminal, each write first clears the spinner. */
export async function openOutput(path: string | undefined, { host, reporter }: Cli): Promise<Sink> {
  const sink = await openSink(path, host.stdout, host.signal);
  if (!isTerminal(path, { host })) return sink;
  return { ...sink, write: (data) => reporter.around(() => sink.write(data)) };
}

export async function openFormatter(
  kind: Document['kind'],
  format: FormatName,
  view: View,
  { wide, output, color }: RatesOptions,
  run: Run,
): Promise<Formatter> {
  const terminal = isTerminal(output, run);
  const load = await loadFormat(format);
  return load({
    kind,
    ...view,
    wide: wide === true,
    width: (terminal && run.host.stdout.columns) || 120,
    color: wantsColor(color, run.host.env, terminal),
  });
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
    for (const piece of this.formatter.end()) await this.#put([piece]);
  }

  #piece(day: DayOutcome): Piece {
    if (isGap(day)) {
      this.coverage.gap(day);
      return '';
    }
    const shown = show(day, this.view);
    if (!shown) {
      this.coverage.gap({ day: day.day, gap: 'no base' });
      return '';
    }
    this.coverage.shown(shown);
    return this.formatter.day(shown);
  }

  async #put(pieces: readonly Piece[]): Promise<void> {
    for (const piece of pieces) if (piece.length > 0) await this.sink.write(piece);
  }
}
