import { getSystemErrorMap } from 'node:util';
import { inShell, withoutSecrets } from './words.ts';

export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  key: 4,
  refused: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/** Error codes by exit code. Neither a code nor its exit code ever changes. */
export const failures = {
  1: {
    cannot_read: 'a file or folder cannot be read',
    cannot_write: 'a file, the store or the output cannot be written',
    would_lose_days: 'the file of a year was left unchanged, since days in it are no longer stored',
    damaged: 'a file of ratebook is damaged',
    bad_config: 'the configuration file contains an invalid setting',
    no_folder: 'the home folder is unknown, and no variable sets another folder',
    not_set: 'the setting has no value',
    nothing_stored: 'nothing is stored to compare with',
    not_reached: 'the source cannot be reached',
    service_failed: 'the source gives no usable response; a later run can succeed',
    asked_to_wait: 'the source asks to wait for more than five minutes',
    request_refused: 'the source refuses the request',
    wrong_address: 'the configured address is not that of the service',
    bad_proxy: 'HTTPS_PROXY does not name a usable proxy',
    cannot_listen: 'the port or address for `serve` cannot be used',
    bad_clock: 'the clock of this machine is wrong; nothing was stored',
    program_replaced: 'another version of ratebook was installed during the run',
    internal_error: 'a bug in ratebook',
  },
  2: {
    unknown_command: 'unknown command',
    unknown_option: 'the command does not have this option',
    unknown_key: 'unknown setting',
    missing_argument: 'an argument is missing',
    missing_option: 'a required option is missing',
    missing_value: 'the option needs a value',
    unexpected_argument: 'unexpected argument',
    options_conflict: 'options that cannot be used together, or one that is repeated too often',
    bad_value: 'not a valid value of the option, argument or variable',
    bad_day: 'not a valid date or period',
    ambiguous_day: 'the date has two readings',
    day_out_of_range: 'the day or period is before the first day with rates, or in the future',
    end_before_start: 'the end of the range is before its start',
    bad_amount: 'the amount is not a number',
    ambiguous_amount: 'the amount has two readings',
    unknown_currency: 'unknown currency, or one that cannot be used here',
    ambiguous_currency: 'the sign or name belongs to several currencies',
    not_in_source: 'the source does not have this currency or option',
    no_rate: 'no usable rate on any requested day',
    wrong_format: 'the format cannot be used for this output or file name',
    too_large: 'more rows or columns than the format allows',
    bad_file: 'the content of a file is not valid',
    no_column: 'the file does not have this column',
    no_sheet: 'the file does not have this sheet, or several sheets fit',
    ambiguous_column: 'several columns fit, or the column has two readings',
    column_exists: 'the file already has a column of this name',
  },
  3: {
    not_published: 'the source does not publish rates on a requested day, or has not yet',
    nothing_found: 'nothing matches, or nothing is stored',
    foreign_file: 'a file that ratebook did not write is in the way, and was left unchanged',
  },
  4: {
    no_app_id: 'no app_id is set',
    app_id_refused: 'the service rejects the app_id',
  },
  5: {
    over_max_cost: 'the cost is above --max-cost or max_cost; nothing was requested',
    not_confirmed: 'the cost must be confirmed; nothing was requested',
    over_quota: 'the cost is above the rest of the quota; nothing was requested',
    over_budget: 'the cost is above the budget of the day; nothing was requested',
    stopped_by_cost: 'retries used up the budget; days already received are stored',
    quota_used_up: 'the quota is used up',
    not_on_plan: 'the plan of the app_id does not allow this',
  },
  130: {
    interrupted: 'interrupted',
  },
} as const;

type FailuresByExit = typeof failures;

export type FailureCode = { [E in keyof FailuresByExit]: keyof FailuresByExit[E] }[keyof FailuresByExit];

/** An error for the user: message and hints. Addresses lose their secrets. */
export class Failure extends Error {
  readonly hints: readonly Hint[];

  constructor(
    readonly code: FailureCode,
    message: string,
    ...hints: readonly Hint[]
  ) {
    super(withoutSecrets(message));
    this.hints = hints.map((hint) => (typeof hint === 'string' ? withoutSecrets(hint) : hint));
  }

  get exitCode(): keyof FailuresByExit {
    const exits = Object.keys(failures).map(Number) as (keyof FailuresByExit)[];
    return exits.find((exit) => this.code in failures[exit]) ?? exit.failed;
  }

  hinting(...hints: readonly Hint[]): Failure {
    return new Failure(this.code, this.message, ...this.hints, ...hints);
  }
}

export function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

export const unknownWord = (
  code: FailureCode,
  message: string,
  suggestion: string | undefined,
  ...otherwise: readonly Hint[]
) => new Failure(code, message, ...(suggestion ? [`did you mean ${suggestion}?`] : otherwise));

export function cannotWrite(what: string, error: unknown): Failure {
  return error instanceof Failure
    ? error
    : new Failure('cannot_write', `cannot write ${what}: ${reasonOf(error)}`);
}

/** @throws Failure if it fails */
export function writing<T>(what: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw cannotWrite(what, error);
  }
}

/** @throws Failure if it fails */
export function written<T>(what: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error) => {
    throw cannotWrite(what, error);
  });
}

/** Undefined if it fails, for whatever reason. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Rejects with the signal's reason if that comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** In the system's words, without its codes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno } = error as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || error.message;
}

/** What to do next: words, or a command line. */
export type Hint = string | ToType;

/** As text, it is quoted as the shell wants it. Addresses lose their secrets. */
export class ToType {
  constructor(
    private readonly words: readonly string[],
    private readonly kind: 'line' | 'options' | 'for the user',
    private readonly sentence = (typed: string) => typed,
  ) {}

  /** With words around it. */
  in(sentence: (typed: string) => string): ToType {
    return new ToType(this.words, this.kind, sentence);
  }

  /** Undefined where a program must not type it. @param argv the line that was typed */
  lineAfter(argv: readonly string[]): readonly string[] | undefined {
    if (this.kind === 'for the user') return undefined;
    const end = argv.indexOf('--');
    const at = end < 0 ? argv.length : end;
    const words = this.kind === 'line' ? this.words : argv.toSpliced(at, 0, ...this.words);
    return ['ratebook', ...words].map(withoutSecrets);
  }

  toString(): string {
    const words = this.kind === 'options' ? this.words : ['ratebook', ...this.words];
    return withoutSecrets(this.sentence(words.map(inShell).join(' ')));
  }
}

/** A whole command line. */
export const ratebook = (...words: readonly string[]) => new ToType(words, 'line');

/**
 * A command line that the user decides on: it changes a setting, or fetches more than the line that was
 * typed.
 */
export const forUser = (...words: readonly string[]) => new ToType(words, 'for the user');

/** The line that was typed, with these options. */
export const also = (...options: readonly string[]) => new ToType(options, 'options');
