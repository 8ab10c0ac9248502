import type { Day } from '../calendar/day.ts';
import type { Cli } from '../cli/cli.ts';
import type { RatesOptions } from '../cli/options.ts';
import { type ExitCode, exit } from '../errors.ts';
import { costLine, type Endpoint, type Plan, planDirect, planMissing } from '../fetch/plan.ts';
import type { Terms } from '../fetch/run-fetcher.ts';
import { type Known, stateOf } from '../fetch/stored.ts';
import type { Document } from '../output/format.ts';
import { usd } from '../rates/code.ts';
import { Ledger } from '../service/ledger.ts';
import { openAccount } from './account.ts';
import { hasKey, missingKey } from './connection.ts';
import { Coverage } from './coverage.ts';
import { dryRunText } from './dry-run.ts';
import { fetchAll } from './fetch-all.ts';
import { confirmCost, costRefusal } from './guard.ts';
import { openKnown } from './held.ts';
import { isTerminal, openOutput } from './output.ts';
import { checkOptions, formatOf, settingOptions, symbolsOf } from './query.ts';
import { type Run, startRun } from './run.ts';
import { spentLine } from './spent-line.ts';
import { openWriter, type Writer } from './writer.ts';

/** The days that a command asks for, ascending, each once. */
export interface Wanted {
  readonly days: readonly Day[];
  readonly endpoint: Endpoint;
  readonly kind: Document['kind'];
}

interface Query extends Wanted, Run {
  readonly given: RatesOptions;
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
  const sink = await openOutput(given.output, run);
  try {
    const coverage = new Coverage(run.settings.base.value, symbolsOf(run.settings));
    const writer = await openWriter(wanted.kind, format, given, run, sink, coverage);
    await write({ ...wanted, ...run, given, known, plan }, writer);
    await sink.finish();
    return coverage.tell(cli.reporter);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

function planOf({ days, endpoint }: Wanted, { offline }: RatesOptions, known: Known | undefined): Plan {
  if (!known) return planDirect(days, endpoint);
  return planMissing(days, endpoint, (day) => {
    const state = stateOf(known, day);
    return offline && state === 'missing' ? 'gap' : state;
  });
}

async function write(query: Query, writer: Writer): Promise<void> {
  const { plan, given, settings, host, reporter, known, endpoint } = query;
  const consent = { ...given, yes: given.yes || given.demo, confirmAbove: settings.confirm_above.value };
  const refusal =
    costRefusal(plan.cost, consent, host) ?? (plan.cost > 0 && !hasKey(query) ? missingKey() : undefined);
  const ledger = new Ledger(given.maxCost);
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
    if (ledger.lostAnswers > 0) reporter.note(spentLine(ledger));
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
