import { getSystemErrorMap } from 'node:util';
import { type Failure, failed } from '../errors.ts';

/** The failure to write something, in the system's words and without its codes. */
export function cannotWrite(what: string, error: unknown): Failure {
  return failed(`cannot write ${what}: ${reason(error)}`);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno } = error as NodeJS.ErrnoException;
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || error.message;
}
