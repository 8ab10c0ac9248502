import { join } from 'node:path';
import type { Flush } from '../../disk/whole-file.ts';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';

const refusals = 'refusals';
const frequencies = 'update-frequency';

interface Memory<T> {
  read(): T | undefined;
  /** @throws Failure */
  remember(text: string, flush?: Flush): Promise<void>;
}

/** When the plan of an account refused time series, in milliseconds since 1970. */
export const refusal = (state: string | undefined, account: string) =>
  memory(state, join(refusals, account), Date.parse);

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export const updateFrequency = (state: string | undefined, service: string) =>
  memory(state, join(frequencies, service, 'seconds'), secondsIn);

const secondsIn = (text: string) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined);

type Parse<T> = (text: string) => T | undefined;

function memory<T>(state: string | undefined, path: string, parse: Parse<T>): Memory<T> {
  if (state === undefined) return { read: () => undefined, remember: async () => {} };
  return new Remembered(join(state, path), parse);
}

/** Forgets all that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string | undefined): void {
  if (state === undefined) return;
  forgetAllIn(join(state, refusals), /^[0-9a-f]+$/);
  forgetAllIn(join(state, frequencies), /^seconds$/);
}
