import { addDays, type Day, daysInWords } from '../calendar/day.ts';
import { also, Failure, failureIn, forUser, type Hint, type ToType } from '../errors.ts';
import { type DayOptions, type Run, usageIfAnswered } from '../run/run.ts';
import { NotRequested } from '../sources/source.ts';
import { count, grouped } from '../words.ts';
import { RunBudget } from './budget.ts';
import type { Plan } from './plan.ts';
import type { StoredDays } from './stored-days.ts';

export interface ConsentContext {
  readonly run: Run;
  /** Undefined if days are neither read from disk nor stored. */
  readonly stored: StoredDays | undefined;
  readonly plan: Plan;
  readonly options: DayOptions;
  /** The command line for what of its range begins on that day. */
  readonly shorter?: ((first: Day) => ToType) | undefined;
}

/** @throws NotRequested, before anything is spent, if no response could be stored */
export function checkStorable({ missing }: Plan, stored: StoredDays | undefined): void {
  if (!stored || missing.length === 0) return;
  try {
    stored.checkWritable(missing);
  } catch (error) {
    const failure = failureIn(error);
    throw new NotRequested(failure, `responses cannot be stored: ${failure.message}`, [
      'use --no-store to continue without the store',
    ]);
  }
}

const askUsageAbove = 31;

/**
 * Shows the cost, asks for confirmation if needed, and returns the budget of the run.
 * @throws Failure, before anything is spent, if the cost is refused, the key is missing, or days cannot be
 * stored
 */
export async function consent(context: ConsentContext): Promise<RunBudget> {
  const { plan, stored } = context;
  if (plan.missing.length === 0) return new RunBudget(0);
  try {
    checkStorable(plan, stored);
    return await agreedBudget(context);
  } catch (error) {
    throw besideStored(error, plan, stored);
  }
}

async function agreedBudget(context: ConsentContext): Promise<RunBudget> {
  const { plan, run, options } = context;
  const { reporter, settings, host, source, agent } = run;
  const { cost, limitedCost } = plan;
  if (limitedCost === 0) return new RunBudget(0);

  const budget = budgetOf(run, options);
  const isLimited = budget.maximum < Number.POSITIVE_INFINITY;
  const above = settings.confirm_above.value;
  const allowsAny = options.yes || source.isMadeUp === true;
  const mustConfirm = !agent && !isLimited && !allowsAny && limitedCost > above;
  const canAsk = mustConfirm && host.stdin.isTTY && host.stderr.isTTY && !reporter.isForProgram;
  const what = `${cost > 0 ? 'the cost' : 'a run'} of ${count(limitedCost, 'request')}`;
  let refusal: Failure | undefined;
  if (limitedCost > budget.maximum) {
    const hints = options.maxCost === undefined ? [`--max-cost ${limitedCost} allows just this one`] : [];
    refusal = new Failure('over_max_cost', `${what} is over ${budget.limit.name}`, ...hints);
  } else if (mustConfirm && !canAsk) {
    const hint = `--yes allows any cost, --max-cost ${limitedCost} just this one`;
    refusal = new Failure('not_confirmed', `${what} is over ${grouped(above)} and must be confirmed`, hint);
  }
  if (agent) {
    // each fetch is charged before it begins
    source.checkKey?.();
    if (refusal) throw refusal;
    return new RunBudget(0);
  }

  if (!refusal) await run.connect();
  const usage = refusal || cost <= askUsageAbove ? undefined : await usageIfAnswered(run);
  const remaining = usage?.remaining;
  if (cost > 0 || refusal || mustConfirm) reporter.note(costLine(plan, remaining));
  if (refusal) throw refusal;

  if (remaining !== undefined && cost > remaining && !allowsAny) {
    const message = `${what} is more than the ${grouped(remaining)} left this month`;
    throw new Failure('over_quota', message, ...withinQuota(context, remaining));
  }
  const takes = `This ${cost > 0 ? 'costs' : 'takes'} ${count(limitedCost, 'request')}`;
  if (mustConfirm && !(await host.prompt.confirm(`${takes}. Go ahead?`)))
    throw new Failure('not_confirmed', 'not confirmed; nothing was spent');

  if (isLimited || allowsAny) return budget;
  // retries after lost responses count too: the total stays within the cost shown, or within `confirm_above`
  const maximum = Math.max(limitedCost, above);
  const hint = '--yes allows any cost, --max-cost N up to N requests';
  return new RunBudget(maximum, { name: count(maximum, 'request'), hint });
}

/** The cost that needs no confirmation. The option takes precedence over the setting. */
export function budgetOf({ settings }: Run, { maxCost, yes }: DayOptions): RunBudget {
  const maximum = maxCost ?? (yes ? undefined : settings.max_cost.value);
  const name = maxCost === undefined ? 'max_cost' : '--max-cost';
  return new RunBudget(maximum, { name: `${name} ${maximum}`, hint: `raise ${name} to continue` });
}

/** Lines to type where a run costs more than the quota has left: a shorter range, and an archive. */
function withinQuota({ plan, run, shorter }: ConsentContext, remaining: number): readonly Hint[] {
  const { missing } = plan;
  // each day costs one request
  const lastTooMuch = missing.at(-1 - remaining);
  const alternative = run.alternative ? ['--show-alternative'] : [];
  const chosen = (['source', 'store'] as const).flatMap((name) => {
    const { origin, value } = run.settings[name];
    return origin === 'option' ? [`--${name}`, `${value}`] : [];
  });
  const archive = forUser('archive', '--since', `${missing[0]}`, ...alternative, ...chosen);
  const inTime = archive.in((line) => `a month's quota at a time: ${line}`);
  if (!shorter || !lastTooMuch || remaining === 0) return [inTime];
  const end = shorter(addDays(lastTooMuch, 1));
  return [end.in((line) => `with the ${grouped(remaining)} left: ${line}`), inTime];
}

/** @param remaining of the quota, in requests */
export function costLine({ days, stored, missing, cost, limitedCost }: Plan, remaining?: number): string {
  const parts = [
    `${grouped(stored)} stored`,
    `${grouped(missing.length)} to fetch`,
    limitedCost > cost
      ? `${count(limitedCost, 'request')}, free of charge`
      : `cost ${count(cost, 'request')}`,
  ];
  if (remaining !== undefined) parts.push(`${grouped(remaining)} left`);
  return `${count(days, 'day')}: ${parts.join(', ')}`;
}

/** Adds to a failure to request which stored days can answer; where they are most, it names the others. */
export function besideStored(failure: unknown, plan: Plan, stored: StoredDays | undefined): unknown {
  if (!stored || !(failure instanceof NotRequested)) return failure;
  const offline = (takes: string) => also('--offline').in((it) => `${it} takes ${takes}`);
  if (plan.scope === 'newest') {
    const newest = stored.newest();
    return newest ? failure.hinting(offline(`the newest stored rates, of ${newest}`)) : failure;
  }

  const { missing, stored: number } = plan;
  if (number === 0) return failure;
  const hint = offline(`the ${count(number, 'day')} that ${number === 1 ? 'is' : 'are'} stored`);
  if (number <= missing.length) return failure.hinting(hint);

  const are = missing.length === 1 ? 'is' : 'are';
  const words = `${grouped(number)} of ${count(number + missing.length, 'day')} are stored`;
  const { code, why, elsewhere } = failure;
  return new Failure(code, `${words}; ${daysInWords(missing)} ${are} not, and ${why}`, hint, ...elsewhere);
}
