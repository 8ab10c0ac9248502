import type { Day } from '../calendar/day.ts';
import { type ExitCode, exit, type Failure, failureIn } from '../errors.ts';
import { Holdings } from '../fetch/holdings.ts';
import { Library } from '../fetch/library.ts';
import type { Plan } from '../fetch/plan.ts';
import type { DayRates, ShownRates } from '../rates/day-rates.ts';
import { spentLine } from '../report/cost.ts';
import type { Coverage } from '../report/coverage.ts';
import { tellDropped } from '../report/dropped.ts';
import { tellInterrupted, tellKept, tellSurplus } from '../report/kept.ts';
import { type AnswerForm, type DayOutcome, type Gap, isGap, isOff } from '../sources/answer.ts';
import type { Ledger } from '../sources/ledger.ts';
import { Unasked } from '../sources/refusal.ts';
import { consent, type Spending } from './consent.ts';
import type { Run, Terms } from './run.ts';
import { openStore } from './stores.ts';

/** Includes the answers that killed processes have left behind. */
export async function openHoldings(
  run: Run,
  { refresh = false, offline = false }: Pick<Terms, 'refresh' | 'offline'> = {},
): Promise<Holdings> {
  const { host, reporter, source } = run;
  const told = new Set<string>();
  const holdings = new Holdings({
    source,
    store: openStore(run, '; the day counts as missing'),
    now: host.now,
    refresh,
    offline,
    onTrouble: ({ message }) => {
      if (!told.has(message)) reporter.problem(message);
      told.add(message);
    },
  });
  const left = holdings.inbox.left().filter((one) => !holdings.inbox.isUnderWay(one));
  if (left.length === 0) return holdings;
  const { recover } = await import('../fetch/fetching.ts');
  const { days, surplus } = await recover(holdings, left, host.signal);
  await holdings.keeper.judge();
  tellSurplus(surplus, reporter);
  tellDropped(days, reporter);
  tellKept(holdings, reporter);
  return holdings;
}

interface Use {
  readonly holdings: Holdings | undefined;
  readonly offline?: boolean | undefined;
  /** What else is asked of the service where its answers are not stored. */
  readonly direct?: Partial<AnswerForm>;
  /** Who takes the days in several parts shows the progress of all. */
  readonly inParts?: true;
  /** Of one who serves many, without progress; the host's by default. */
  readonly signal?: AbortSignal;
}

export function openLibrary(run: Run, use: Use): Library {
  const { reporter, settings, host, source, alternative } = run;
  const { holdings, offline = false, direct, inParts, signal = host.signal } = use;
  const form = { alternative, prettyprint: false, ...(holdings ? {} : direct) };
  const isOwn = signal === host.signal;
  const surplus: string[] = [];
  return new Library({
    source,
    holdings,
    offline,
    openFetching: async (budget) => {
      const connection = await run.connect();
      if ('all' in connection) {
        const { startBringing } = await import('../fetch/bringing.ts');
        return startBringing(connection, holdings, signal);
      }
      const { startFetching } = await import('../fetch/fetching.ts');
      const onDays = (count: number) => reporter.advance(count);
      return startFetching({ connection, source, holdings, form, budget, signal, onDays });
    },
    ahead: settings.concurrency.value * 2,
    signal,
    onBegin: (plan) => isOwn && !inParts && reporter.startProgress(plan.days, plan.missing),
    onSurplus: (days) => surplus.push(...days),
    onEnd: async () => {
      await holdings?.keeper.settle();
      if (!inParts) reporter.stopProgress();
      tellSurplus(surplus.splice(0), reporter);
      if (!holdings) return;
      tellKept(holdings, reporter);
      if (signal.aborted && isOwn) tellInterrupted(holdings, reporter);
    },
  });
}

export async function openDays(run: Run, terms: Terms) {
  const held = await openHeld(run, terms);
  return { ...held, library: openLibrary(run, { ...terms, holdings: held.holdings }) };
}

/** Without holdings if days are neither read from disk nor stored. */
export async function openHeld(run: Run, terms: Terms) {
  const holdings = terms.store ? await openHoldings(run, terms) : undefined;
  const { alternative, source } = run;
  return { holdings, known: { store: holdings?.store, alternative, yes: terms.yes, source } };
}

/**
 * Does the work once its cost is agreed to, and says what lost answers may have cost.
 * @throws Failure, before anything is spent, if the cost is refused or the days could not be kept
 */
export async function withConsent(spending: Spending, work: (ledger: Ledger) => Promise<ExitCode>): Promise<ExitCode> {
  const { run, holdings, plan } = spending;
  let ledger: Ledger | undefined;
  try {
    checkKeeping(plan, holdings);
    ledger = await consent(spending);
    const code = await work(ledger);
    return code === exit.ok && holdings?.keeper.hasPoorer ? exit.partial : code;
  } catch (error) {
    if (!holdings || !(error instanceof Unasked)) throw error;
    throw await (await import('../report/instead.ts')).besideStored(error, plan, holdings);
  } finally {
    await run.close();
    const spent = ledger && spentLine(ledger);
    if (spent) run.reporter.note(spent);
  }
}

/** Nothing is asked, since what comes could not be kept. */
export class CannotKeep extends Unasked {
  constructor(failure: Failure) {
    super(failure, `what comes could not be kept: ${failure.message}`, [
      'use --no-store to continue without the store',
    ]);
  }
}

/** @throws CannotKeep, before anything is spent */
export function checkKeeping({ requests }: Plan, holdings: Holdings | undefined): void {
  const days = requests.flatMap(({ run }) => [run.first, run.last]);
  if (!holdings || days.length === 0) return;
  try {
    holdings.checkWritable(days);
  } catch (error) {
    throw new CannotKeep(failureIn(error));
  }
}

/**
 * Days as `view` has them, each as soon as it is there; `coverage` is told of all, also of those that are missing.
 * @param view undefined: the day has no rate for the base
 */
export async function* shownDays<T extends ShownRates>(
  days: AsyncIterable<DayOutcome>,
  view: (day: DayRates) => T | undefined,
  coverage: Coverage,
  onGap: (day: Day, isOff: boolean) => void = () => {},
): AsyncGenerator<T> {
  for await (const outcome of days) {
    const shown = isGap(outcome) ? undefined : view(outcome);
    if (shown) {
      coverage.shown(shown);
      yield shown;
    } else {
      const gap: Gap = isGap(outcome) ? outcome : { day: outcome.day, gap: 'no base' };
      coverage.gap(gap);
      onGap(gap.day, isOff(gap));
    }
  }
}

export const asPublished = (day: DayRates) => day;
