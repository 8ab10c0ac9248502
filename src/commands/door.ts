import type { DecimalMark } from '../rates/decimal.ts';
import type { Output } from '../run/output.ts';
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
    withoutOdd: given.withoutOdd === true,
    dryRun: given.dryRun === true,
    maxCost: given.maxCost,
    yes: given.yes === true,
    concurrency: given.concurrency,
  };
}

interface OutputOptions<F> {
  readonly format?: F;
  readonly output?: string;
  readonly header: boolean;
  readonly pager: boolean;
  readonly decimal?: DecimalMark;
}

/** Reads what commands that print have in common. `F`: the formats of the command. */
export function outputOf<F extends string>(given: OutputOptions<F>): Output<F> {
  const { format, output: path, header, pager, decimal } = given;
  return { format, path, header, pager, decimal };
}
