import type { ExitCode } from '../../errors.ts';
import { JsonText } from '../../json.ts';
import type { OutputStream } from '../../output/output.ts';
import type { CollectedWords } from '../../report/collected.ts';
import type { Clock } from '../../run/clock.ts';
import type { Cli, Host, SharedRuns } from '../../run/host.ts';
import type { Answer } from '../../server/mcp/desk.ts';

/** What a command has printed for a call. */
export interface Called {
  /** Undefined: nothing. */
  readonly printed: JsonText | undefined;
  /** That of its rates, as it was typed or is set; undefined where no source was asked. */
  readonly base: string | undefined;
  /** Currencies that an amount could not be converted to. */
  readonly missing: readonly string[];
  /** Source, notes and warnings: what every answer has. */
  readonly told: Answer;
}

export interface Calling {
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
export class TooMuch extends Error {}

/** Runs a command in this process, whose output becomes data. @throws Failure, or TooMuch */
export async function call(calling: Calling, command: (cli: Cli) => Promise<ExitCode>): Promise<Called> {
  const { clock, signal, most = Number.POSITIVE_INFINITY } = calling;
  const words = calling.words();
  let text = '';
  const print = (piece: string | Uint8Array) => {
    text += piece;
    if (text.length > most) throw new TooMuch();
  };
  const host = quietHost(calling.host, signal, print);
  let of: Parameters<SharedRuns['holdings']>[0] | undefined;

  const shared: SharedRuns = {
    holdings: (run) => {
      of = run;
      return calling.shared.holdings(run);
    },
    library: (run) => calling.shared.library(run),
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
