import { confirm } from '../cli/ask.ts';
import type { Host } from '../cli/host.ts';
import { exit, Failure } from '../errors.ts';
import { count } from '../fetch/plan.ts';

export interface Consent {
  readonly maxCost?: number | undefined;
  readonly yes?: boolean | undefined;
  readonly confirmAbove: number;
}

/**
 * Lets a cost pass, asks the user, or refuses.
 * @throws Failure with exit 5
 */
export async function guardCost(cost: number, consent: Consent, host: Host): Promise<void> {
  const { maxCost, yes, confirmAbove } = consent;
  if (maxCost !== undefined) {
    if (cost > maxCost) throw refused(`the cost of ${count(cost, 'request')} is over --max-cost ${maxCost}`);
    return;
  }
  if (yes || cost <= confirmAbove) return;
  const asked = `the cost of ${count(cost, 'request')} is over ${confirmAbove}, and must be confirmed`;
  if (!host.stdin.isTTY || !host.stderr.isTTY)
    throw refused(asked, `--yes goes ahead, --max-cost ${cost} allows as much`);
  if (
    !(await confirm(`This costs ${count(cost, 'request')}. Go ahead?`, host.stdin, host.stderr, host.signal))
  )
    throw refused('not confirmed; nothing was asked');
}

const refused = (message: string, hint?: string) => new Failure(exit.refused, message, hint);
