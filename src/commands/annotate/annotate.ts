import { tmpdir } from 'node:os';
import { extname } from 'node:path';
import { annotated, namesAdded } from '../../annotate/annotate.ts';
import { openCsv } from '../../annotate/csv-file.ts';
import type { DayForm } from '../../annotate/days.ts';
import { EntryReader } from '../../annotate/entry.ts';
import { checkFree, columnsInWords, type Header, type Wanted } from '../../annotate/header.ts';
import { RowRates } from '../../annotate/row-rates.ts';
import { surveyOf } from '../../annotate/survey.ts';
import { bytesOf } from '../../annotate/text.ts';
import { lastFinishedDay } from '../../calendar/day.ts';
import { cutLine } from '../../calendar/range.ts';
import { InputFile } from '../../disk/input-file.ts';
import { type ExitCode, exit, Failure, usageError } from '../../errors.ts';
import { isGap } from '../../fetch/outcome.ts';
import { foreignEnding, formatOfFile } from '../../output/formats.ts';
import type { RateRule } from '../../periods/rate-rules.ts';
import { type Code, usd } from '../../rates/code.ts';
import type { DecimalMark } from '../../rates/decimal.ts';
import { Coverage } from '../../report/missing.ts';
import { count } from '../../report/words.ts';
import { openDays, withConsent } from '../../run/days.ts';
import { printPlan } from '../../run/dry-run.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes, type Known, knownCodes } from '../../run/known-codes.ts';
import type { RatesOptions } from '../../run/options.ts';
import { type Run, startRun } from '../../run/run.ts';
import { openOutput, tellWritten } from '../../run/writer.ts';
import { LeftRows } from './left-rows.ts';

interface AnnotateOptions extends Wanted, Omit<RatesOptions, 'format'> {
  readonly rate: RateRule;
  readonly prefix?: string;
  readonly delimiter?: string;
  readonly dateFormat?: DayForm;
  readonly decimal?: DecimalMark;
}

/** `ratebook annotate <file>` */
export async function annotate(path: string, given: AnnotateOptions, cli: Cli): Promise<ExitCode> {
  const { host } = cli;
  checkEnding(given.output ?? '', path);
  const run = startRun(given, {}, cli);
  const input = await InputFile.open(path, {
    stdin: () => host.stdin,
    temporary: tmpdir(),
    signal: host.signal,
  });
  try {
    const job = await prepare(input, given, run);
    return given.dryRun ? await printPlan(job.plan, {}, cli) : await write(job);
  } finally {
    await input.close();
  }
}

type Job = Awaited<ReturnType<typeof prepare>>;

/** Reads the file for the first time, and finds out what it needs. */
async function prepare(input: InputFile, given: AnnotateOptions, run: Run) {
  const file = await openCsv(input, given, given.delimiter);
  checkFree(file.header.names, namesAdded(given.prefix));
  const { holdings, library, known } = await openDays(run, given);
  if (!given.yes) await checkConstants(file.header, known);
  const reader = new EntryReader(file.header, {
    form: given.dateFormat,
    point: given.decimal,
    isKnown: given.yes ? () => true : await knownCodes(known),
  });
  const rates = new RowRates(given.rate, run.host.now());
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
    given,
    run,
  };
}

/** Fetches the rates, then reads the file again and writes it. */
async function write(job: Job): Promise<ExitCode> {
  const { given, run, library, plan, rates } = job;
  const sink = await openOutput(given.output, run);
  const now = run.host.now();
  const coverage = new Coverage(usd, [], { now });
  const left = new LeftRows();
  try {
    return await withConsent(job, async (ledger) => {
      for await (const outcome of library.days(plan, ledger, job.codes)) {
        if (isGap(outcome)) {
          coverage.gap(outcome);
        } else {
          rates.add(outcome, job.codes);
          coverage.shown({
            ...outcome,
            dropped: outcome.dropped?.filter((code) => job.codes.has(code as Code)),
          });
        }
      }
      const onTrouble = left.add.bind(left);
      const { prefix, decimal } = given;
      for await (const text of annotated(job.file, { ...job, prefix, decimal, onTrouble }))
        await sink.write(bytesOf(text));
      await job.input.checkUnchanged();
      await sink.finish();
      tellWritten(given.output, count(job.rows, 'row'), run);
      for (const period of rates.cut(job.days)) run.reporter.note(cutLine(period, lastFinishedDay(now)));
      const codes = [coverage.tell(run.reporter), left.tell(run.reporter)];
      return codes.includes(exit.partial) ? exit.partial : exit.ok;
    });
  } catch (error) {
    await sink.abandon();
    throw error;
  }
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
