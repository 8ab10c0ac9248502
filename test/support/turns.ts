import { setImmediate as turn } from 'node:timers/promises';

export async function turns(count = 1): Promise<void> {
  for (let number = 0; number < count; number++) await turn();
}
