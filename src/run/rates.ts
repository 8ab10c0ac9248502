import type { Day } from '../calendar/day.ts';
import { type ExitCode, exit, usageError } from '../errors.ts';
import type { Terms } from '../fetch/fetcher.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Endpoint } from '../fetch/plan.ts';
import type { Document } from '../output/format.ts';
import { usd } from '../rates/code.ts';
import { costLine, dryRunText } from '../report/cost.ts';
import type { Cli } from './host.ts';
import { openHoldings, openLibrary } from './library.ts';
import type { RatesOptions } from './options.ts';
import { type Run, startRun } from './run.ts';
import { isTerminal } from './terminal.ts';
import { formatOf, settingOptions, viewOf } from './view.ts';

interface Wanted {
  /** Ascending, each once. */
  readonly days: readonly Day[];
  readonly endpoint: Endpoint;
  readonly kind: Document['kind'];
}

/** The common part of `historical` and `series`. */
export async function showRates(wanted: Wanted, given: RatesOptions, cli: Cli): Promise<ExitCode> {
  if (given.prettyprint && !given.raw) throw usageError('--prettyprint needs --raw');
  const run = startRun(given, settingOptions(given), cli);
  const format = formatOf(given, run.settings, isTerminal(given.output, run));
  const alternative = given.showAlternative === true;
  const holdings = given.store
    ? await openHoldings(run, { alternative, refresh: given.refresh === true })
    : undefined;
  if (!given.yes) await checkCodes(run, wanted.days, holdings, alternative);
  const terms = holdings ? { alternative, prettyprint: false } : directTerms(given, run);
  const library = openLibrary(run, { holdings, terms, offline: given.offline });
  const plan = library.plan(wanted.days, wanted.endpoint);
  if (given.dryRun) {
    cli.reporter.note(costLine(plan));
    cli.host.stdout.write(dryRunText(plan, given.format));
    return exit.ok;
  }
  const { writeRates } = await import('./write-rates.ts');
  return writeRates({ library, holdings, plan, kind: wanted.kind, format, given, run });
}

/** Loads the list of currencies only if the last of the days is not stored or lacks a code. */
async function checkCodes(
  run: Run,
  days: readonly Day[],
  holdings: Holdings | undefined,
  alternative: boolean,
): Promise<void> {
  const { base, symbols } = viewOf(run.settings);
  const codes = [base, ...(symbols ?? [])].filter((code) => code !== usd);
  if (codes.length === 0) return;
  const last = days.at(-1);
  const held = last && holdings?.store.read(last);
  if (held && codes.every((code) => held.rates.has(code))) return;
  const { checkSettings } = await import('./known-codes.ts');
  await checkSettings(run, { store: holdings?.store, alternative });
}

/** A default base is not sent, because not every plan accepts the parameter. */
function directTerms(given: RatesOptions, { settings }: Run): Terms {
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: viewOf(settings).symbols,
    alternative: given.showAlternative === true,
    prettyprint: given.prettyprint === true,
  };
}
