import { tmpdir } from 'node:os';
import { extname } from 'node:path';
import { annotated, namesAdded } from '../../annotate/annotate.ts';
import { checkFree, type Header, openCsv, type Wanted } from '../../annotate/csv-file.ts';
import type { DayForm } from '../../annotate/days.ts';
import { EntryReader } from '../../annotate/entry.ts';
import { RowRates } from '../../annotate/row-rates.ts';
import { bytesOf } from '../../annotate/scanner.ts';
import { surveyOf } from '../../annotate/survey.ts';
import { lastFinishedDay } from '../../calendar/day.ts';
import { cutLine } from '../../calendar/range.ts';
import { InputFile } from '../../disk/input-file.ts';
import { type ExitCode, exit, Failure, usageError } from '../../errors.ts';
import { foreignEnding, formatOfFile } from '../../output/formats.ts';
import type { RateRule } from '../../periods/rate-rules.ts';
import type { Code } from '../../rates/code.ts';
import type { DecimalMark } from '../../rates/decimal.ts';
import { Coverage } from '../../report/missing.ts';
import { asPublished, openDays, shownDays, withConsent } from '../../run/days.ts';
import { printPlan } from '../../run/dry-run.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes, type Known, knownCodes } from '../../run/known-codes.ts';
import { OddWatch } from '../../run/odd-watch.ts';
import { openOutput, tellWritten, withSink } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import type { Terms } from '../../run/terms.ts';
import { type DayOutcome, isGap } from '../../sources/outcome.ts';
import { count } from '../../words.ts';
import { columnsInWords, rethrow } from './bad-file.ts';
import { LeftRows } from './left-rows.ts';

interface Annotating {
  readonly columns: Wanted;
  /** How the file is written; undefined: as it looks. */
  readonly delimiter: string | undefined;
  readonly dateFormat: DayForm | undefined;
  readonly decimal: DecimalMark | undefined;
  readonly rule: RateRule;
  /** Of the names of the added columns. */
  readonly prefix: string | undefined;
  /** Undefined, or `-`: stdout. */
  readonly output: string | undefined;
  readonly terms: Terms;
}

/** `ratebook annotate <file>` */
export async function annotate(path: string, annotating: Annotating, cli: Cli): Promise<ExitCode> {
  const { host } = cli;
  const { output, terms } = annotating;
  checkEnding(output ?? '', path);
  const run = startRun(cli, { demo: terms.demo, settings: { concurrency: terms.concurrency } });
  const input = await InputFile.open(path, {
    stdin: () => host.stdin,
    temporary: tmpdir(),
    signal: host.signal,
  });
  try {
    const job = await prepare(input, annotating, run).catch(rethrow);
    return terms.dryRun ? await printPlan(job.plan, {}, cli) : await write(job);
  } finally {
    await input.close();
  }
}

type Job = Awaited<ReturnType<typeof prepare>>;

/** Reads the file for the first time, and finds out what it needs. */
async function prepare(input: InputFile, annotating: Annotating, run: Run) {
  const { terms, prefix, decimal, output } = annotating;
  const file = await openCsv(input, annotating.columns, annotating.delimiter);
  checkFree(file.header.names, namesAdded(prefix));
  const { holdings, library, known } = await openDays(run, terms);
  if (!terms.yes) await checkConstants(file.header, known);
  const reader = new EntryReader(file.header, {
    form: annotating.dateFormat,
    point: decimal,
    isKnown: terms.yes ? () => true : await knownCodes(known),
  });
  const rates = new RowRates(annotating.rule, run.host.now());
  const survey = await surveyOf(file, reader, (day) => rates.isServed(day));
  const decided = survey.decide();
  const days = survey.days(decided);
  const plan = library.plan(rates.needed(days), 'time-series');
  return {
    input,
    file,
    reader,
    rates,
    decided,
    days,
    codes: survey.codes,
    rows: survey.rows,
    library,
    holdings,
    plan,
    prefix,
    decimal,
    output,
    terms,
    run,
  };
}

/** Fetches the rates, then reads the file again and writes it. */
async function write(job: Job): Promise<ExitCode> {
  const { output, run, library, plan, rates } = job;
  const sink = await openOutput(output, run);
  const now = run.host.now();
  const coverage = new Coverage(run.source.pivot, [], { now });
  const left = new LeftRows();
  return withSink(sink, () =>
    withConsent(job, async (ledger) => {
      const watch = new OddWatch(job.holdings, job.codes, job.terms.withoutOdd);
      const days = watch.over(needed(library.days(plan, ledger, job.codes), job.codes));
      for await (const day of shownDays(days, asPublished, coverage)) rates.add(day, job.codes);
      const onTrouble = left.add.bind(left);
      for await (const text of annotated(job.file, { ...job, onTrouble })) await sink.write(bytesOf(text));
      await job.input.checkUnchanged();
      await sink.finish();
      tellWritten(output, count(job.rows, 'row'), run);
      for (const period of rates.cut(job.days)) run.reporter.note(cutLine(period, lastFinishedDay(now)));
      watch.tell(run.reporter);
      const codes = [coverage.tell(run.reporter), left.tell(run.reporter)];
      return codes.includes(exit.partial) ? exit.partial : exit.ok;
    }),
  );
}

/** A rate that no row needs is not missed. */
async function* needed(
  days: AsyncIterable<DayOutcome>,
  codes: ReadonlySet<Code>,
): AsyncGenerator<DayOutcome> {
  for await (const day of days)
    yield isGap(day) ? day : { ...day, dropped: day.dropped?.filter((code) => codes.has(code as Code)) };
}

/** The ending of the given file suits this one too. @throws a usage error if it stands for anything but CSV */
function checkEnding(output: string, given: string): void {
  const ending = extname(output);
  const format = formatOfFile(output) ?? foreignEnding(output) ?? 'csv';
  if (['csv', 'tsv'].includes(format) || ending === extname(given)) return;
  throw usageError(
    `--output: annotate writes CSV, no ${ending} files`,
    `-o ${output.slice(0, -ending.length)}.csv`,
  );
}

/** @throws a usage error if `--from` or `--to` is neither a column nor a currency */
async function checkConstants({ from, to, names }: Header, known: Known): Promise<void> {
  const codes = [from, to].flatMap((source) => ('code' in source ? source.code : []));
  try {
    await checkCodes(codes, known);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw usageError(error.message, ...error.hints, columnsInWords(names));
  }
}
