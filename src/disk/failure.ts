import { getSystemErrorMap } from 'node:util';
import { type Failure, failed } from '../errors.ts';

export function cannotWrite(what: string, error: unknown): Failure {
  return failed(`cannot write ${what}: ${reasonOf(error)}`);
}

/** In the system's words, without its codes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno } = error as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || error.message;
}
