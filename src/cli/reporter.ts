import { Chalk } from 'chalk';
import type { Failure } from '../errors.ts';
import { escapeControls } from '../escape.ts';
import type { Reporter, VoiceOptions } from '../report/reporter.ts';
import type { Host } from '../run/host.ts';
import { wantsColor } from '../run/terminal.ts';
import { Progress } from './progress.ts';

/** Everything that is said on stderr. */
export class StderrReporter implements Reporter {
  readonly #stderr: NodeJS.WriteStream;
  readonly #env: Host['env'];
  #progress: Progress | undefined;
  #voice: VoiceOptions = {};
  #secret: string | undefined;

  constructor({ stderr, env }: Pick<Host, 'stderr' | 'env'>) {
    this.#stderr = stderr;
    this.#env = env;
  }

  /** How the user wants it said; until then it is said in full. */
  speak(voice: VoiceOptions): void {
    this.#voice = voice;
  }

  /** Whatever is said from now on, the secret is not in it. */
  hide(secret: string): void {
    this.#secret = secret;
  }

  /** Good to know; not said under --quiet. */
  note(text: string): void {
    if (!this.#voice.quiet) this.#line(this.#chalk.dim(this.#fit(text)));
  }

  /** Something asked for is not there; said under --quiet as well. */
  problem(text: string): void {
    this.#line(`${this.#chalk.yellow('ratebook:')} ${this.#fit(text)}`);
  }

  failure({ message, hint }: Pick<Failure, 'message' | 'hint'>): void {
    this.#line(`${this.#chalk.red('ratebook:')} ${this.#fit(message)}`);
    if (hint) this.#line(`${this.#chalk.cyan('hint:')} ${this.#fit(hint)}`);
  }

  debug(text: () => string): void {
    if (!this.#voice.debug) return;
    for (const line of text().split('\n')) this.#line(this.#chalk.dim(this.#fit(`debug: ${line}`)));
  }

  /** Shows how far a run is, on a terminal that is not to be quiet. */
  startProgress(days: number, toFetch: number): void {
    if (this.#voice.quiet || this.#voice.debug || !this.#stderr.isTTY || toFetch === 0) return;
    this.#progress = new Progress(this.#stderr, days, toFetch);
  }

  advance(days: number): void {
    this.#progress?.advance(days);
  }

  stopProgress(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }

  /** Writes to the terminal while the progress is out of the way. */
  around<T>(write: () => T): T {
    return this.#progress ? this.#progress.around(write) : write();
  }

  /** Whatever the service or the user put into the text: no secret, and nothing that steers a terminal. */
  #fit(text: string): string {
    return escapeControls(this.#secret ? redact(text, this.#secret) : text);
  }

  #line(line: string): void {
    this.around(() => this.#stderr.write(`${line}\n`));
  }

  get #chalk() {
    const color = wantsColor(this.#voice.color, this.#env, this.#stderr.isTTY === true);
    return new Chalk({ level: color ? 1 : 0 });
  }
}

/** What is shorter is no secret, and may be part of any word. */
const shortestSecret = 8;

function redact(text: string, secret: string): string {
  if (secret.length < shortestSecret) return text;
  return text.replaceAll(secret, '[app_id]').replaceAll(encodeURIComponent(secret), '[app_id]');
}
