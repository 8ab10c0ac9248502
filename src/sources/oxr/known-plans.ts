import { join } from 'node:path';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';

type Memory<T> = Pick<Remembered<T>, 'read' | 'remember'>;

const none = { read: () => undefined, remember: async () => {} };

const frequenciesIn = (state: string) => join(state, 'update-frequency');

const refusalsIn = (state: string) => join(state, 'refusals');

/** When the plan of a key refused time series, in milliseconds since 1970. */
export function refusal(state: string | undefined, key: string): Memory<number> {
  return state === undefined ? none : new Remembered(join(refusalsIn(state), key), Date.parse);
}

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export function updateFrequency(state: string | undefined, service: string): Memory<number> {
  if (state === undefined) return none;
  return new Remembered(join(frequenciesIn(state), service, 'seconds'), (text) =>
    /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined,
  );
}

/** All that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string | undefined): void {
  if (state === undefined) return;
  forgetAllIn(refusalsIn(state));
  forgetAllIn(frequenciesIn(state));
}
