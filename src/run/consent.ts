import type { Day } from '../calendar/day.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Plan } from '../fetch/plan.ts';
import { costLine, spentLine } from '../report/cost.ts';
import { Ledger } from '../sources/ledger.ts';
import { Unasked } from '../sources/refusal.ts';
import { count, grouped } from '../words.ts';
import { checkKeeping } from './keeping.ts';
import { type Run, type Terms, usageIfAnswered } from './run.ts';

export interface Spending {
  readonly run: Run;
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly plan: Plan;
  readonly terms: Terms;
  /** The command line for what of its range begins on that day. */
  readonly shorter?: ((first: Day) => string) | undefined;
}

/**
 * Does the work once its cost is agreed to, and says what lost answers may have cost.
 * @throws Failure, before anything is spent, if the cost is refused or the days could not be kept
 */
export async function withConsent(
  spending: Spending,
  work: (ledger: Ledger) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { run, holdings, plan } = spending;
  let ledger: Ledger | undefined;

  try {
    checkKeeping(plan, holdings);
    ledger = await consent(spending);
    const code = await work(ledger);
    return code === exit.ok && holdings?.keeper.hasPoorer ? exit.partial : code;
  } catch (error) {
    if (!holdings || !(error instanceof Unasked)) throw error;
    const { besideStored } = await import('../report/instead.ts');
    throw await besideStored(error, plan, holdings);
  } finally {
    await run.close();
    const spent = ledger && spentLine(ledger);
    if (spent) run.reporter.note(spent);
  }
}

const askUsageAbove = 31;

/**
 * Shows the cost, asks for confirmation if needed, and returns the ledger that limits the run.
 * @throws Failure, before anything is spent, if the cost is refused or there is no key
 */
async function consent({ plan, run, terms, shorter }: Spending): Promise<Ledger> {
  const { reporter, settings, host, source, alternative } = run;
  const { yes } = terms;
  const { cost } = plan;
  if (cost === 0) return new Ledger(0);

  const above = settings.confirm_above.value;
  const allowsAny = yes || source.isMadeUp === true;
  const bound = boundOf(terms, allowsAny ? undefined : settings.max_cost.value);
  const mustConfirm = bound === undefined && !allowsAny && cost > above;
  const theCost = `the cost of ${count(cost, 'request')}`;
  let refusal: Failure | undefined;
  if (bound && cost > bound.most) {
    refusal = refused(
      `${theCost} is over ${bound.name}`,
      ...(bound.isSetting ? [`--max-cost ${cost} allows just this one`] : []),
    );
  } else if (mustConfirm && !(host.stdin.isTTY && host.stderr.isTTY)) {
    refusal = refused(
      `${theCost} is over ${grouped(above)} and must be confirmed`,
      `--yes allows any cost, --max-cost ${cost} just this one`,
    );
  }

  if (!refusal) await run.connect();
  const usage = refusal || cost <= askUsageAbove ? undefined : await usageIfAnswered(run);
  const left = usage?.remaining;
  reporter.note(costLine(plan, left));
  if (refusal) throw refusal;

  if (left !== undefined && cost > left && !allowsAny) {
    const { withinQuota } = await import('../report/instead.ts');
    const hints = withinQuota(plan, { left, isAlternative: alternative, shorter });
    throw refused(`${theCost} is more than the ${grouped(left)} left this month`, ...hints);
  }
  if (mustConfirm && !(await host.prompt.confirm(`This costs ${count(cost, 'request')}. Go ahead?`)))
    throw refused('not confirmed; nothing was spent');

  if (bound)
    return new Ledger(bound.most, {
      name: bound.name,
      hint: `raise ${bound.isSetting ? 'max_cost' : '--max-cost'} to continue`,
    });
  if (allowsAny) return new Ledger();
  // retries after lost answers count too: the total stays within the cost shown, or within `confirm_above`
  const most = Math.max(cost, above);
  const hint = '--yes allows any cost, --max-cost N up to N requests';
  return new Ledger(most, { name: count(most, 'request'), hint });
}

interface Bound {
  readonly most: number;
  readonly name: string;
  readonly isSetting: boolean;
}

/** The option goes before the setting. */
function boundOf({ maxCost }: Terms, setting: number | undefined): Bound | undefined {
  if (maxCost !== undefined) return { most: maxCost, name: `--max-cost ${maxCost}`, isSetting: false };
  return setting === undefined ? undefined : { most: setting, name: `max_cost ${setting}`, isSetting: true };
}

const refused = (message: string, ...hints: readonly string[]) =>
  new Failure(exit.refused, message, ...hints);
