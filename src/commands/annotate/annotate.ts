import { extname } from 'node:path';
import { annotated } from '../../annotate/annotate.ts';
import { namesAdded, namesOfReceipt } from '../../annotate/cells.ts';
import { openCsv } from '../../annotate/csv-file.ts';
import { checkFree, type Header, type SumColumns, targetNames } from '../../annotate/header.ts';
import { RowRates } from '../../annotate/row-rates.ts';
import { RowReader } from '../../annotate/row-reader.ts';
import { surveyOf } from '../../annotate/survey.ts';
import { type Day, dayAt } from '../../calendar/day.ts';
import { anyDay, cutLine, resolveDay } from '../../calendar/named.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { bytesOf } from '../../csv/encoding.ts';
import { type InputFile, openInput } from '../../disk/input-file.ts';
import { type ExitCode, usageError } from '../../errors.ts';
import { foreignEnding, formatOfFile } from '../../output/endings.ts';
import { formats } from '../../output/formats.ts';
import { withSink } from '../../output/sink.ts';
import type { OwnRates } from '../../periods/own-rates.ts';
import { basisOf, type RateRule } from '../../periods/rate-rules.ts';
import { receipts } from '../../periods/receipt.ts';
import type { Code } from '../../rates/code.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import { hundredthInWords } from '../../rates/units.ts';
import { Coverage } from '../../report/coverage.ts';
import { resolveAuto } from '../../run/auto.ts';
import { asPublished, showDays, type Watched, withFigures } from '../../run/figures.ts';
import type { Cli } from '../../run/host.ts';
import { knownCodes } from '../../run/known-codes.ts';
import { openDays } from '../../run/library.ts';
import { openOutput, tellWritten } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { reachingBack } from '../../run/reaching-back.ts';
import { type Run, startRun, type Terms } from '../../run/run.ts';
import { type DayBatch, isGap } from '../../sources/answer.ts';
import type { Ledger } from '../../sources/ledger.ts';
import type { Source } from '../../sources/source.ts';
import { count, inShell, quoted } from '../../words.ts';
import { codesIn } from './codes-in.ts';
import { checkConstants, tellConstants } from './constants.ts';
import { LeftRows } from './left-rows.ts';
import type { Annotating } from './options.ts';
import { wantedOf } from './wanted.ts';

export async function annotate(path: string, given: Annotating, cli: Cli): Promise<ExitCode> {
  checkEnding(given.output ?? '', path);
  const started = startRun(cli, given);
  const input = await openInput(path, cli.host);
  try {
    const run = given.rates === undefined ? await ofSource(started, input, path, given) : started;
    return await annotateFile(input, path, given, run);
  } finally {
    await input.close();
  }
}

const ofSource = (run: Run, input: InputFile, path: string, given: Annotating) =>
  resolveAuto(run, given, async (isHad) => (await codesIn(input, path, given)).filter(isHad));

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotateFile(input: InputFile, path: string, given: Annotating, run: Run): Promise<ExitCode> {
  const { rate: rule, output } = given;
  const { source, reporter } = run;
  const now = run.host.now();
  const { publishes } = source.calendar;
  const finished = lastFinal(source.calendar, now);

  const file = await openCsv(input, path, wantedOf(given), given.delimiter);
  const { header } = file;
  checkDelimiter(output ?? '', path, header.delimiter);
  const names = namesFor(header, given, source);
  if (header.line > 1) reporter.note(`the header is line ${header.line}`);
  const fixedDays = new Map(header.sums.map((sum) => [sum, dayOfAll(sum, given, run)]));

  const own = await ownRates(given.rates, rule, run);
  const terms: Terms = own ? { ...given, store: false, yes: true } : given;
  const { holdings, library: all, known } = await openDays(run, terms);
  const basis = basisOf(rule, dayAt(now));
  const library = basis.of === 'last' ? reachingBack(all, reporter, basis.back) : all;

  if (!terms.yes) await checkConstants(header, known);
  tellConstants(header, reporter);
  const reader = new RowReader(header, {
    form: given.dateFormat,
    point: given.decimal,
    isKnown: terms.yes ? () => true : await knownCodes(known),
    dayOf: (sum) => fixedDays.get(sum),
    onHundredth: (unit) => reporter.noteOnce(hundredthInWords(unit)),
  });
  const rates = new RowRates(rule, { now, finished, publishes }, own);
  const survey = await surveyOf(file, reader, rates);
  if (survey.note) reporter.note(survey.note);

  const { days, codes, rows } = survey;
  const plan = library.plan(rates.needed(days), 'range', codes);
  if (terms.dryRun) return printPlan(plan, {}, run);

  const sink = await openOutput(output, run);
  const coverage = new Coverage(pivotOf(source.pivot), [], {
    now,
    publishes,
    isRange: rule.endsWith('mean'),
  });
  const take = (ledger: Ledger) => needed(library.batches(plan, ledger, codes), codes);
  const write = async ({ days: came, isOdd }: Watched) => {
    const tables = new Map<Day, string>();
    const add = (day: DayRates) => {
      rates.add(day, codes);
      if (day.table !== undefined) tables.set(day.day, day.table);
    };
    await showDays(came, { view: asPublished, coverage, day: add });

    const { digits, decimal } = given;
    const whose = own ? { source: own.name } : { source: source.folder, tables: source.has.table && tables };
    const receiptOf = given.receipts ? receipts({ rule, isOdd, ...whose }) : undefined;
    const left = new LeftRows(own?.name);
    const onTrouble = left.add.bind(left);
    const targets = header.to.length;
    const added = { names, targets, reader, survey, rates, digits, decimal, receiptOf, onTrouble };
    for await (const text of annotated(file, added)) await sink.write(bytesOf(text));
    await input.checkUnchanged();
    await sink.finish();
    tellWritten(output, count(rows, 'row'), run);

    for (const period of rates.cut(days)) reporter.note(cutLine(period, finished));
    const hints = ['day', 'weekday'].includes(rule) ? ['--rate last-published takes the day before'] : [];
    return { hints, tell: () => left.tell(reporter) };
  };
  return withSink(sink, () => withFigures({ run, holdings, plan, terms, codes, coverage, take }, write));
}

