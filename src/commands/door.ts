import type { Terms } from '../run/terms.ts';
import type { Given } from './definition.ts';
import type { days } from './options.ts';

/** Reads what commands that take days have in common. */
export function termsOf(given: Given<typeof days>): Terms {
  return {
    demo: given.demo === true,
    alternative: given.showAlternative === true,
    store: given.store,
    refresh: given.refresh === true,
    offline: given.offline === true,
    dryRun: given.dryRun === true,
    maxCost: given.maxCost,
    yes: given.yes === true,
    concurrency: given.concurrency,
  };
}
