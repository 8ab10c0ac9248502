import type { Readable } from 'node:stream';
import type { Machine } from './config/places.ts';
import type { KeyName } from './config/settings.ts';
import type { RunBudget } from './fetch/budget.ts';
import type { OutputStream } from './output/output.ts';
import type { Reporter } from './report/reporter.ts';
import type { Clock, Run } from './run/run.ts';

/** Streams, clock, environment and signal of the process. */
export interface Host extends Machine {
  readonly argv: readonly string[];
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: StandardOutput;
  readonly stderr: NodeJS.WriteStream;
  readonly prompt: Prompt;
  /**
   * Shows text that is longer than the terminal in the user's pager, or any text by another command, and
   * waits for its end. False where nothing was shown.
   */
  readonly page: (text: string, how?: Paging) => Promise<boolean>;
  /**
   * Loads the rest of the program, since the package can be replaced while it runs. False if another version
   * has replaced it already. Undefined where everything is loaded.
   */
  readonly loadRest?: (() => boolean) | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP, with the failure to end with. */
  readonly signal: AbortSignal;
}

/** How a pager shows a text. */
interface Paging {
  /** A command of a shell; undefined: the user's pager. */
  readonly viewer?: string;
  /** As `StandardOutput.colored`. */
  readonly isColored?: boolean | undefined;
}

/** Escapes on a terminal what could control it. */
export interface StandardOutput extends OutputStream {
  /** Lets colours through, for documents whose foreign text is escaped. */
  readonly colored: OutputStream;
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
}

interface Prompt {
  /** Anything but y or yes is no. */
  confirm(question: string): Promise<boolean>;
  secret(question: string): Promise<string>;
  /** Of an input that is not a terminal; empty at its end. */
  firstLine(): Promise<string>;
}

/** The context of a command. */
export interface App {
  readonly host: Host;
  readonly reporter: Reporter;
  readonly agent?: AgentCall | undefined;
  /** The clock of an enclosing run. */
  readonly clock?: Clock | undefined;
}

/**
 * The call of an agent that a command answers. Nobody is prompted, and each fetch is charged before it
 * begins.
 */
export interface AgentCall {
  /** The run whose days the command has opened. */
  run?: Pick<Run, 'source' | 'settings'>;
  /** @param counted requests of a plan @throws Failure if they exceed the budget */
  setAside(cost: number, run: Pick<Run, 'source' | 'settings'>): Promise<SetAside>;
}

/** Requests that nobody else can spend. */
export interface SetAside {
  readonly budget: RunBudget;
  /** Returns unspent requests to the budget. */
  giveBack(): Promise<void>;
}

/** Options of a command that choose a source and how it is fetched. */
export interface RunOptions {
  readonly source?: string | undefined;
  /** Of all stored days, instead of the configured one. */
  readonly storeFolder?: string | undefined;
  readonly demo?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly showAlternative?: boolean | undefined;
  readonly tries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly concurrency?: string | undefined;
  /** Files of rates; no setting applies to them. */
  readonly rates?: readonly string[] | undefined;
  /** Whether a wrong clock is an error. */
  readonly needsClock?: boolean | undefined;
  readonly settings?: { readonly [K in KeyName]?: string | undefined };
}
