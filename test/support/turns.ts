import { setImmediate as turn } from 'node:timers/promises';

/** Lets other tasks run, this many times. */
export async function turns(count = 1): Promise<void> {
  for (let number = 0; number < count; number++) await turn();
}
