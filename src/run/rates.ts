import type { Day } from '../calendar/day.ts';
import type { RatesOptions } from '../cli/options.ts';
import { Ledger } from '../client/ledger.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Terms } from '../fetch/fetcher.ts';
import { type Known, stateOf } from '../fetch/holdings.ts';
import { costLine, type Endpoint, type Plan, planDirect, planMissing } from '../fetch/plan.ts';
import type { Document, FormatName } from '../output/format.ts';
import { usd } from '../rates/code.ts';
import { dryRunText, spentLine } from '../report/cost.ts';
import { Coverage } from '../report/missing.ts';
import { hasKey, missingKey, openAccount } from './connection.ts';
import { confirmCost, costRefusal } from './consent.ts';
import { fetchAll } from './fetch-all.ts';
import type { Cli } from './host.ts';
import { openKnown } from './library.ts';
import { checkOptions, formatOf, isTerminal, settingOptions, symbolsOf } from './query.ts';
import { type Run, startRun } from './run.ts';
import { openOutput, openWriter, type Writer } from './writer.ts';

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
  const { answer } = await import('./rates.ts');
  return answer({ ...wanted, ...run, given, format, known, plan });
}

function planOf({ days, endpoint }: Wanted, { offline }: RatesOptions, known: Known | undefined): Plan {
  if (!known) return planDirect(days, endpoint);
  return planMissing(days, endpoint, (day) => {
    const state = stateOf(known, day);
    return offline && state === 'missing' ? 'gap' : state;
  });
}

/** Has the days of a query, as far as they may cost what they cost, and writes their rates. */
export async function answer(query: Query): Promise<ExitCode> {
  const { given, kind, format, settings } = query;
  const sink = await openOutput(given.output, query);
  const ledger = new Ledger(given.maxCost);
  try {
    const coverage = new Coverage(settings.base.value, symbolsOf(settings));
    await write(query, ledger, await openWriter(kind, format, given, query, sink, coverage));
    await sink.finish();
    return coverage.tell(query.reporter);
  } catch (error) {
    await sink.abandon();
    throw error;
  } finally {
    if (ledger.lostAnswers > 0) query.reporter.note(spentLine(ledger));
  }
}

async function write(query: Query, ledger: Ledger, writer: Writer): Promise<void> {
  const { plan, given, settings, host, reporter, known, endpoint } = query;
  const consent = { ...given, yes: given.yes || given.demo, confirmAbove: settings.confirm_above.value };
  const refusal =
    costRefusal(plan.cost, consent, host) ?? (plan.cost > 0 && !hasKey(query) ? missingKey() : undefined);
  const account = plan.cost > 0 && !refusal ? await openAccount(plan.cost, query) : undefined;
  reporter.note(costLine(plan, account?.left));
  if (refusal) throw refusal;
  try {
    if (account) await confirmCost(plan.cost, consent, account.left, host);
    await fetchAll(
      { run: query, plan, endpoint, terms: termsOf(query), known, account, ledger },
      writer.take,
    );
    await writer.end();
    if (known && settings.base.value !== usd)
      reporter.note(
        `derived: ${settings.base.value} rates are computed from USD rates, to 10 significant digits`,
      );
  } finally {
    await account?.service.close();
  }
}

/** For the store whole days in USD; without it as given, and what nobody asked for is not sent. */
function termsOf({ known, given, settings }: Query): Terms {
  const alternative = given.showAlternative === true;
  if (known) return { alternative, prettyprint: false };
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: symbolsOf(settings),
    alternative,
    prettyprint: given.prettyprint === true,
  };
}
