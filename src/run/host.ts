import type { Readable } from 'node:stream';
import type { Reporter } from '../report/reporter.ts';

/** All that a run takes from the world outside. */
export interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly prompt: Prompt;
  /** Shows the text in the person's pager, until that is left; false where there is none. */
  readonly page: (text: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP, with the failure to end with. */
  readonly signal: AbortSignal;
}

/** Questions to the person; each throws the signal's reason where the run is interrupted. */
export interface Prompt {
  /** Anything but y or yes is no. */
  confirm(question: string): Promise<boolean>;
  /** Does not show what is typed. */
  secret(question: string): Promise<string>;
  /** The first line of an input that is no terminal; empty where there is none. */
  firstLine(): Promise<string>;
}

/** The person's side of a run. */
export interface Cli {
  readonly host: Host;
  readonly reporter: Reporter;
}
