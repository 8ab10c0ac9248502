import { styleText } from 'node:util';
import type { Environment } from '../config/places.ts';
import type { Failure } from '../errors.ts';
import { type Json, jsonText } from '../json.ts';
import { escapeControls, withoutSecrets, withoutUsers, wrap } from '../words.ts';
import { Progress } from './progress.ts';

interface ReporterOptions {
  readonly quiet?: true;
  readonly debug?: true;
  readonly color?: boolean;
}

/** A line on stderr, and its kind. */
type ReportEntry =
  | { readonly note: string }
  | { readonly warning: string }
  | { readonly debug: string }
  | { readonly error: Failure };

export type Reporter = Pick<StderrReporter, keyof StderrReporter>;

export class StderrReporter {
  options: ReporterOptions = {};
  /** The command line of a program, which gets each entry as a line of JSON, and to which a hint can add. */
  argv: readonly string[] | undefined;
  /** A key that is never shown. */
  secret = '';
  /** Undefined unless a terminal shows it. */
  progress: Progress | undefined;
  #partial: Failure | undefined;
  readonly #noted = new Set<string>();

  constructor(private readonly host: { readonly stderr: NodeJS.WriteStream; readonly env: Environment }) {}

  /** Nobody waits for an answer. */
  get isForProgram(): boolean {
    return this.argv !== undefined;
  }

  note(text: string): void {
    if (!this.options.quiet) this.#print({ note: text });
  }

  /** A note that a run can repeat. */
  noteOnce(text: string): void {
    if (!this.#noted.has(text)) this.note(text);
    this.#noted.add(text);
  }

  /** Printed under --quiet too. */
  problem(text: string): void {
    this.#print({ warning: withoutSecrets(text) });
  }

  problemOnce(text: string): void {
    if (!this.#noted.has(text)) this.problem(text);
    this.#noted.add(text);
  }

  /** A currency that an amount could not be converted to. @param why undefined: reported already */
  missing(_name: string, why: string | undefined): void {
    if (why !== undefined) this.problem(why);
  }

  failure(error: Failure): void {
    if (this.#partial) this.#print({ warning: this.#partial.message });
    this.#print({ error });
  }

  /** Requested data that is missing. The rest is there, unless another failure ends the run. */
  partial(error: Failure): void {
    if (this.isForProgram) this.#partial = error;
    else this.#print({ error });
  }

  /** Once all that was asked for is done. */
  done(): void {
    if (this.#partial) this.#print({ error: this.#partial });
  }

  debug(text: string): void {
    for (const debug of this.options.debug ? text.split('\n') : []) this.#print({ debug });
  }

  /** False where it has begun already. @param activity such as `verifying`; undefined: days are fetched */
  startProgress(days: number, missing: number, activity?: string): boolean {
    if (this.progress) return false;
    const { quiet, debug } = this.options;
    const { host } = this;
    // stderr is not opened where there is nothing to wait for
    if (missing > 0 && !quiet && !debug && !this.isForProgram && host.stderr.isTTY)
      this.progress = new Progress(host.stderr, { days, missing, activity });
    return true;
  }

  stopProgress(): void {
    this.progress?.stop();
    this.progress = undefined;
  }

  /** Text from the service or the user may contain the key or control characters. */
  fit(text: string): string {
    return escapeControls(this.#withoutSecret(text));
  }

  #withoutSecret(text: string) {
    const { secret } = this;
    const shown = withoutUsers(text);
    if (secret.length < shortestSecret) return shown;
    return shown.replaceAll(secret, '[app_id]').replaceAll(encodeURIComponent(secret), '[app_id]');
  }

  #print(entry: ReportEntry) {
    if (this.argv) {
      this.host.stderr.write(`${jsonText(this.#inJson(entry, this.argv))}\n`);
      return;
    }
    if ('note' in entry) this.#lines(entry.note, 'dim');
    else if ('debug' in entry) this.#lines(`debug: ${entry.debug}`, 'dim');
    else if ('warning' in entry) this.#lines(`ratebook: ${entry.warning}`, 'yellow', 'ratebook:'.length);
    else {
      this.#lines(`ratebook: ${entry.error.message}`, 'red', 'ratebook:'.length);
      for (const hint of entry.error.hints) this.#lines(`hint: ${hint}`, 'cyan', 'hint:'.length);
    }
  }

  #inJson(entry: ReportEntry, argv: readonly string[]): Json {
    const hide = (text: string) => this.#withoutSecret(text);
    if (!('error' in entry))
      return Object.fromEntries(Object.entries(entry).map(([kind, text]) => [kind, hide(text)]));
    const lines = entry.error.hints.map((hint) => typeof hint !== 'string' && hint.lineAfter(argv));
    return { error: { ...inData(entry.error, hide), try: (lines.find(Boolean) || undefined)?.map(hide) } };
  }

  /**
   * As lines of what a terminal has room for now; elsewhere it is one. @param head all is painted without it
   */
  #lines(text: string, style: 'dim' | 'yellow' | 'red' | 'cyan', head?: number) {
    const { env, stderr } = this.host;
    const isColored = wantsColor(this.options.color, env, stderr.isTTY === true);
    // Node's own, as chalk would have to be loaded first
    const paint = (part: string) =>
      isColored && part ? styleText(style, part, { validateStream: false }) : part;
    const fit = this.fit(text);
    let end = head;
    for (const line of stderr.isTTY && stderr.columns ? wrap(fit, stderr.columns) : [fit]) {
      stderr.write(`${paint(line.slice(0, end))}${end === undefined ? '' : line.slice(end)}\n`);
      if (head !== undefined) end = 0;
    }
  }
}

export function wantsColor(option: boolean | undefined, env: Environment, isTerminal: boolean): boolean {
  if (option !== undefined) return option;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

/** Anything shorter could be part of an ordinary word. */
const shortestSecret = 8;

/** Without what to type. @param hide removes secrets from a text */
export const inData = ({ code, exitCode, message, hints }: Failure, hide: (text: string) => string) => ({
  code,
  exit: exitCode,
  message: hide(message),
  hint: hints.length > 0 ? hide(hints.join('; ')) : undefined,
});
