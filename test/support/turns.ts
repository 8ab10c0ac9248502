import { setImmediate as turn } from 'node:timers/promises';

/** Lets others run, so often. */
export async function turns(count = 1): Promise<void> {
  for (let number = 0; number < count; number++) await turn();
}
