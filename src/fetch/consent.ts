import { addDays, type Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Failure, failureIn } from '../errors.ts';
import { also, forUser, type Hint, type ToType } from '../hint.ts';
import { type DayOptions, type Run, usageIfAnswered } from '../run/run.ts';
import { NotRequested } from '../sources/source.ts';
import { count, grouped } from '../words.ts';
import { RunBudget } from './budget.ts';
import type { Plan } from './plan.ts';
import type { StoredDays } from './stored-days.ts';

export interface Spending {
  readonly run: Run;
  /** Undefined if days are neither read from disk nor stored. */
  readonly stored: StoredDays | undefined;
  readonly plan: Plan;
  readonly options: DayOptions;
  /** The command line for what of its range begins on that day. */
  readonly shorter?: ((first: Day) => ToType) | undefined;
}

/** Nothing is requested, since no response could be stored. */
export class CannotStore extends NotRequested {
  constructor(failure: Failure) {
    super(failure, `responses cannot be stored: ${failure.message}`, [
      'use --no-store to continue without the store',
    ]);
  }
}

/** @throws CannotStore, before anything is spent */
export function checkStorable({ requests }: Plan, stored: StoredDays | undefined): void {
  const days = requests.flatMap(({ run }) => [run.first, run.last]);
  if (!stored || days.length === 0) return;
  try {
    stored.checkWritable(days);
  } catch (error) {
    throw new CannotStore(failureIn(error));
  }
}

const askUsageAbove = 31;

/**
 * Shows the cost, asks for confirmation if needed, and returns the budget of the run.
 * @throws Failure, before anything is spent, if the cost is refused, there is no key, or days cannot be stored
 */
export async function consent(spending: Spending): Promise<RunBudget> {
  const { plan, stored } = spending;
  try {
    checkStorable(plan, stored);
    return await agreedBudget(spending);
  } catch (error) {
    throw stored && error instanceof NotRequested ? await besideStored(error, plan, stored) : error;
  }
}

async function agreedBudget(spending: Spending): Promise<RunBudget> {
  const { plan, run, options } = spending;
  const { reporter, settings, host, source } = run;
  const { cost, counted } = plan;
  if (counted === 0) return new RunBudget(0);

  const above = settings.confirm_above.value;
  const limit = limitOf(run, options);
  const allowsAny = options.yes || source.isMadeUp === true;
  const mustConfirm = !run.agent && !limit && !allowsAny && counted > above;
  const refusal = limit && counted > limit.most ? overLimit(plan, limit) : undefined;
  if (run.agent) {
    // each fetch is charged before it begins
    source.checkKey?.();
    if (refusal) throw refusal;
    return new RunBudget(0);
  }

  const canAsk = host.stdin.isTTY && host.stderr.isTTY && !reporter.isForProgram;
  const cannot = refusal ?? (mustConfirm && !canAsk ? unconfirmed(plan, above) : undefined);
  if (!cannot) await run.connect();
  const usage = cannot || cost <= askUsageAbove ? undefined : await usageIfAnswered(run);
  const left = usage?.remaining;
  if (cost > 0 || cannot || mustConfirm) reporter.note(costLine(plan, left));
  if (cannot) throw cannot;

  if (left !== undefined && cost > left && !allowsAny) throw overQuota(spending, left);
  const takes = `This ${cost > 0 ? 'costs' : 'takes'} ${count(counted, 'request')}`;
  if (mustConfirm && !(await host.prompt.confirm(`${takes}. Go ahead?`)))
    throw new Failure('not_confirmed', 'not confirmed; nothing was spent');

  if (limit || allowsAny) return new RunBudget(limit?.most, limit);
  // retries after lost responses count too: the total stays within the cost shown, or within `confirm_above`
  const most = Math.max(counted, above);
  const hint = '--yes allows any cost, --max-cost N up to N requests';
  return new RunBudget(most, { name: count(most, 'request'), hint });
}

const inWords = ({ cost, counted }: Plan) =>
  `${cost > 0 ? 'the cost' : 'a run'} of ${count(counted, 'request')}`;

