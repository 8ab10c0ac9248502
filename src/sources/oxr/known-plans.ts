import { join } from 'node:path';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';

const frequenciesIn = (state: string) => join(state, 'update-frequency');

export const refusalsIn = (state: string) => join(state, 'refusals');

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export function updateFrequency(state: string, service: string): Remembered<number> {
  return new Remembered(join(frequenciesIn(state), service, 'seconds'), (text) =>
    /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined,
  );
}

/** All that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string): void {
  forgetAllIn(refusalsIn(state));
  forgetAllIn(frequenciesIn(state));
}
