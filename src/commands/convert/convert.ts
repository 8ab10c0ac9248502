import { Chalk } from 'chalk';
import { type Day, dayAt, firstDay, lastFinishedDay } from '../../calendar/day.ts';
import { cutLine, resolveDay } from '../../calendar/range.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Sink } from '../../output/sink.ts';
import { nameOfSource, neededDays, type RateRule, rateRules, type Source } from '../../periods/rate-rules.ts';
import { Coverage } from '../../report/missing.ts';
import { asPublished, openDays, shownDays, withConsent } from '../../run/days.ts';
import { printPlan } from '../../run/dry-run.ts';
import { checkFormat } from '../../run/format-choice.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes } from '../../run/known-codes.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import type { Output } from '../../run/output.ts';
import { type Printing, printing, withPlace, writeRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { isTerminal, wantsColor } from '../../run/terminal.ts';
import type { Terms } from '../../run/terms.ts';
import type { Endpoint } from '../../sources/source.ts';
import { readAsked } from './asked.ts';
import { type Converted, DayConverter, MeanConverter } from './converter.ts';
import {
  type ConversionFormat,
  conversionColumns,
  conversionFormatsWithDecimal,
  marked,
  sentences,
  valuesAlone,
} from './formats.ts';

interface Converting {
  /** As it was typed; undefined: the newest day. */
  readonly on: string | undefined;
  readonly rule: RateRule;
  /** Decimals; undefined: those of the currency. */
  readonly digits: number | undefined;
  readonly output: Output<ConversionFormat>;
  readonly color: boolean | undefined;
  readonly terms: Terms;
}

/** `ratebook convert <amount> <from> <to...>` */
export async function convert(
  amount: string,
  from: string,
  to: readonly string[],
  { on, rule, digits, output, color, terms }: Converting,
  cli: Cli,
): Promise<ExitCode> {
  const place = printing(output, 'sentence', cli);
  const { format, decimal = 'point' } = place;
  if (decimal === 'comma') checkFormat('--decimal comma', conversionFormatsWithDecimal, format);
  const asked = readAsked(amount, from, to, digits);
  const day = on === undefined ? undefined : resolveDay(on, cli.host.now());
  const run = startRun(cli, { demo: terms.demo, settings: { concurrency: terms.concurrency } });
  const { holdings, library, known } = await openDays(run, terms);
  if (!terms.yes) await checkCodes([asked.from, ...asked.to], known);
  const source = rateRules[rule](day ?? (await newestDay(terms, holdings, cli)));
  const plan = library.plan(daysFor(source, cli), endpointFor(source, day, cli.host.now()));
  if (terms.dryRun) return printPlan(plan, place, cli);
  return withPlace(place, cli, (sink) =>
    withConsent({ run, holdings, plan, terms }, async (ledger) => {
      const converter =
        source.of === 'mean' ? new MeanConverter(asked, source.period) : new DayConverter(asked);
      const coverage = new Coverage(
        asked.from,
        [asked.from, ...asked.to].filter((code) => code !== run.source.pivot),
        // a sentence says itself whether the day is over
        { now: place.format === 'sentence' ? undefined : cli.host.now() },
      );
      const watch = new OddWatch(holdings, new Set([asked.from, ...asked.to]), terms.withoutOdd);
      const days = watch.over(library.days(plan, ledger));
      for await (const day of shownDays(days, asPublished, coverage)) converter.add(day);
      await print(converter.end(cli.host.now()), place, color, sink, cli);
      watch.tell(run.reporter);
      return coverage.tell(run.reporter);
    }),
  );
}

/** Today; offline, the running day that is kept, or the newest stored one. */
async function newestDay({ offline }: Terms, holdings: Holdings | undefined, { host }: Cli): Promise<Day> {
  const newest = offline ? (holdings?.running.newest() ?? (await holdings?.store.days())?.at(-1)) : undefined;
  return newest ?? dayAt(host.now());
}

function endpointFor(source: Source, on: Day | undefined, now: number): Endpoint {
  if (source.of === 'mean') return 'time-series';
  return on === undefined && source.day === dayAt(now) ? 'latest' : 'historical';
}

/** @throws a usage error if there can be no such rate */
function daysFor(source: Source, { host, reporter }: Cli): readonly Day[] {
  const [today, finished] = [dayAt(host.now()), lastFinishedDay(host.now())];
  const { days, lacks } = neededDays(source, today, finished);
  const name = nameOfSource(source);
  if (lacks === 'before the first day')
    throw usageError(`${name} is before ${firstDay}, the first day of the service`);
  if (lacks === 'still to come')
    throw usageError(
      source.of === 'mean'
        ? `no day of ${name} is finished yet`
        : `${name} is still to come: it is ${today} in UTC`,
    );
  if (source.of === 'mean' && source.period.last > finished) reporter.note(cutLine(name, finished));
  return days;
}

async function print(
  { conversions, when }: Converted,
  place: Printing<ConversionFormat>,
  color: boolean | undefined,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { format, decimal = 'point', path } = place;
  if (format !== 'sentence' && format !== 'value')
    return writeRecords({ columns: conversionColumns, items: conversions }, { ...place, format }, sink, cli);
  const { host } = cli;
  const terminal = isTerminal(path, cli);
  const { dim } = new Chalk({ level: wantsColor(color, host.env, terminal) ? 1 : 0 });
  const shown = conversions.map((each) => marked(each, decimal));
  const width = (terminal && host.stdout.columns) || 80;
  const text = format === 'value' ? valuesAlone(shown) : sentences(shown, { when, width, dim });
  if (text) await sink.write(text);
  await sink.finish();
}