function overLimit(plan: Plan, { name, isSetting }: CostLimit): Failure {
  const hints = isSetting ? [`--max-cost ${plan.counted} allows just this one`] : [];
  return new Failure('over_max_cost', `${inWords(plan)} is over ${name}`, ...hints);
}

const unconfirmed = (plan: Plan, above: number) =>
  new Failure(
    'not_confirmed',
    `${inWords(plan)} is over ${grouped(above)} and must be confirmed`,
    `--yes allows any cost, --max-cost ${plan.counted} just this one`,
  );

function overQuota({ plan, run, shorter }: Spending, left: number): Failure {
  const hints = withinQuota(plan, { left, isAlternative: run.alternative, shorter });
  const message = `${inWords(plan)} is more than the ${grouped(left)} left this month`;
  return new Failure('over_quota', message, ...hints);
}

interface CostLimit {
  readonly most: number;
  readonly name: string;
  readonly hint: string;
  readonly isSetting: boolean;
}

/** The option takes precedence over the setting. */
function limitOf({ settings }: Run, { maxCost, yes }: DayOptions): CostLimit | undefined {
  const isSetting = maxCost === undefined;
  const most = maxCost ?? (yes ? undefined : settings.max_cost.value);
  const name = isSetting ? 'max_cost' : '--max-cost';
  return most === undefined
    ? undefined
    : { most, name: `${name} ${most}`, hint: `raise ${name} to continue`, isSetting };
}

/** What a run may spend without being asked. */
export function budgetOf(run: Run, options: DayOptions): RunBudget {
  const limit = limitOf(run, options);
  return new RunBudget(limit?.most, limit);
}

export function costLine({ days, stored, missing, cost, counted }: Plan, left?: number): string {
  const parts = [
    `${grouped(stored)} stored`,
    `${grouped(missing.length)} to fetch`,
    counted > cost ? `${count(counted, 'request')}, free of charge` : `cost ${count(cost, 'request')}`,
    ...(left === undefined ? [] : [`${grouped(left)} left`]),
  ];
  return `${count(days, 'day')}: ${parts.join(', ')}`;
}

const mostNamed = 5;

/** Adds to the failure which stored days can answer; where they are most, it names the others. */
export async function besideStored(failure: NotRequested, plan: Plan, stored: StoredDays): Promise<Failure> {
  if (plan.requests[0]?.scope === 'newest') {
    const newest = stored.newest();
    return newest
      ? failure.hinting(also('--offline').in((it) => `${it} takes the newest stored rates, of ${newest}`))
      : failure;
  }

  const number = plan.stored;
  if (number === 0) return failure;
  const stands = `${count(number, 'day')} that ${number === 1 ? 'is' : 'are'} stored`;
  const hint = also('--offline').in((it) => `${it} takes the ${stands}`);
  const { missing } = plan;
  if (number <= missing.length) return failure.hinting(hint);

  const named = missing.length > mostNamed ? grouped(missing.length) : daysInWords(missing);
  const are = missing.length === 1 ? 'is' : 'are';
  const words = `${grouped(number)} of ${count(number + missing.length, 'day')} are stored`;
  const { code, why, ways } = failure;
  return new Failure(code, `${words}; ${named} ${are} not, and ${why}`, hint, ...ways);
}

interface Allowance {
  /** Requests. */
  readonly left: number;
  readonly isAlternative: boolean;
  /** The command line for what of its range begins on that day. */
  readonly shorter: ((first: Day) => ToType) | undefined;
}

/** What to type where a run costs more than is left: for as much of its end as fits, and for all in time. */
function withinQuota(plan: Plan, { left, isAlternative, shorter }: Allowance): readonly Hint[] {
  const { missing } = plan;
  const fit = Math.floor((left * missing.length) / plan.cost);
  const tooMuch = missing.at(-1 - fit);
  const alternative = isAlternative ? ['--show-alternative'] : [];
  const archive = forUser('archive', '--since', `${missing[0]}`, ...alternative);
  const inTime = archive.in((line) => `a month's quota at a time: ${line}`);

  if (!shorter || !tooMuch || fit <= 0) return [inTime];
  const some = shorter(addDays(tooMuch, 1));
  return [some.in((line) => `with the ${grouped(left)} left: ${line}`), inTime];
}
