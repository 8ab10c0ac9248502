import type { Host } from '../cli/host.ts';
import { confirm } from '../cli/prompt.ts';
import { exit, Failure } from '../errors.ts';
import { count } from '../fetch/plan.ts';

/** What the user allows a run to cost. */
interface Consent {
  readonly maxCost?: number | undefined;
  readonly yes?: boolean | undefined;
  readonly confirmAbove: number;
}

/** Why a cost is refused without a question; nothing where it may pass, or a person can be asked. */
export function costRefusal(cost: number, consent: Consent, host: Host): Failure | undefined {
  const { maxCost, confirmAbove } = consent;
  if (maxCost !== undefined && cost > maxCost)
    return refused(`the cost of ${count(cost, 'request')} is over --max-cost ${maxCost}`);
  if (!mustConfirm(cost, consent) || (host.stdin.isTTY && host.stderr.isTTY)) return undefined;
  return refused(
    `the cost of ${count(cost, 'request')} is over ${confirmAbove}, and must be confirmed`,
    `--yes goes ahead, --max-cost ${cost} allows as much`,
  );
}

/**
 * Asks the person where the cost must be confirmed, and refuses what is over the requests left.
 * @throws Failure with exit 5
 */
export async function confirmCost(
  cost: number,
  consent: Consent,
  left: number | undefined,
  host: Host,
): Promise<void> {
  if (left !== undefined && cost > left && !consent.yes)
    throw refused(
      `the cost of ${count(cost, 'request')} is over the ${left} left this month`,
      '--yes goes ahead all the same',
    );
  if (!mustConfirm(cost, consent)) return;
  const question = `This costs ${count(cost, 'request')}. Go ahead?`;
  if (!(await confirm(question, host.stdin, host.stderr, host.signal)))
    throw refused('not confirmed; nothing was spent');
}

const mustConfirm = (cost: number, { maxCost, yes, confirmAbove }: Consent) =>
  maxCost === undefined && !yes && cost > confirmAbove;

const refused = (message: string, hint?: string) => new Failure(exit.refused, message, hint);
