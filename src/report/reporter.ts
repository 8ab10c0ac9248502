import { Chalk } from 'chalk';
import type { Environment } from '../config/places.ts';
import type { Failure } from '../errors.ts';
import { type Json, jsonText } from '../json.ts';
import { withoutSecrets, withoutUsers } from '../secrets.ts';
import { escapeControls, wrap } from '../words.ts';
import { Progress, theFile } from './progress.ts';

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

/** @param hide removes from a text what nobody may see */
type AsData = (entry: ReportEntry, hide: (text: string) => string) => string;

export type Reporter = Pick<StderrReporter, keyof StderrReporter>;

export class StderrReporter {
  #progress: Progress | undefined;
  #options: ReporterOptions = {};
  #secret = '';
  #asData: AsData | undefined;
  #partial: Failure | undefined;
  readonly #noted = new Set<string>();

  constructor(private readonly host: { readonly stderr: NodeJS.WriteStream; readonly env: Environment }) {}

  configure(options: ReporterOptions): void {
    this.#options = options;
  }

  /** From now on each thing that is told is a line of data, and nobody waits for an answer. */
  writeAsData(line: AsData): void {
    this.#asData = line;
  }

  get isForProgram(): boolean {
    return this.#asData !== undefined;
  }

  hide(secret: string): void {
    this.#secret = secret;
  }

  note(text: string): void {
    if (!this.#options.quiet) this.#print({ note: text });
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

  /** A currency that an amount could not be converted to. @param why undefined: that is told already */
  missing(_name: string, why: string | undefined): void {
    if (why !== undefined) this.problem(why);
  }

  failure(error: Failure): void {
    if (this.#partial) this.#print({ warning: this.#partial.message });
    this.#print({ error });
  }

  /** Requested data that is missing. The rest is there, unless another failure ends the run. */
  partial(error: Failure): void {
    if (this.#asData) this.#partial = error;
    else this.#print({ error });
  }

  /** Once all that was asked for is done. */
  done(): void {
    if (this.#partial) this.#print({ error: this.#partial });
  }

  debug(text: () => string): void {
    if (!this.#options.debug) return;
    for (const debug of text().split('\n')) this.#print({ debug });
  }

  /** False where it has begun already. @param activity such as `verifying`; undefined: days are fetched */
  startProgress(days: number, missing: number, activity?: string): boolean {
    if (this.#progress) return false;
    if (
      missing === 0 ||
      this.#options.quiet ||
      this.#options.debug ||
      this.isForProgram ||
      !this.host.stderr.isTTY
    )
      return true;
    this.#progress = new Progress(this.host.stderr, { days, missing, activity });
    return true;
  }

  /** Of a file with all days. @param missing days that it is fetched for */
  startDownload(missing: number): boolean {
    return this.startProgress(missing, missing, theFile);
  }

  received(received: number, all: number | undefined): void {
    this.#progress?.received(received, all);
  }

  advance(days: number): void {
    this.#progress?.advance(days);
  }

  /** @param wait milliseconds until the service may be asked again */
  waiting(wait: number): void {
    this.#progress?.waiting(wait);
  }

  stopProgress(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }

  /** Text from the service or the user may contain the key or control characters. */
  fit(text: string): string {
    return escapeControls(this.#withoutSecret(text));
  }

  #withoutSecret(text: string) {
    const secret = this.#secret;
    const shown = withoutUsers(text);
    if (secret.length < shortestSecret) return shown;
    return shown.replaceAll(secret, '[app_id]').replaceAll(encodeURIComponent(secret), '[app_id]');
  }

  #print(entry: ReportEntry) {
    if (this.#asData) this.#line(this.#asData(entry, (text) => this.#withoutSecret(text)));
    else if ('note' in entry) this.#quiet(entry.note);
    else if ('debug' in entry) this.#quiet(`debug: ${entry.debug}`);
    else if ('warning' in entry) this.#headed('ratebook:', this.#chalk.yellow, entry.warning);
    else {
      const { message, hints } = entry.error;
      this.#headed('ratebook:', this.#chalk.red, message);
      for (const hint of hints) this.#headed('hint:', this.#chalk.cyan, `${hint}`);
    }
  }

  #quiet(text: string) {
    for (const line of this.#fitted(text)) this.#line(this.#chalk.dim(line));
  }

  #headed(head: string, paint: (head: string) => string, text: string) {
    for (const [at, line] of this.#fitted(`${head} ${text}`).entries())
      this.#line(at === 0 ? paint(head) + line.slice(head.length) : line);
  }

  /** As lines of what a terminal has room for now; elsewhere it is one. */
  #fitted(text: string) {
    const { isTTY, columns } = this.host.stderr;
    const fit = this.fit(text);
    return isTTY && columns ? wrap(fit, columns) : [fit];
  }

  #line(line: string) {
    this.host.stderr.write(`${line}\n`);
  }

  get #chalk() {
    const { env, stderr } = this.host;
    const color = wantsColor(this.#options.color, env, stderr.isTTY === true);
    return new Chalk({ level: color ? 1 : 0 });
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

/** @param argv the command line, to which a hint can add */
export const inJson =
  (argv: readonly string[]): AsData =>
  (entry, hide) =>
    jsonText(
      'error' in entry
        ? { error: inFull(entry.error, argv, hide) }
        : Object.fromEntries(Object.entries(entry).map(([kind, text]) => [kind, hide(text)])),
    );

function inFull(failure: Failure, argv: readonly string[], hide: (text: string) => string): Json {
  const [line] = failure.hints
    .flatMap((hint) => (typeof hint === 'string' ? [] : [hint.lineAfter(argv)]))
    .filter(Boolean);
  return { ...inData(failure, hide), try: line?.map(hide) };
}

/** Without what to type. */
export const inData = ({ code, exitCode, message, hints }: Failure, hide: (text: string) => string) => ({
  code,
  exit: exitCode,
  message: hide(message),
  hint: hints.length > 0 ? hide(hints.join('; ')) : undefined,
});
