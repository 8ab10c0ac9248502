import type { App, Host, SharedRuns } from '../../app.ts';
import type { ExitCode, Failure } from '../../errors.ts';
import { isObject, JsonText } from '../../json.ts';
import type { OutputStream } from '../../output/output.ts';
import { StderrReporter } from '../../report/reporter.ts';
import type { Clock } from '../../run/run.ts';
import { withoutSecrets } from '../../secrets.ts';
import type {
  ConvertArguments,
  Desk,
  SeriesArguments,
  ToolAnswer,
  ViewArguments,
} from '../../server/mcp/tool.ts';
import { mostRows } from '../../server/mcp/tools.ts';
import { convert } from '../convert/convert.ts';
import { currencies } from '../currencies.ts';
import { historical, latest, series } from '../rates/rates.ts';
import type { Serving } from './mcp.ts';

/** What a command has printed for a call. */
interface Called {
  /** Undefined: nothing. */
  readonly printed: JsonText | undefined;
  /** That of its rates, as it was typed or is set; undefined where no source was asked. */
  readonly base: string | undefined;
  /** Currencies that an amount could not be converted to. */
  readonly missing: readonly string[];
  /** Source, notes and warnings: what every answer has. */
  readonly told: ToolAnswer;
}

interface Calling {
  readonly host: Host;
  readonly clock: Clock;
  /** For one command. */
  readonly words: () => CollectedWords;
  readonly shared: SharedRuns;
  /** Aborted where nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Characters that may be printed. */
  readonly most?: number | undefined;
}

/** More was printed than is wanted. */
class TooMuch extends Error {}

/** Runs a command in this process, whose output becomes data. @throws Failure, or TooMuch */
async function call(calling: Calling, command: (app: App) => Promise<ExitCode>): Promise<Called> {
  const { clock, signal, most = Number.POSITIVE_INFINITY } = calling;
  const words = calling.words();
  let text = '';
  const print = (piece: string | Uint8Array) => {
    text += piece;
    if (text.length > most) throw new TooMuch();
  };
  const host = quietHost(calling.host, signal, print);
  let of: Parameters<SharedRuns['stored']>[0] | undefined;

  const shared: SharedRuns = {
    stored: (run) => {
      of = run;
      return calling.shared.stored(run);
    },
    fetcher: (run) => calling.shared.fetcher(run),
  };

  await command({ host, reporter: words, shared, clock });
  if (clock.error) words.problem(clock.error);
  if (words.lacking) throw words.lacking;
  const { notes, warnings, missingCurrencies: missing } = words;
  return {
    printed: text === '' ? undefined : new JsonText(text),
    base: of?.settings.base.value,
    missing,
    told: { ...(of && { source: of.source.folder }), notes, warnings },
  };
}

/** Of a run that has no terminal, and no stdout but for what it prints. */
function quietHost(host: Host, signal: AbortSignal, print: (piece: string | Uint8Array) => void): Host {
  const outlet: OutputStream = {
    on: () => {},
    write: (piece, done) => {
      print(piece);
      done?.();
    },
  };
  return {
    ...host,
    argv: [],
    signal,
    stdout: { ...outlet, isTTY: false, columns: 0, rows: 0, colored: outlet },
  };
}

/** As of a command line that says no more than that its answer is to be JSON. */
const usual = { format: 'json', store: true, header: true, pager: false } as const;

/** More than the JSON of so many rates has. */
const mostText = 4_000 + 200 * mostRows;

interface Status {
  readonly status: () => Promise<ToolAnswer>;
}

/** Answers a call by the command that a person would type. */
export function deskFor(calling: Calling, serving: Serving, { status }: Status): Desk {
  const terms = { ...usual, ...serving };

  async function wholeSeries({
    start,
    end,
    summary = false,
    ...asked
  }: SeriesArguments): Promise<ToolAnswer> {
    const given = { ...terms, ...asked, ...(summary && { summary }) };
    const { printed, base, told } = await call({ ...calling, most: summary ? undefined : mostText }, (app) =>
      series([start, end], given, app),
    );
    if (!printed) return { series: null, ...told };
    // the others name their base themselves
    if (summary) return { base: base ?? null, summary: printed, ...told };
    if (rowsIn(printed) > mostRows) throw new TooMuch();
    return { [asked.every ? 'periods' : 'series']: printed, ...told };
  }

  return {
    async convert({ amount, from, to, ...asked }: ConvertArguments) {
      const given = { ...terms, ...asked };
      const { printed, missing, told } = await call(calling, (app) =>
        convert([amount, from, [to]], given, app),
      );
      return { conversions: printed ?? [], ...(missing.length > 0 && { missing }), ...told };
    },

    async rates({ day, ...view }: ViewArguments & { readonly day?: string }) {
      const given = { ...terms, ...view };
      const { printed, told } = await call(calling, (app) =>
        day === undefined ? latest(given, app) : historical([day], given, app),
      );
      return { day: printed && printed.text !== '[]' ? printed : null, ...told };
    },

    async series(range: SeriesArguments) {
      try {
        return await wholeSeries(range);
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
        const { every: _, take: __, ...others } = range;
        return { ...(await wholeSeries({ ...others, summary: true })), left_out: leftOut };
      }
    },

    async currencies({ word }: { readonly word?: string }) {
      const words = word === undefined ? [] : [word];
      const { printed, told } = await call(calling, (app) => currencies(words, terms, app));
      return { currencies: printed ?? [], ...told };
    },

    status,
  };
}

const leftOut =
  `More than ${mostRows} rates, so this is their summary. For the rates themselves: a shorter range, fewer ` +
  'symbols or every month; a file of all of them is written by ratebook series START END -o FILE.csv';

/** Of `rates` of a series, or of the rates of each period. */
function rowsIn({ text }: JsonText): number {
  const { rates, periods } = JSON.parse(text);
  const all = Object.values(rates ?? periods) as { rates?: unknown }[];
  const sizes = all.map((one) => Object.keys(isObject(one.rates) ? one.rates : one).length);
  return sizes.reduce((total, size) => total + size, 0);
}

/** What a run says, for an answer that has it as data. */
export class CollectedWords extends StderrReporter {
  readonly notes: string[] = [];
  readonly warnings: string[] = [];
  /** Currencies that an amount could not be converted to. */
  readonly missingCurrencies: string[] = [];
  /** What was asked for and is not there. */
  lacking: Failure | undefined;

  override note(text: string): void {
    this.notes.push(this.fit(text));
  }

  override problem(text: string): void {
    this.warnings.push(this.fit(withoutSecrets(text)));
  }

  override missing(name: string, why: string | undefined): void {
    this.missingCurrencies.push(name);
    super.missing(name, why);
  }

  override lack(failure: Failure): void {
    this.lacking ??= failure;
  }
}
