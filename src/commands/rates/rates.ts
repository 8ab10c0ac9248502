import { type Day, dayAt } from '../../calendar/day.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Terms } from '../../fetch/fetcher.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Document } from '../../output/format.ts';
import { usd } from '../../rates/code.ts';
import { openDays } from '../../run/days.ts';
import { printPlan } from '../../run/dry-run.ts';
import { checkPicture, formatOf } from '../../run/format-choice.ts';
import type { Cli } from '../../run/host.ts';
import type { Known } from '../../run/known-codes.ts';
import type { RatesOptions } from '../../run/options.ts';
import { type Run, startRun } from '../../run/run.ts';
import { isTerminal } from '../../run/terminal.ts';
import { settingOptions, type View, viewOf } from '../../run/view.ts';

type Wanted = { readonly kind: Document['kind'] } & (
  | {
      /** Ascending, each once. */
      readonly days: readonly Day[];
      readonly endpoint: 'historical' | 'time-series';
    }
  | { readonly endpoint: 'latest' }
);

/** The common part of `historical`, `series` and `latest`. */
export async function showRates(wanted: Wanted, given: RatesOptions, cli: Cli): Promise<ExitCode> {
  if (given.prettyprint && !given.raw) throw usageError('--prettyprint needs --raw');
  const run = startRun(given, settingOptions(given), cli);
  const format = formatOf(given, run.settings, isTerminal(given.output, run));
  const view = viewOf(run.settings, given);
  if (!given.raw) checkPicture(format, wanted.kind, view);
  const { holdings, library, known } = await openDays(run, given, directTerms(given, run));
  const days = wanted.endpoint === 'latest' ? [newestDay(holdings, given, cli.host.now())] : wanted.days;
  if (!given.yes) await checkUnlessHeld(view, days, known, run);
  const plan = library.plan(days, wanted.endpoint);
  if (given.dryRun) return printPlan(plan, given, cli);
  const { writeRates } = await import('./write-rates.ts');
  return writeRates({ library, holdings, plan, kind: wanted.kind, format, given, run });
}

/** Loads the list of currencies only if the last of the days is not stored or lacks a code. */
async function checkUnlessHeld(
  { base, symbols }: View,
  days: readonly Day[],
  known: Known,
  run: Run,
): Promise<void> {
  const codes = [base, ...(symbols ?? [])].filter((code) => code !== usd);
  if (codes.length === 0) return;
  const last = days.at(-1);
  const held = last && known.store?.read(last);
  if (held && codes.every((code) => held.rates.has(code))) return;
  const { checkSettings } = await import('../../run/known-codes.ts');
  await checkSettings(run, known);
}

/** Today; offline, the newest of the running days that are kept. */
function newestDay(
  holdings: Holdings | undefined,
  { offline }: Pick<RatesOptions, 'offline'>,
  now: number,
): Day {
  return (offline && holdings?.running.newest()) || dayAt(now);
}

/** A default base is not sent, because not every plan accepts the parameter. */
function directTerms(given: RatesOptions, { settings }: Run): Partial<Terms> {
  return {
    base: settings.base.source === 'default' ? undefined : settings.base.value,
    symbols: viewOf(settings, given).symbols,
    prettyprint: given.prettyprint === true,
  };
}
