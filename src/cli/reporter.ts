import { Chalk } from 'chalk';
import type { Failure } from '../errors.ts';
import type { Reporter, VoiceOptions } from '../report/reporter.ts';
import type { Host } from '../run/host.ts';
import { wantsColor } from '../run/terminal.ts';
import { escapeControls } from '../words.ts';
import { Progress } from './progress.ts';

export class StderrReporter implements Reporter {
  readonly #host: Pick<Host, 'stderr' | 'env'>;
  #progress: Progress | undefined;
  #voice: VoiceOptions = {};
  #secret: string | undefined;

  constructor(host: Pick<Host, 'stderr' | 'env'>) {
    this.#host = host;
  }

  speak(voice: VoiceOptions): void {
    this.#voice = voice;
  }

  hide(secret: string): void {
    this.#secret = secret;
  }

  note(text: string): void {
    if (!this.#voice.quiet) this.#line(this.#chalk.dim(this.#fit(text)));
  }

  problem(text: string): void {
    this.#line(`${this.#chalk.yellow('ratebook:')} ${this.#fit(text)}`);
  }

  failure({ message, hints }: Pick<Failure, 'message' | 'hints'>): void {
    this.#line(`${this.#chalk.red('ratebook:')} ${this.#fit(message)}`);
    for (const hint of hints) this.#line(`${this.#chalk.cyan('hint:')} ${this.#fit(hint)}`);
  }

  debug(text: () => string): void {
    if (!this.#voice.debug) return;
    for (const line of text().split('\n')) this.#line(this.#chalk.dim(this.#fit(`debug: ${line}`)));
  }

  startProgress(days: number, toFetch: number): void {
    if (toFetch === 0 || this.#voice.quiet || this.#voice.debug || !this.#host.stderr.isTTY) return;
    this.#progress = new Progress(this.#host.stderr, days, toFetch);
  }

  advance(days: number): void {
    this.#progress?.advance(days);
  }

  waiting(wait: number): void {
    this.#progress?.waiting(wait);
  }

  stopProgress(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }

  around<T>(write: () => T): T {
    return this.#progress ? this.#progress.around(write) : write();
  }

  /** Text from the service or the user may contain the key or control characters. */
  #fit(text: string): string {
    return escapeControls(this.#secret ? redact(text, this.#secret) : text);
  }

  #line(line: string): void {
    this.around(() => this.#host.stderr.write(`${line}\n`));
  }

  get #chalk() {
    const { env, stderr } = this.#host;
    const color = wantsColor(this.#voice.color, env, stderr.isTTY === true);
    return new Chalk({ level: color ? 1 : 0 });
  }
}

/** Anything shorter could be part of an ordinary word. */
const shortestSecret = 8;

function redact(text: string, secret: string): string {
  if (secret.length < shortestSecret) return text;
  return text.replaceAll(secret, '[app_id]').replaceAll(encodeURIComponent(secret), '[app_id]');
}
