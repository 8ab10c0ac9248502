import { getSystemErrorMap } from 'node:util';
import type { Hint } from './hint.ts';
import { withoutSecrets } from './secrets.ts';

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

/** What a program can tell apart. A code stays as it is, and so does its exit. */
export const failures = {
  cannot_read: means(1, 'a file or folder cannot be read'),
  cannot_write: means(1, 'a file, the store or the output cannot be written'),
  would_lose_days: means(1, 'the file of a year was left unchanged, since days in it are no longer stored'),
  damaged: means(1, 'a file of ratebook is damaged'),
  bad_config: means(1, 'the configuration file contains an invalid setting'),
  no_folder: means(1, 'there is no home folder, and no variable names another one'),
  not_set: means(1, 'the setting has no value'),
  nothing_stored: means(1, 'nothing is stored to compare with'),
  not_reached: means(1, 'the source cannot be reached'),
  service_failed: means(1, 'the source gives no usable response; a later run can succeed'),
  asked_to_wait: means(1, 'the source asks to wait for more than five minutes'),
  request_refused: means(1, 'the source refuses the request'),
  wrong_address: means(1, 'the configured address is not that of the service'),
  bad_proxy: means(1, 'HTTPS_PROXY does not name a usable proxy'),
  cannot_listen: means(1, 'the port or address for `serve` cannot be used'),
  bad_clock: means(1, 'the clock of this machine is wrong; nothing was stored'),
  program_replaced: means(1, 'another version of ratebook was installed during the run'),
  internal_error: means(1, 'a bug in ratebook'),

  unknown_command: means(2, 'unknown command'),
  unknown_option: means(2, 'the command does not have this option'),
  unknown_key: means(2, 'unknown setting'),
  missing_argument: means(2, 'an argument is missing'),
  missing_option: means(2, 'a required option is missing'),
  missing_value: means(2, 'the option needs a value'),
  unexpected_argument: means(2, 'unexpected argument'),
  options_conflict: means(2, 'options that cannot be used together, or one that is repeated too often'),
  bad_value: means(2, 'not a valid value of the option, argument or variable'),
  bad_day: means(2, 'not a valid date or period'),
  ambiguous_day: means(2, 'the date has two readings'),
  day_out_of_range: means(2, 'the day or period is before the first day with rates, or in the future'),
  end_before_start: means(2, 'the end of the range is before its start'),
  bad_amount: means(2, 'the amount is not a number'),
  ambiguous_amount: means(2, 'the amount has two readings'),
  unknown_currency: means(2, 'unknown currency, or one that cannot be used here'),
  ambiguous_currency: means(2, 'the sign or name belongs to several currencies'),
  not_in_source: means(2, 'the source does not have this currency or option'),
  no_rate: means(2, 'no usable rate on any requested day'),
  wrong_format: means(2, 'the format cannot be used for this output or file name'),
  too_large: means(2, 'more rows or columns than the format allows'),
  bad_file: means(2, 'the content of a file is not valid'),
  no_column: means(2, 'the file does not have this column'),
  no_sheet: means(2, 'the file does not have this sheet, or several sheets fit'),
  ambiguous_column: means(2, 'several columns fit, or the column has two readings'),
  column_exists: means(2, 'the file already has a column of this name'),

  not_published: means(3, 'the source does not publish rates on a requested day, or has not yet'),
  nothing_found: means(3, 'nothing matches, or nothing is stored'),
  foreign_file: means(3, 'a file that ratebook did not write is in the way, and was left unchanged'),

  no_app_id: means(4, 'no app_id is set'),
  app_id_refused: means(4, 'the service rejects the app_id'),

  over_max_cost: means(5, 'the cost is above --max-cost or max_cost; nothing was requested'),
  not_confirmed: means(5, 'the cost must be confirmed; nothing was requested'),
  over_quota: means(5, 'the cost is above the rest of the quota; nothing was requested'),
  over_budget: means(5, 'the cost is above the budget of the day; nothing was requested'),
  stopped_by_cost: means(5, 'retries used up the budget; days already received are stored'),
  quota_used_up: means(5, 'the quota is used up'),
  not_on_plan: means(5, 'the plan of the app_id does not allow this'),

  interrupted: means(130, 'interrupted'),
} as const;

export type FailureCode = keyof typeof failures;

function means(exit: Exclude<ExitCode, 0>, meaning: string) {
  return { exit, meaning } as const;
}

/** For the user: what happened, and if possible what to do or type next. Addresses lose their secrets. */
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

  get exitCode(): Exclude<ExitCode, 0> {
    return failures[this.code].exit;
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
  meant: string | undefined,
  ...otherwise: readonly Hint[]
) => new Failure(code, message, ...(meant ? [`did you mean ${meant}?`] : otherwise));

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
