import { type Failure, failureIn } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Plan } from '../fetch/plan.ts';
import { Unasked } from '../sources/source.ts';

/** Nothing is asked, since what comes could not be kept. */
export class CannotKeep extends Unasked {
  constructor(failure: Failure) {
    super(failure, `what comes could not be kept: ${failure.message}`, [
      'use --no-store to continue without the store',
    ]);
  }
}

/** @throws CannotKeep, before anything is spent */
export function checkKeeping({ requests }: Plan, holdings: Holdings | undefined): void {
  const days = requests.flatMap(({ run }) => [run.first, run.last]);
  if (!holdings || days.length === 0) return;
  try {
    holdings.checkWritable(days);
  } catch (error) {
    throw new CannotKeep(failureIn(error));
  }
}
