import { exit, Failure } from '../errors.ts';
import type { Plan } from '../fetch/plan.ts';
import { costLine } from '../report/kept.ts';
import { Ledger } from '../sources/ledger.ts';
import { count, grouped } from '../words.ts';
import type { Host } from './host.ts';
import { type Run, type Terms, usageIfAnswered } from './run.ts';

/** A run that costs more first asks the service what is left. */
const askUsageAbove = 31;

interface Consent extends Pick<Terms, 'maxCost' | 'yes'> {
  readonly confirmAbove: number;
}

/**
 * Shows the cost, asks for confirmation if needed, and returns the ledger that limits the run.
 * @throws Failure, before anything is spent, if the cost is refused or there is no key
 */
export async function consent(plan: Plan, run: Run, { maxCost, yes }: Terms): Promise<Ledger> {
  const { reporter, settings, host, source } = run;
  const terms = {
    maxCost,
    yes: yes || source.isMadeUp === true,
    confirmAbove: settings.confirm_above.value,
  };
  const { cost } = plan;
  if (cost === 0) return new Ledger(0);
  const refusal = refusalOf(cost, terms, host);
  if (!refusal) await run.connect();
  const usage = refusal || cost <= askUsageAbove ? undefined : await usageIfAnswered(run);
  const left = usage?.remaining;
  reporter.note(costLine(plan, left));
  if (refusal) throw refusal;
  await confirm(cost, terms, left, host);
  return ledgerFor(cost, terms);
}

/** Retries after lost answers count too: the total stays within the cost shown, or within `confirm_above`. */
function ledgerFor(cost: number, { maxCost, yes, confirmAbove }: Consent): Ledger {
  if (maxCost !== undefined || yes) return new Ledger(maxCost);
  const most = Math.max(cost, confirmAbove);
  return new Ledger(most, {
    name: count(most, 'request'),
    hint: '--yes allows any cost, --max-cost N up to N requests',
  });
}

/** Undefined if the cost is allowed, or a person can be asked. */
function refusalOf(cost: number, consent: Consent, host: Host): Failure | undefined {
  const { maxCost, confirmAbove } = consent;
  if (maxCost !== undefined && cost > maxCost)
    return refused(`the cost of ${count(cost, 'request')} is over --max-cost ${maxCost}`);
  if (!mustConfirm(cost, consent) || (host.stdin.isTTY && host.stderr.isTTY)) return undefined;
  return refused(
    `the cost of ${count(cost, 'request')} is over ${grouped(confirmAbove)} and must be confirmed`,
    `--yes allows any cost, --max-cost ${cost} just this one`,
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
      `the cost of ${count(cost, 'request')} is more than the ${grouped(left)} left this month`,
      '--yes goes ahead anyway',
    );
  if (!mustConfirm(cost, consent)) return;
  if (!(await prompt.confirm(`This costs ${count(cost, 'request')}. Go ahead?`)))
    throw refused('not confirmed; nothing was spent');
}

const mustConfirm = (cost: number, { maxCost, yes, confirmAbove }: Consent) =>
  maxCost === undefined && !yes && cost > confirmAbove;

const refused = (message: string, ...hints: readonly string[]) =>
  new Failure(exit.refused, message, ...hints);
