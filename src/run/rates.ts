import type { Day } from '../calendar/day.ts';
import { type ExitCode, exit, usageError } from '../errors.ts';
import type { Terms } from '../fetch/fetcher.ts';
import type { Endpoint } from '../fetch/plan.ts';
import type { Document } from '../output/format.ts';
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

/** A default base is not sent, because not every plan accepts the parameter. */
function directTerms(given: RatesOptions, { settings }: Run): Terms {
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: viewOf(settings, given).symbols,
    alternative: given.showAlternative === true,
    prettyprint: given.prettyprint === true,
  };
}
