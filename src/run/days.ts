import type { Day } from '../calendar/day.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Library } from '../fetch/library.ts';
import type { Plan } from '../fetch/plan.ts';
import type { DayRates, ShownRates } from '../rates/day-rates.ts';
import { spentLine } from '../report/kept.ts';
import type { Coverage } from '../report/missing.ts';
import type { Ledger } from '../sources/ledger.ts';
import { type DayOutcome, isGap } from '../sources/outcome.ts';
import type { Form } from '../sources/source.ts';
import { consent } from './consent.ts';
import type { Known } from './known-codes.ts';
import { checkKeeping, openHoldings, openLibrary } from './library.ts';
import type { Run, Terms } from './run.ts';

/** What a command takes its days from. */
export interface Days {
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly library: Library;
  readonly known: Known;
}

/** @param direct what else is asked of the service where its answers are not stored */
export async function openDays(run: Run, terms: Terms, direct: Partial<Form> = {}): Promise<Days> {
  const { alternative, offline } = terms;
  const holdings = terms.store ? await openHoldings(run, terms) : undefined;
  const form = { alternative, prettyprint: false, ...(holdings ? {} : direct) };
  return {
    holdings,
    library: openLibrary(run, { holdings, form, offline }),
    known: { store: holdings?.store, alternative },
  };
}

interface Spending {
  readonly run: Run;
  readonly holdings: Holdings | undefined;
  readonly plan: Plan;
  readonly terms: Terms;
}

/**
 * Does the work once its cost is agreed to, and says what lost answers may have cost.
 * @throws Failure, before anything is spent, if the cost is refused or the days could not be stored
 */
export async function withConsent(
  { run, holdings, plan, terms }: Spending,
  work: (ledger: Ledger) => Promise<ExitCode>,
): Promise<ExitCode> {
  let ledger: Ledger | undefined;
  try {
    checkKeeping(plan, holdings);
    ledger = await consent(plan, run, terms);
    const code = await work(ledger);
    return code === exit.ok && holdings?.keeper.hasPoorer ? exit.partial : code;
  } finally {
    await run.close();
    const spent = ledger && spentLine(ledger);
    if (spent) run.reporter.note(spent);
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
  onGap: (day: Day) => void = () => {},
): AsyncGenerator<T> {
  for await (const outcome of days) {
    const shown = isGap(outcome) ? undefined : view(outcome);
    if (shown) {
      coverage.shown(shown);
      yield shown;
    } else {
      coverage.gap(isGap(outcome) ? outcome : { day: outcome.day, gap: 'no base' });
      onGap(outcome.day);
    }
  }
}

export const asPublished = (day: DayRates) => day;
