import { extname } from 'node:path';
import { annotated } from '../../annotate/annotate.ts';
import { namesAdded } from '../../annotate/cells.ts';
import { columnsInWords, didYouMean } from '../../annotate/columns.ts';
import { openCsv } from '../../annotate/csv-file.ts';
import { EntryReader } from '../../annotate/entry.ts';
import { checkFree, type Header, targetNames } from '../../annotate/header.ts';
import { RowRates } from '../../annotate/row-rates.ts';
import { surveyOf } from '../../annotate/survey.ts';
import { anyDay, cutLine, resolveDay } from '../../calendar/named.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { bytesOf } from '../../csv/encoding.ts';
import { type InputFile, openInput } from '../../disk/input-file.ts';
import { type ExitCode, exit, failureIn, usageError } from '../../errors.ts';
import { foreignEnding, formatOfFile } from '../../output/endings.ts';
import { formats } from '../../output/formats.ts';
import { withSink } from '../../output/sink.ts';
import type { RateRule } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import { nameOf } from '../../rates/currencies.ts';
import { inWords, isHundredth } from '../../rates/units.ts';
import { Coverage } from '../../report/coverage.ts';
import { asPublished, openDays, shownDays, withConsent } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes, type Known, knownCodes } from '../../run/known-codes.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { openOutput, tellWritten } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { reachingBack } from '../../run/reaching-back.ts';
import { type Run, startRun, type Terms } from '../../run/run.ts';
import { type DayOutcome, isGap } from '../../sources/source.ts';
import { count } from '../../words.ts';
import { LeftRows } from './left-rows.ts';
import type { Annotating } from './options.ts';

export async function annotate(path: string, given: Annotating, cli: Cli): Promise<ExitCode> {
  checkEnding(given.output ?? '', path);
  const run = startRun(cli, given);
  const input = await openInput(path, cli.host);
  try {
    return await annotateFile(input, path, given, run);
  } finally {
    await input.close();
  }
}

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotateFile(input: InputFile, path: string, given: Annotating, run: Run): Promise<ExitCode> {
  const { decimal, digits, rate: rule, receipts: withReceipts, output } = given;
  const { reporter } = run;
  const file = await openCsv(input, path, given, given.delimiter);
  const names = namesAdded(targetNames(file.header), given.prefix, withReceipts);
  checkFree(file.header.names, names);
  const { date, line } = file.header;
  if (line > 1) reporter.note(`the header is line ${line}`);
  const now = run.host.now();
  const finished = lastFinal(run.source.calendar, now);
  const dayOf = given.rates === undefined ? resolveDay : anyDay;
  const day = 'written' in date ? dayOf(date.written, now) : undefined;
  const own = await ownRates(given.rates, rule, run);
  const terms: Terms = own ? { ...given, store: false, yes: true } : given;
  const { holdings, library: all, known } = await openDays(run, terms);
  const library = rule === 'last-published' ? reachingBack(all, reporter) : all;
  if (!terms.yes) await checkConstants(file.header, known);
  tellConstants(file.header, reporter);
  const isKnown = terms.yes ? () => true : await knownCodes(known);
  const reader = new EntryReader(file.header, {
    form: given.dateFormat,
    point: decimal,
    isKnown,
    day,
    onHundredth: (unit) => reporter.noteOnce(inWords(unit)),
  });
  const rates = new RowRates(rule, { now, finished }, own);
  const survey = await surveyOf(file, reader, rates);
  const { days, codes, note } = survey;
  if (note) reporter.note(note);
  const plan = library.plan(rates.needed(days), 'range', codes);
  if (terms.dryRun) return printPlan(plan, {}, run);
  const sink = await openOutput(output, run);
  const coverage = new Coverage(run.source.pivot, [], { now, isRange: rule.endsWith('mean') });
  const left = new LeftRows();
  return withSink(sink, () =>
    withConsent({ run, holdings, plan, terms }, async (ledger) => {
      const watch = new OddWatch(holdings, codes, terms.withoutOdd);
      const found = watch.over(needed(library.days(plan, ledger, codes), codes));
      for await (const day of shownDays(found, asPublished, coverage)) rates.add(day, codes);
      const onTrouble = left.add.bind(left);
      const isOdd = watch.isOdd.bind(watch);
      const receiptOf = withReceipts ? receipts(rule, own?.name ?? run.source.folder, isOdd) : undefined;
      const writing = { reader, survey, rates, names, digits, decimal, receiptOf, onTrouble };
      for await (const text of annotated(file, writing)) await sink.write(bytesOf(text));
      await input.checkUnchanged();
      await sink.finish();
      tellWritten(output, count(survey.rows, 'row'), run);
      for (const period of rates.cut(days)) reporter.note(cutLine(period, finished));
      watch.tell(reporter);
      const hints = ['day', 'weekday'].includes(rule) ? ['--rate last-published takes the day before'] : [];
      const exitCodes = [coverage.tell(reporter, ...hints), left.tell(reporter)];
      return exitCodes.includes(exit.partial) ? exit.partial : exit.ok;
    }),
  );
}

async function ownRates(path: string | undefined, rule: RateRule, cli: Cli) {
  if (path === undefined) return undefined;
  return (await import('../../import/rates-file.ts')).readRatesFile(path, rule, cli);
}

/** A rate that no row needs is not missed. */
async function* needed(days: AsyncIterable<DayOutcome>, codes: ReadonlySet<Code>): AsyncGenerator<DayOutcome> {
  for await (const day of days)
    yield isGap(day) ? day : { ...day, dropped: day.dropped?.filter((code) => codes.has(code as Code)) };
}

/** The ending of the given file suits this one too. */
function checkEnding(output: string, given: string): void {
  const ending = extname(output);
  const format = formatOfFile(output);
  const isFit = format ? formats[format].delimited : !foreignEnding(output);
  if (isFit || ending === extname(given)) return;
  throw usageError(`--output: annotate writes CSV, no ${ending} files`, `-o ${output.slice(0, -ending.length)}.csv`);
}

async function checkConstants({ from, to, names }: Header, known: Known): Promise<void> {
  const codes = [from, ...to].flatMap((source) => ('unit' in source ? source.unit.code : []));
  try {
    await checkCodes(codes, known);
  } catch (error) {
    const meant = codes.flatMap((code) => didYouMean(code, names)).slice(0, 1);
    throw failureIn(error).hinting(...meant, columnsInWords(names));
  }
}

function tellConstants({ from, to }: Header, reporter: Cli['reporter']): void {
  for (const source of [from, ...to]) {
    if (!('unit' in source)) continue;
    const { unit, typed } = source;
    if (isHundredth(unit)) reporter.noteOnce(inWords(unit));
    else if (unit.code !== parseCode(typed)) reporter.note(`${typed} is ${unit.code} (${nameOf(unit.code)})`);
  }
}
