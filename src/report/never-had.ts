import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { pivotOf } from '../rates/day-rates.ts';
import type { Source } from '../sources/source.ts';

/** What to say of a currency that the source has never had; undefined where it may have it. */
export function neverHad(
  { name, pivot, currencies }: Pick<Source, 'name' | 'pivot' | 'currencies'>,
  code: Code,
): string | undefined {
  if (!currencies || currencies.includes(code) || code === pivotOf(pivot)) return undefined;
  return withEnd(`the ${name} has no rates of ${code}`, code);
}
