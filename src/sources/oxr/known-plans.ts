import { join } from 'node:path';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';

const refusals = 'refusals';
const frequencies = 'update-frequency';

/** When the plan of a key refused time series, in milliseconds since 1970. */
export const refusal = (state: string | undefined, key: string) => memory(Date.parse, state, refusals, key);

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export const updateFrequency = (state: string | undefined, service: string) =>
  memory(secondsIn, state, frequencies, service, 'seconds');

const secondsIn = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined);

function memory<T>(parse: (text: string) => T | undefined, state: string | undefined, ...path: readonly string[]) {
  if (state === undefined) return { read: () => undefined, remember: async () => {} };
  return new Remembered(join(state, ...path), parse);
}

/** All that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string | undefined): void {
  if (state === undefined) return;
  for (const kind of [refusals, frequencies]) forgetAllIn(join(state, kind));
}
