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
  would_lose_days: means(1, 'a file of a year is left as it is, since the store lacks some of its days'),
  damaged: means(1, 'a file that ratebook keeps is damaged'),
  bad_config: means(1, 'the config file has something in it that cannot be meant'),
  no_folder: means(1, 'there is no home folder, and no variable that names another'),
  not_set: means(1, 'the setting has no value'),
  nothing_stored: means(1, 'what is to be compared with is not stored'),
  not_reached: means(1, 'the service cannot be reached'),
  service_failed: means(1, 'the service gives no usable answer; another try may'),
  asked_to_wait: means(1, 'the service asks to wait for longer than five minutes'),
  request_refused: means(1, 'the service refuses the request'),
  wrong_address: means(1, 'the service is not at the address that is set'),
  bad_proxy: means(1, 'HTTPS_PROXY names no usable proxy'),
  cannot_listen: means(1, 'the port or address for `serve` cannot be used'),
  bad_clock: means(1, 'the clock of this machine cannot be right; nothing was stored'),
  program_replaced: means(1, 'another version of ratebook was installed during the run'),
  internal_error: means(1, 'a mistake in ratebook itself'),

  unknown_command: means(2, 'there is no such command'),
  unknown_option: means(2, 'the command has no such option'),
  unknown_key: means(2, 'there is no such setting'),
  missing_argument: means(2, 'the command needs one more word'),
  missing_option: means(2, 'an option is needed, alone or beside another one'),
  missing_value: means(2, 'the option needs a value'),
  unexpected_argument: means(2, 'the command takes no such word'),
  options_conflict: means(2, 'options that cannot be used together, or one that is given too often'),
  bad_value: means(2, 'the value of an option, argument or variable is not one it can have'),
  bad_day: means(2, 'what should be a day or a period is none'),
  ambiguous_day: means(2, 'the day can be read in two ways'),
  day_out_of_range: means(2, 'the day or period is before the first day with rates, or still to come'),
  end_before_start: means(2, 'the end of the range is before its start'),
  bad_amount: means(2, 'the amount is no number'),
  ambiguous_amount: means(2, 'the amount can be read in two ways'),
  unknown_currency: means(2, 'there is no such currency, or it cannot be meant here'),
  ambiguous_currency: means(2, 'the sign or name belongs to several currencies'),
  not_in_source: means(2, 'the source does not have this currency, or this option'),
  no_rate: means(2, 'no usable rate on any requested day'),
  wrong_format: means(2, 'the format cannot be used for this, or there, or under this name'),
  too_large: means(2, 'more than the format has room for'),
  bad_file: means(2, 'the content of a file is not what it should be'),
  no_column: means(2, 'the file has no such column'),
  no_sheet: means(2, 'the file has no such sheet, or several that may be meant'),
  ambiguous_column: means(2, 'the column, or how to read it, is not clear'),
  column_exists: means(2, 'the file has a column of this name already'),

  not_published: means(3, 'the source publishes no rates on a requested day, or has not yet'),
  nothing_found: means(3, 'nothing matches, or nothing is stored'),
  foreign_file: means(3, 'a file that ratebook did not write is in the way, and left as it is'),

  no_app_id: means(4, 'no app_id is set'),
  app_id_refused: means(4, 'the service refuses the app_id'),

  over_max_cost: means(5, 'the run would cost more than --max-cost or max_cost; nothing was asked'),
  not_confirmed: means(5, 'the run costs so much that it must be confirmed; nothing was asked'),
  over_quota: means(5, 'the run would cost more than is left of the quota; nothing was asked'),
  over_budget: means(5, 'a day may not cost that much; nothing was asked'),
  stopped_by_cost: means(5, 'lost answers brought the run to the most that it may cost; what came is kept'),
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