/** Those of the added columns. @throws a usage error if the file has one of them already */
function namesFor(
  header: Header,
  { prefix, receipts, rates }: Annotating,
  { has }: Source,
): readonly string[] {
  const hasTable = rates === undefined && has.table;
  const names = namesAdded({
    sums: header.sums.map(({ name }) => name),
    targets: targetNames(header),
    prefix,
    receipt: receipts ? namesOfReceipt(hasTable) : [],
  });
  checkFree(header.names, names);
  return names;
}

/** Undefined if a column has the days. */
function dayOfAll({ date }: SumColumns, { rates }: Annotating, { host, source }: Run): Day | undefined {
  if ('column' in date) return undefined;
  const now = host.now();
  return rates === undefined ? resolveDay(date.written, now, () => source) : anyDay(date.written, now);
}

async function ownRates(
  paths: readonly string[] | undefined,
  rule: RateRule,
  cli: Cli,
): Promise<OwnRates | undefined> {
  if (paths === undefined) return undefined;
  const { readRatesFiles } = await import('../../import/rates-file.ts');
  return readRatesFiles(paths, rule, cli);
}

/** A rate that no row needs is not missed. */
async function* needed(batches: AsyncIterable<DayBatch>, codes: ReadonlySet<Code>): AsyncGenerator<DayBatch> {
  const isNeeded = (code: string) => codes.has(code as Code);
  for await (const batch of batches)
    yield batch.map((day) => (isGap(day) ? day : { ...day, dropped: day.dropped?.filter(isNeeded) }));
}

/** The ending of the given file suits this one too. */
function checkEnding(output: string, given: string): void {
  const ending = extname(output);
  const format = formatOfFile(output);
  const isFit = format ? formats[format].delimited : !foreignEnding(output);
  if (isFit || ending === extname(given)) return;
  throw usageError(
    `--output: annotate writes CSV, no ${ending} files`,
    `-o ${output.slice(0, -ending.length)}.csv`,
  );
}

/** The file keeps what is between its cells, so no ending may promise another sign. */
function checkDelimiter(output: string, given: string, delimiter: string): void {
  const ending = extname(output).toLowerCase();
  const promised = { '.csv': delimiter !== '\t', '.tsv': delimiter === '\t' }[ending] ?? true;
  if (promised || ending === extname(given).toLowerCase()) return;

  const between = delimiter === '\t' ? 'tabs' : quoted(delimiter);
  const fitting = `${output.slice(0, -ending.length)}${delimiter === '\t' ? '.tsv' : '.csv'}`;
  throw usageError(
    `--output: ${given === '-' ? 'stdin' : given} has ${between} between its cells, and keeps them`,
    `-o ${inShell(fitting)}`,
  );
}
