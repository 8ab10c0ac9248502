import { getSystemErrorMap } from 'node:util';
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

/** For the user: what happened, and if possible what to do or type next. Addresses lose their secrets. */
export class Failure extends Error {
  readonly hints: readonly string[];

  constructor(
    readonly exitCode: Exclude<ExitCode, 0>,
    message: string,
    ...hints: readonly string[]
  ) {
    super(withoutSecrets(message));
    this.hints = hints.map(withoutSecrets);
  }

  hinting(...hints: readonly string[]): Failure {
    return new Failure(this.exitCode, this.message, ...this.hints, ...hints);
  }
}

export function failureIn(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

export const usageError = (message: string, ...hints: readonly string[]) =>
  new Failure(exit.usage, message, ...hints);

export const unknownWord = (message: string, meant: string | undefined, ...otherwise: readonly string[]) =>
  usageError(message, ...(meant ? [`did you mean ${meant}?`] : otherwise));

/** For failures of the network, the service or the disk, which may pass. */
export const failed = (message: string, ...hints: readonly string[]) =>
  new Failure(exit.failed, message, ...hints);

export function cannotWrite(what: string, error: unknown): Failure {
  return error instanceof Failure ? error : failed(`cannot write ${what}: ${reasonOf(error)}`);
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
