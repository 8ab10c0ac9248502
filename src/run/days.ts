import { type ExitCode, exit } from '../errors.ts';
import type { Terms } from '../fetch/fetcher.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Library } from '../fetch/library.ts';
import type { Plan } from '../fetch/plan.ts';
import { costLine, dryRunText, spentLine } from '../report/cost.ts';
import type { Ledger } from '../sources/oxr/ledger.ts';
import { consent } from './consent.ts';
import type { Cli } from './host.ts';
import type { Known } from './known-codes.ts';
import { checkKeeping, openHoldings, openLibrary } from './library.ts';
import type { RatesOptions } from './options.ts';
import type { Run } from './run.ts';

/** What a command takes its days from. */
export interface Days {
  /** Undefined if days are neither read from disk nor stored. */
  readonly holdings: Holdings | undefined;
  readonly library: Library;
  readonly known: Known;
}

type Given = Pick<RatesOptions, 'store' | 'refresh' | 'offline' | 'showAlternative'>;

/** @param direct what else is asked of the service where its answers are not stored */
export async function openDays(run: Run, given: Given, direct: Partial<Terms> = {}): Promise<Days> {
  const alternative = given.showAlternative === true;
  const holdings = given.store ? await openHoldings(run, { ...given, alternative }) : undefined;
  const terms = { alternative, prettyprint: false, ...(holdings ? {} : direct) };
  return {
    holdings,
    library: openLibrary(run, { holdings, terms, offline: given.offline }),
    known: { store: holdings?.store, alternative },
  };
}

export function printPlan(plan: Plan, format: string | undefined, { host, reporter }: Cli): ExitCode {
  reporter.note(costLine(plan));
  host.stdout.write(dryRunText(plan, format));
  return exit.ok;
}

interface Spending {
  readonly run: Run;
  readonly holdings: Holdings | undefined;
  readonly plan: Plan;
  readonly given: Pick<RatesOptions, 'maxCost' | 'yes'>;
}

/**
 * Does the work once its cost is agreed to, and says what lost answers may have cost.
 * @throws Failure, before anything is spent, if the cost is refused or the days could not be stored
 */
export async function withConsent(
  { run, holdings, plan, given }: Spending,
  work: (ledger: Ledger) => Promise<ExitCode>,
): Promise<ExitCode> {
  let ledger: Ledger | undefined;
  try {
    checkKeeping(plan, holdings);
    ledger = await consent(plan, run, given);
    const code = await work(ledger);
    return code === exit.ok && holdings?.keeper.hasPoorer ? exit.partial : code;
  } finally {
    await run.close();
    const spent = ledger && spentLine(ledger);
    if (spent) run.reporter.note(spent);
  }
}
