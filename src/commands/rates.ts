import type { Day } from '../calendar/day.ts';
import type { Cli } from '../cli/cli.ts';
import type { RatesOptions } from '../cli/options.ts';
import { type ExitCode, exit } from '../errors.ts';
import { type Known, stateOf } from '../fetch/known.ts';
import { costLine, type Endpoint, type Plan, planDirect, planMissing } from '../fetch/plan.ts';
import type { Document, FormatName } from '../output/format.ts';
import { dryRunText } from './dry-run.ts';
import { openKnown } from './held.ts';
import { checkOptions, formatOf, isTerminal, settingOptions } from './query.ts';
import { type Run, startRun } from './run.ts';

/** The days that a command asks for, ascending, each once. */
interface Wanted {
  readonly days: readonly Day[];
  readonly endpoint: Endpoint;
  readonly kind: Document['kind'];
}

/** What is asked for, how it is to be shown, and what is known of it before anything is asked. */
export interface Query extends Wanted, Run {
  readonly given: RatesOptions;
  readonly format: FormatName;
  /** Nothing where the store is neither read nor written. */
  readonly known: Known | undefined;
  readonly plan: Plan;
}

/** Asks for the days and writes their rates: what `historical` and `series` have in common. */
export async function rates(wanted: Wanted, given: RatesOptions, cli: Cli): Promise<ExitCode> {
  checkOptions(given);
  const run = startRun(given, settingOptions(given), cli);
  const format = formatOf(given, run.settings, isTerminal(given.output, run));
  const known =
    given.store && !given.raw
      ? await openKnown(run, { alternative: given.showAlternative === true, refresh: given.refresh === true })
      : undefined;
  const plan = planOf(wanted, given, known);
  if (given.dryRun) {
    cli.reporter.note(costLine(plan));
    cli.host.stdout.write(dryRunText(plan, given.format));
    return exit.ok;
  }
  const { answer } = await import('./answer.ts');
  return answer({ ...wanted, ...run, given, format, known, plan });
}

function planOf({ days, endpoint }: Wanted, { offline }: RatesOptions, known: Known | undefined): Plan {
  if (!known) return planDirect(days, endpoint);
  return planMissing(days, endpoint, (day) => {
    const state = stateOf(known, day);
    return offline && state === 'missing' ? 'gap' : state;
  });
}
