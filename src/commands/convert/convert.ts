import { Chalk } from 'chalk';
import { type Day, dayAt, firstDay, lastFinishedDay } from '../../calendar/day.ts';
import { cutLine, resolveDay } from '../../calendar/named.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import type { Sink } from '../../output/sink.ts';
import { nameOfSource, neededDays, type RateRule, rateRules, type Source } from '../../periods/rate-rules.ts';
import { type Receipts, receipts } from '../../periods/receipt.ts';
import { withMark } from '../../rates/decimal.ts';
import { Coverage } from '../../report/missing.ts';
import { wantsColor } from '../../report/reporter.ts';
import { asPublished, newestDay, openDays, shownDays, withConsent } from '../../run/days.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import { readCode, readCodes } from '../../run/known-codes.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import type { Output } from '../../run/output.ts';
import {
  checkFormat,
  type Printing,
  printing,
  printPlan,
  withPlace,
  writeRecords,
} from '../../run/records.ts';
import { startRun, type Terms } from '../../run/run.ts';
import { type Converted, convertedAtDay, convertedAtMean, readAmountOf, targetsIn } from './converter.ts';
import {
  type ConversionFormat,
  conversionColumns,
  conversionFormats,
  receiptColumns,
  sentences,
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

export async function convert(
  [amountText, fromText, toTexts]: [amount: string, from: string, to: readonly string[]],
  { on, rule, digits, output, color, terms }: Converting,
  cli: Cli,
): Promise<ExitCode> {
  const place = printing(output, 'sentence', cli);
  const marked = conversionFormats.filter((name) => !['json', 'ndjson', 'parquet'].includes(name));
  if (place.decimal === 'comma') checkFormat('--decimal comma', marked, place.format);
  const amount = readAmountOf(amountText, place.decimal);
  const targets = targetsIn(toTexts);
  const { now } = cli.host;
  const today = dayAt(now());
  const named = on === undefined ? undefined : resolveDay(on, now());
  const run = startRun(cli, terms);
  const { holdings, library, known } = await openDays(run, terms);
  const from = await readCode(fromText, known, run.reporter, terms.yes);
  const to = await readCodes(targets, known, run.reporter, terms.yes);
  const asked = { amount, from, to, digits };
  const wanted = new Set([from, ...to]);
  const source = rateRules[rule](named ?? (await newestDay(run, holdings, terms)));
  const isLatest = !named && source.of === 'day' && source.day === today;
  const endpoint = source.of === 'mean' ? 'time-series' : isLatest ? 'latest' : 'historical';
  const plan = library.plan(daysFor(source, cli), endpoint, wanted);
  if (terms.dryRun) return printPlan(plan, place, cli);
  return withPlace(place, cli, (sink) =>
    withConsent({ run, holdings, plan, terms }, async (ledger) => {
      // a sentence says itself whether the day is over
      const notedAt = place.format === 'sentence' ? undefined : now();
      const published = [from, ...to].filter((code) => code !== run.source.pivot);
      const coverage = new Coverage(from, published, notedAt);
      const watch = new OddWatch(holdings, wanted, terms.withoutOdd);
      const days = shownDays(watch.over(library.days(plan, ledger, wanted)), asPublished, coverage);
      const converted =
        source.of === 'mean'
          ? await convertedAtMean(asked, days, source.period)
          : await convertedAtDay(asked, days, now());
      const receiptOf = receipts(rule, run.source.folder, watch.isOdd.bind(watch));
      await print(converted, receiptOf, place, color, sink, cli);
      watch.tell(run.reporter);
      return coverage.tell(run.reporter);
    }),
  );
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
  receiptOf: Receipts,
  place: Printing<ConversionFormat>,
  color: boolean | undefined,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { format, decimal = 'point', path } = place;
  if (format !== 'sentence' && format !== 'value') {
    const isJson = format === 'json' || format === 'ndjson';
    const columns = isJson ? [...conversionColumns, ...receiptColumns(receiptOf)] : conversionColumns;
    return writeRecords({ columns, items: conversions }, { ...place, format }, sink, cli);
  }
  const { host } = cli;
  const terminal = isTerminal(path, cli);
  const { dim } = new Chalk({ level: wantsColor(color, host.env, terminal) ? 1 : 0 });
  const width = (terminal && host.stdout.columns) || 80;
  const text =
    format === 'value'
      ? conversions.map(({ converted }) => `${withMark(converted, decimal)}\n`).join('')
      : sentences({ conversions, when }, { mark: decimal, width, dim });
  if (text) await sink.write(text);
  await sink.finish();
}
