import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const shared = join(import.meta.dirname, '../../../../shared/data');

export const bankFile = join(shared, 'ecb/eurofxref-hist.zip');
export const early = join(shared, 'days-1999-2012.ndjson.gz');
export const late = join(shared, 'days-2020-2026.ndjson.gz');

/** Why there are none. */
export function noRealDays() {
  return existsSync(early) ? undefined : 'the real days are not in ../shared/data';
}

/** The folder of their files. */
export async function hold(machine, given) {
  const store = machine.file('store');
  machine.env.RATEBOOK_STORE = store;
  await machine.ratebook(['store', 'import', ...given]);
  const name = readdirSync(store, { recursive: true }).find((path) => path.endsWith('historical'));
  return join(store, name);
}
