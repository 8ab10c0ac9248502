import { Chalk } from 'chalk';
import { type Day, dayAt, firstDay, lastFinishedDay } from '../../calendar/day.ts';
import { cutLine, resolveDay } from '../../calendar/range.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { isGap } from '../../fetch/outcome.ts';
import type { Endpoint } from '../../fetch/plan.ts';
import type { Sink } from '../../output/sink.ts';
import { nameOfSource, neededDays, type RateRule, rateRules, type Source } from '../../periods/rate-rules.ts';
import { usd } from '../../rates/code.ts';
import { Coverage } from '../../report/missing.ts';
import { openDays, withConsent } from '../../run/days.ts';
import { printPlan } from '../../run/dry-run.ts';
import { checkFormat } from '../../run/format-choice.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes } from '../../run/known-codes.ts';
import type { RatesOptions } from '../../run/options.ts';
import { type Printing, printing, type RecordsOptions, withPlace, writeRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { isTerminal, wantsColor } from '../../run/terminal.ts';
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

interface ConvertOptions extends Omit<RatesOptions, 'format'>, RecordsOptions<ConversionFormat> {
  readonly pager: boolean;
  readonly on?: string;
  readonly rate: RateRule;
  readonly digits?: number;
}

/** `ratebook convert <amount> <from> <to...>` */
export async function convert(
  amount: string,
  from: string,
  to: readonly string[],
  { format: wanted, ...given }: ConvertOptions,
  cli: Cli,
): Promise<ExitCode> {
  const place = printing({ ...given, format: wanted }, 'sentence', cli);
  const { format, decimal = 'point' } = place;
  if (decimal === 'comma') checkFormat('--decimal comma', conversionFormatsWithDecimal, format);
  const asked = readAsked(amount, from, to, given.digits);
  const on = given.on === undefined ? undefined : resolveDay(given.on, cli.host.now());
  const run = startRun(given, {}, cli);
  const { holdings, library, known } = await openDays(run, given);
  if (!given.yes) await checkCodes([asked.from, ...asked.to], known);
  const source = rateRules[given.rate](on ?? (await newestDay(given, holdings, cli)));
  const plan = library.plan(daysFor(source, cli), endpointFor(source, on, cli.host.now()));
  if (given.dryRun) return printPlan(plan, place, cli);
  return withPlace(place, cli, (sink) =>
    withConsent({ run, holdings, plan, given }, async (ledger) => {
      const converter =
        source.of === 'mean' ? new MeanConverter(asked, source.period) : new DayConverter(asked);
      const coverage = new Coverage(
        asked.from,
        [asked.from, ...asked.to].filter((code) => code !== usd),
        // a sentence says itself whether the day is over
        { now: place.format === 'sentence' ? undefined : cli.host.now() },
      );
      for await (const outcome of library.days(plan, ledger)) {
        if (isGap(outcome)) {
          coverage.gap(outcome);
        } else {
          coverage.shown(outcome);
          converter.add(outcome);
        }
      }
      await print(converter.end(cli.host.now()), place, given.color, sink, cli);
      return coverage.tell(run.reporter);
    }),
  );
}

/** Today; offline, the running day that is kept, or the newest stored one. */
async function newestDay(
  { offline }: Pick<ConvertOptions, 'offline'>,
  holdings: Holdings | undefined,
  { host }: Cli,
): Promise<Day> {
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
  const { format, decimal = 'point', output } = place;
  if (format !== 'sentence' && format !== 'value')
    return writeRecords({ columns: conversionColumns, items: conversions }, { ...place, format }, sink, cli);
  const { host } = cli;
  const terminal = isTerminal(output, cli);
  const { dim } = new Chalk({ level: wantsColor(color, host.env, terminal) ? 1 : 0 });
  const shown = conversions.map((each) => marked(each, decimal));
  const width = (terminal && host.stdout.columns) || 80;
  const text = format === 'value' ? valuesAlone(shown) : sentences(shown, { when, width, dim });
  if (text) await sink.write(text);
  await sink.finish();
}
