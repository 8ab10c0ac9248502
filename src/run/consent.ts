import { Ledger } from '../client/ledger.ts';
import { exit, Failure } from '../errors.ts';
import type { Plan } from '../fetch/plan.ts';
import { costLine } from '../report/cost.ts';
import { count } from '../report/words.ts';
import type { Host } from './host.ts';
import type { Run } from './run.ts';
import { hasKey, missingKey } from './setup.ts';

/** Runs that cost more than this first ask what is left. */
const unasked = 31;

interface Given {
  readonly maxCost?: number;
  readonly yes?: true;
}

/** What the user allows a run to cost. */
interface Consent {
  readonly maxCost?: number | undefined;
  readonly yes?: boolean | undefined;
  readonly confirmAbove: number;
}

/**
 * Says what the plan costs and settles that it may be spent, by asking where that is due. Returns what pays for it.
 * @throws Failure, having spent nothing, where it may not, or where there is no key
 */
export async function consent(plan: Plan, run: Run, given: Given): Promise<Ledger> {
  const { reporter, settings, host } = run;
  const terms = {
    maxCost: given.maxCost,
    yes: given.yes || run.given.demo,
    confirmAbove: settings.confirm_above.value,
  };
  const refusal =
    refusalOf(plan.cost, terms, host) ?? (plan.cost > 0 && !hasKey(run) ? missingKey() : undefined);
  const askUsage = plan.cost > unasked;
  const connection = plan.cost > 0 && !refusal ? await run.connect({ askUsage }) : undefined;
  const left = connection?.usage?.remaining;
  reporter.note(costLine(plan, left));
  if (refusal) throw refusal;
  await confirm(plan.cost, terms, left, host);
  return ledgerFor(plan.cost, terms);
}

/** Lost answers may be charged too: all in all no more than was shown, or than may be spent without asking. */
function ledgerFor(cost: number, { maxCost, yes, confirmAbove }: Consent): Ledger {
  if (maxCost !== undefined || yes) return new Ledger(maxCost);
  const most = Math.max(cost, confirmAbove);
  return new Ledger(most, {
    name: count(most, 'request'),
    hint: '--yes goes on at any cost, --max-cost N up to N requests',
  });
}

/** Why a cost is refused without a question; nothing where it may pass, or a person can be asked. */
function refusalOf(cost: number, consent: Consent, host: Host): Failure | undefined {
  const { maxCost, confirmAbove } = consent;
  if (maxCost !== undefined && cost > maxCost)
    return refused(`the cost of ${count(cost, 'request')} is over --max-cost ${maxCost}`);
  if (!mustConfirm(cost, consent) || (host.stdin.isTTY && host.stderr.isTTY)) return undefined;
  return refused(
    `the cost of ${count(cost, 'request')} is over ${confirmAbove}, and must be confirmed`,
    `--yes goes ahead, --max-cost ${cost} allows as much`,
  );
}

async function confirm(
  cost: number,
  consent: Consent,
  left: number | undefined,
  { prompt }: Host,
): Promise<void> {
  if (left !== undefined && cost > left && !consent.yes)
    throw refused(
      `the cost of ${count(cost, 'request')} is over the ${left} left this month`,
      '--yes goes ahead all the same',
    );
  if (!mustConfirm(cost, consent)) return;
  if (!(await prompt.confirm(`This costs ${count(cost, 'request')}. Go ahead?`)))
    throw refused('not confirmed; nothing was spent');
}

const mustConfirm = (cost: number, { maxCost, yes, confirmAbove }: Consent) =>
  maxCost === undefined && !yes && cost > confirmAbove;

const refused = (message: string, hint?: string) => new Failure(exit.refused, message, hint);
