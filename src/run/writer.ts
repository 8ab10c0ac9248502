import type { RatesOptions } from '../cli/options.ts';
import { type Fetched, isGap } from '../fetch/fetched.ts';
import { openSink } from '../output/file-sink.ts';
import { type Document, type FormatName, type Formatter, loadFormat } from '../output/format.ts';
import type { Sink } from '../output/sink.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, derive, pick } from '../rates/day-rates.ts';
import type { Coverage } from '../report/missing.ts';
import type { Cli } from './host.ts';
import { isTerminal, symbolsOf } from './query.ts';
import type { Run } from './run.ts';
import { wantsColor } from './terminal.ts';

/** What a run shows of each day. */
interface View {
  readonly base: Code;
  /** In this order; nothing: all, by code. */
  readonly symbols: readonly Code[] | undefined;
}

/** Takes the days as they come, in order, and writes them. */
export interface Writer {
  take(fetched: Fetched): Promise<void>;
  end(): Promise<void>;
}

export async function openWriter(
  kind: Document['kind'],
  format: FormatName,
  { raw, wide, output, color }: RatesOptions,
  run: Run,
  sink: Sink,
  coverage: Coverage,
): Promise<Writer> {
  if (raw) return rawWriter(sink, coverage);
  const view = { base: run.settings.base.value, symbols: symbolsOf(run.settings) };
  const terminal = isTerminal(output, run);
  const load = await loadFormat(format);
  const formatter = load({
    kind,
    ...view,
    wide: wide === true,
    width: (terminal && run.host.stdout.columns) || 120,
    color: wantsColor(color, run.host.env, terminal),
  });
  return ratesWriter(view, formatter, sink, coverage);
}

function ratesWriter(view: View, formatter: Formatter, sink: Sink, coverage: Coverage): Writer {
  const put = async (text: string) => {
    if (text !== '') await sink.write(text);
  };
  return {
    async take({ days, oddities }) {
      coverage.odd(oddities);
      let text = '';
      for (const day of days) {
        if (isGap(day)) coverage.gap(day);
        else text += show(day, view, formatter, coverage);
      }
      await put(text);
    },
    async end() {
      coverage.checkBase();
      for (const text of formatter.end()) await put(text);
    },
  };
}

function show(day: DayRates, { base, symbols }: View, formatter: Formatter, coverage: Coverage): string {
  const derived = derive(day, base);
  if (!derived) {
    coverage.gap({ day: day.day, gap: 'no base' });
    return '';
  }
  const shown = symbols ? pick(derived, symbols) : derived;
  coverage.shown(shown);
  return formatter.day(shown);
}

/** The service's bodies as they came. */
function rawWriter(sink: Sink, coverage: Coverage): Writer {
  return {
    async take({ days, bodies }) {
      for (const day of days) {
        if (isGap(day)) coverage.gap(day);
        else coverage.shown(day);
      }
      for (const body of bodies) await sink.write(body);
    },
    end: async () => coverage.checkBase(),
  };
}

/** Where the data goes; the progress steps aside for what is written to a terminal. */
export async function openOutput(path: string | undefined, { host, reporter }: Cli): Promise<Sink> {
  const sink = await openSink(path, host.stdout, host.signal);
  if (!isTerminal(path, { host })) return sink;
  return { ...sink, write: (data) => reporter.around(() => sink.write(data)) };
}
