import { extname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { isCreditName } from '../annotate/amounts.ts';
import { addedColumns, type Checking, type Finding, rowChecker, ruleIn } from '../annotate/check.ts';
import {
  checkFree,
  columnsInWords,
  didYouMean,
  type Header,
  usualNames,
  type WantedColumns,
} from '../annotate/columns.ts';
import { namesAdded, namesOfReceipt, outcomesBy } from '../annotate/compute.ts';
import { dayForms } from '../annotate/days.ts';
import { type Decision, decide } from '../annotate/decide.ts';
import { type RowRates, rowRates } from '../annotate/rates.ts';
import { rowReport } from '../annotate/report.ts';
import { type RowOptions, type RowReader, rowReader } from '../annotate/rows.ts';
import { type CsvFile, likelyNames, openTable, type SheetFile } from '../annotate/table.ts';
import { type Added, annotatedBook, annotatedCsv, annotatedSheet } from '../annotate/write.ts';
import { type App, isTerminal } from '../app.ts';
import { type Day, dayAt } from '../calendar/day.ts';
import { lastFinal } from '../calendar/publishing.ts';
import { anyDay, cutLine, resolveDay } from '../calendar/ranges.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { endedCurrencyOf } from '../currencies/ended.ts';
import { currencyNames, isListed, nameOf } from '../currencies/names.ts';
import { hundredthInWords, isHundredth } from '../currencies/units.ts';
import { type ExitCode, exit, Failure, failureIn } from '../errors.ts';
import type { RunBudget } from '../fetch/budget.ts';
import { consent, type Spending } from '../fetch/consent.ts';
import type { DayFetcher } from '../fetch/fetch.ts';
import { OutlierWatch } from '../fetch/outlier-watch.ts';
import type { Plan } from '../fetch/plan.ts';
import { reachingBack } from '../fetch/reaching-back.ts';
import { also, ratebook } from '../hint.ts';
import { type InputFile, openInput } from '../input/input-file.ts';
import { foreignEnding, formatOfFile, formats, recordsFormats } from '../output/formats.ts';
import { isStdout, type Output } from '../output/output.ts';
import type { Column } from '../output/records.ts';
import { pivotOf } from '../rates/day-rates.ts';
import { decimalMarks } from '../rates/decimal.ts';
import type { OwnRates } from '../rates/own-rates.ts';
import { receipts } from '../rates/receipt.ts';
import { basisOf, type RateRule } from '../rates/rules.ts';
import { Coverage, closedLine, noteFixed, warnOfListed } from '../report/coverage.ts';
import { openDays, openFetcher } from '../run/days.ts';
import { checkCodes, type Known, knownCodes } from '../run/known-codes.ts';
import { noteWritten, openOutput, type Printing, printing, printRecords } from '../run/output.ts';
import { printPlan } from '../run/print-plan.ts';
import { type DayOptions, endRun, firstOf, type Run, resolveAuto, startRun } from '../run/run.ts';
import { isGap } from '../sources/source.ts';
import { count, grouped, inShell, quoted } from '../words.ts';
import { days, define, type Given, inOutput, inWhat, numberLike, output, voice, what } from './options.ts';

const options = [
  each('--date <column>', 'column with the day of each row, or one day for all rows'),
  each('--amount <columns>', 'column with the amount of each row, or two, debits first: Debit,Credit'),
  each('--from <column>', 'column with the currency of the amount, or one code for all rows'),
  inWhat(
    '--to <columns>',
    'column with the currency to convert to, or one or more codes for all rows: EUR,USD',
  )
    .argParser(once)
    .default('')
    .makeOptionMandatory(),
  inWhat('--side <column>', 'column that says debit or credit, after the --amount without signs').argParser(
    collected,
  ),
  what.rate,
  what.digits,
  what.rates,
  inWhat('--date-format <form>', 'how all days are written (default: as each looks)').choices(dayForms),
  inWhat('--sheet <name>', 'which sheet of a workbook (default: the one that has the columns)'),
  inWhat('--year <year>', 'of all days, with --date-format DDMM').argParser(numberLike(/^\d{4}$/, 'a year')),
  inWhat('--decimal <mark>', 'of the amounts and the added numbers (default: as the amounts look)').choices(
    decimalMarks,
  ),
  inWhat(
    '--delimiter <sign>',
    'what is between the cells, such as , ; | or tab (default: as the header looks)',
  ).argParser(delimiterSign),
  inWhat('--encoding <name>', 'of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)'),
  inWhat('--no-header', 'the file has no header: columns are named by their numbers'),
  ...days,
  output.output,
  inOutput('--receipts', 'also add how each rate was made: rule, derived, source, days, odd days'),
  inOutput('--check', 'list what no longer holds of a file that was annotated with these options'),
  inOutput('-f, --format <format>', 'of what --check lists (default: table on a terminal, else csv)').choices(
    recordsFormats,
  ),
  inOutput('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
  ...voice,
] as const;

export type Annotating = Given<typeof options>;

export const annotateCommand = define({
  name: 'annotate',
  description:
    'A CSV file or workbook of transactions, each row with the rate of its own day. Needs --date, --amount, ' +
    '--from and --to; the first three are repeatable, for further amounts of a row.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
    ['ratebook annotate x.csv --date Day --amount Sum --from USD --to EUR --check', 'what no longer holds'],
  ],
  options,
  shape: (command) => command.argument('<file>', 'a CSV file or an .xlsx workbook; - is stdin'),
  run: (app, given, [file]) => annotate(file, given, app),
});

function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** May be given again, for another amount of the row. */
function each<Flags extends string>(flags: Flags, meaning: string) {
  return inWhat(flags, meaning)
    .argParser(collected)
    .default([] as readonly string[])
    .makeOptionMandatory();
}

function once(text: string, before: string | undefined): string {
  if (!before) return text;
  throw new Failure('options_conflict', '--to is given twice', `--to ${before},${text}`);
}

/** One byte that is neither a quote nor a line end. */
function delimiterSign(text: string): string {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is not one ASCII character, nor tab');
  return sign;
}

/** A file, and what the command line asks about it. */
interface AnnotateRequest {
  readonly input: InputFile;
  readonly path: string;
  readonly given: Annotating;
  readonly run: Run;
  readonly table: CsvFile | SheetFile;
}

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotate(path: string, given: Annotating, app: App): Promise<ExitCode> {
  const { check, delimiter, encoding, header: hasHeader, sheet, output = '' } = given;
  if (!check && given.format !== undefined)
    throw new Failure('options_conflict', '--format is that of --check', 'annotate keeps that of the file');
  if (check && !isStdout(output) && resolve(output) === resolve(path))
    throw new Failure(
      'options_conflict',
      '--check writes nothing to the file that it checks',
      'another file for --output',
    );
  const missing = optionNames.filter((option) => given[option].length === 0);
  if (missing[0]) throw await withoutOption(missing, path, given, app.host);
  const started = startRun(app, given);
  const input = await openInput(path, app.host);
  try {
    const wanted = wantedOf(given, app.host.argv);
    const table = await openTable(input, { path, wanted, delimiter, encoding, sheet, hasHeader });
    const codes = (isHad: (code: Code) => boolean) => codesIn(table, given).then((all) => all.filter(isHad));
    const run = given.rates === undefined ? await resolveAuto(started, given, codes) : started;
    const request = { input, path, given, run, table };
    return await annotateTable(request);
  } finally {
    await input.close();
  }
}

const optionNames = ['date', 'amount', 'from', 'to'] as const;

/** What is missing, and if the header shows which columns are meant, the whole command line. */
async function withoutOption(
  missing: readonly (typeof optionNames)[number][],
  path: string,
  given: Annotating,
  host: App['host'],
): Promise<Failure> {
  const message = `--${missing[0]} is missing`;
  const input = await openInput(path, host).catch(() => undefined);
  const names = input ? await likelyNames(input, given).finally(() => input.close()) : [];
  if (names.length === 0) return new Failure('missing_option', message);
  const options = missing.map((option) => {
    const name = names.find((each) => option !== 'to' && usualNames[option].test(each));
    return name === undefined ? [] : [`--${option}`, name];
  });
  const isWhole = options.every(({ length }) => length > 0);
  const hint = isWhole ? ratebook(...host.argv, ...options.flat()) : columnsInWords(names);
  return new Failure('missing_option', message, hint);
}

async function annotateTable(request: AnnotateRequest): Promise<ExitCode> {
  const { given, run, table } = request;
  const { check = false, output, receipts: isAsked = false, prefix = '' } = given;
  const receipt = receiptNames(request);
  const plain = {
    names: namesAdded(table.header, prefix, isAsked ? receipt : []),
    columns: [],
    hasReceipts: isAsked,
  };
  const columns = check ? addedColumns(table, prefix, receipt, isAsked) : plain;
  const usual = isTerminal(output, run) ? 'table' : 'csv';
  const to = check ? printing({ ...given, header: true, pager: true }, usual, run) : undefined;
  if (!check) checkEnding(request);
  if (!check && table.hasHeader) checkFree(table.header.names, columns.names);
  if (!check || table.counted === 'row') noteHeader(request);
  const rule = check && columns.hasReceipts ? await ruleIn(table, columns, given.rate) : given.rate;
  const prepared = await prepare(request, rule);
  if (given.dryRun) return printPlan(prepared.plan, {}, run);

  const { reader, decision, own } = prepared;
  const place = to ? undefined : await openOutput({ output }, run);
  const report = rowReport(check ? 'that cannot be worked out' : 'without a rate', table.counted, own);
  let budget: RunBudget | undefined;
  let found = 0;
  try {
    budget = await consent(prepared.spending);
    const outcomesOf = await fetchOutcomes(request, prepared, budget, columns.hasReceipts);
    const decimal = given.decimal ?? decision.decimal;
    const added = { ...columns, outcomesOf, reader, report, decimal };
    if (place) await write(request, added, place);
    if (to) found = await listFindings(request, added, to);
    if (place) noteWritten(output, count(decision.rows, 'row'), run);
    noteRates(request, prepared);
  } catch (error) {
    await place?.abandon();
    throw error;
  } finally {
    prepared.watch.report(run.reporter);
    await endRun(run, budget);
  }
  const codes = [
    reportDays(request, prepared),
    report.print(run.reporter),
    found > 0 ? exit.partial : exit.ok,
  ];
  return firstOf(codes, prepared.spending.stored);
}

async function write(request: AnnotateRequest, added: Added, place: Output): Promise<void> {
  const { input } = request;
  for await (const bytes of annotated(request, added)) await place.write(bytes);
  await input.checkUnchanged();
  // it can be the file that is replaced, which Windows refuses while it is open
  await input.close();
  await place.close();
}

/** More could not be kept in memory, and nobody would read them. */
const mostFindings = 20_000;

const findingColumns: readonly Column<Finding>[] = [
  { name: 'line', kind: 'integer', of: ({ line }) => line },
  { name: 'column', kind: 'text', of: ({ column }) => column },
  { name: 'is', kind: 'text', of: ({ is }) => is },
  { name: 'should_be', kind: 'text', of: ({ shouldBe }) => shouldBe },
];

/** Lists the cells of an annotated file that no longer hold. @returns how many there are */
async function listFindings(
  { input, run, table }: AnnotateRequest,
  checking: Checking,
  to: Printing,
): Promise<number> {
  const check = rowChecker(checking);
  const items: Finding[] = [];
  let found = 0;
  let rows = 0;
  let isHeader = table.hasHeader;
  for await (const some of table.rows())
    for (const row of some) {
      const findings = isHeader || row.count === 0 ? undefined : check(row);
      isHeader &&= row.count === 0;
      if (!findings) continue;
      rows++;
      found += findings.length;
      items.push(...findings.slice(0, mostFindings - items.length));
    }
  await input.checkUnchanged();
  await printRecords({ columns: findingColumns, items }, to, run);

  const verb = found === 1 ? 'holds' : 'hold';
  const result = found > 0 ? `${count(found, 'cell')} no longer ${verb}` : 'all of them hold';
  run.reporter.note(`${count(rows, 'row')} worked out again, ${result}`);
  if (found > items.length) run.reporter.note(`the first ${grouped(items.length)} are listed`);
  return found;
}

/**
 * Each `--amount` goes with the `--from` in its place, with its own `--date` or the only one, and with the
 * `--side` that follows it.
 */
function wantedOf(
  { date, amount, from, side = [], to, dateFormat, year }: Annotating,
  argv: readonly string[],
): WantedColumns {
  if (amount.length !== from.length)
    throw new Failure(
      'options_conflict',
      `--amount is given ${times(amount)}, --from ${times(from)}`,
      'each --amount has a --from of its own',
      ...(from.length === 1 ? [`of debits and credits: --amount ${inShell(amount.join())}`] : []),
    );
  if (date.length > 1 && date.length !== amount.length)
    throw new Failure(
      'options_conflict',
      `--date is given ${times(date)}, --amount ${times(amount)}`,
      'one --date for all amounts, or one for each',
    );
  if ((dateFormat === 'DDMM') !== (year !== undefined)) {
    const message =
      year === undefined ? '--date-format DDMM needs --year' : '--year goes with --date-format DDMM';
    throw new Failure('missing_option', message);
  }

  const order = argv.flatMap((word) => /^--(?:amount|side)(?==|$)/.exec(word)?.[0] ?? []).join();
  const [before = '', ...after] = order.split('--amount').map((sides) => sides.split('--side').length - 1);
  if (before || after.some((sides) => sides > 1) || after.filter(Boolean).length !== side.length)
    throw new Failure('options_conflict', 'each --side follows the --amount that it belongs to');
  const sums = amount.map((name, at) => ({
    date: date[at] ?? date[0] ?? '',
    amount: name,
    from: from[at] ?? '',
    side: after[at] ? side[after.slice(0, at).filter(Boolean).length] : undefined,
  }));
  return { sums, to };
}

const times = ({ length }: readonly string[]) => ['never', 'once', 'twice'][length] ?? `${length} times`;

const receiptNames = ({ given, run }: AnnotateRequest): readonly string[] =>
  namesOfReceipt({ hasTable: given.rates === undefined && run.source.has.table === true });

function noteHeader({ table, run: { reporter } }: AnnotateRequest): void {
  const { line } = table.header;
  if (!table.hasHeader) return;
  if (table.counted === 'row')
    reporter.note(`the header is row ${line} of the sheet ${quoted(table.sheet.name)}`);
  else if (line > 1) reporter.note(`the header is line ${line}`);
}

function readerOf(
  table: CsvFile | SheetFile,
  given: Annotating,
  options: Pick<RowOptions, 'days' | 'isKnown' | 'isListed'>,
) {
  const { dateFormat: form, year, decimal } = given;
  return rowReader(table, { form, year, decimal, ...options });
}

/** The currencies of all rows with an amount, whatever their days. */
async function codesIn(table: CsvFile | SheetFile, given: Annotating): Promise<readonly Code[]> {
  const isKnown = (code: Code) => currencyNames.has(code);
  const reader = readerOf(table, given, { days: [], isKnown, isListed });
  return [...(await decide(table, reader)).codes];
}

/** A file whose rows are understood, and what they need. */
interface Prepared {
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rule: RateRule | undefined;
  readonly rates: RowRates;
  readonly own: OwnRates | undefined;
  readonly plan: Plan;
  readonly fetcher: DayFetcher;
  readonly coverage: Coverage;
  readonly watch: OutlierWatch;
  readonly spending: Spending;
}

/** Reads the file to find out what it needs. @param named the rule; undefined: the default */
async function prepare(
  { given, run, table }: AnnotateRequest,
  named: RateRule | undefined,
): Promise<Prepared> {
  const { header } = table;
  const { source, reporter } = run;
  const { calendar } = source;
  const now = run.host.now();
  const days = header.sums.map(({ date }) =>
    'written' in date ? dayOfAll(date.written, given, run) : undefined,
  );

  // files have no calendar
  const rule = given.rates === undefined ? named : (named ?? 'day');
  const own =
    given.rates &&
    (await (await import('../input/rates-file.ts')).readRatesFiles(given.rates, rule ?? 'day', run));
  const terms: DayOptions = own ? { ...given, store: false, yes: true } : given;
  const { stored, known } = await openDays(run, terms);
  const all = openFetcher(run, { ...terms, stored });
  if (!terms.yes) await checkConstants(header, known);
  noteConstants(header, reporter);
  const isKnown = terms.yes ? () => true : await knownCodes(known);
  const isListedOrOwn = (code: Code) => isListed(code) || own?.codes.has(code) === true;
  const reader = readerOf(table, given, { days, isKnown, isListed: isListedOrOwn });
  const decision = await decide(table, reader);
  for (const words of reader.meanings) reporter.noteOnce(words);

  const { codes, replaced } = decision;
  const rates = rowRates(rule, { now, finished: lastFinal(calendar, now), calendar }, own);
  const read = new Set([...codes, ...replaced]);
  const basis = basisOf(rule, dayAt(now));
  const { withoutOdd } = given;
  const reach = { codes: read, reporter, withoutOdd, stored };
  const fetcher = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const plan = fetcher.plan(rates.needed(decision.days), 'range');
  const isRange = rule?.endsWith('mean') === true;
  const coverage = new Coverage(pivotOf(source.pivot), [], {
    now,
    publishes: calendar.publishes,
    isRange,
    restsOn: codes,
  });
  const watch = new OutlierWatch(stored, codes, withoutOdd);
  const spending = { run, stored, plan, options: terms };
  return { reader, decision, rule, rates, own, plan, fetcher, coverage, watch, spending };
}

/** Fetches the rates that the rows need. */
async function fetchOutcomes(
  { given, run, table }: AnnotateRequest,
  { reader, decision, rule, rates, own, plan, fetcher, coverage, watch }: Prepared,
  budget: RunBudget,
  hasReceipts: boolean,
): Promise<Added['outcomesOf']> {
  const { source } = run;
  const numbers = new Map<Day, string>();
  for await (const fetched of watch.over(fetcher.fetch(plan, budget)))
    for (const outcome of fetched.days) {
      if (isGap(outcome)) {
        coverage.gap(outcome);
        continue;
      }
      coverage.shown(outcome);
      rates.add(outcome, decision.codes);
      if (outcome.table !== undefined) numbers.set(outcome.day, outcome.table);
    }

  const tables = source.has.table ? numbers : undefined;
  const whose = own ? { source: own.name, isOwn: true } : { source: source.folder, tables };
  const isOdd = watch.isOdd.bind(watch);
  const receiptOf = hasReceipts ? receipts({ rule: rule ?? 'day', isOdd, ...whose }) : undefined;
  const { digits } = given;
  return outcomesBy({ header: table.header, reader, decision, rates, digits, receiptOf });
}

/** Notes which rates count for days without any of their own. */
function noteRates({ run }: AnnotateRequest, { decision, rates, own }: Prepared): void {
  const { source, reporter } = run;
  const { calendar } = source;
  const closed = rates.closed(decision.days);
  if (closed.size > 0) reporter.note(closedLine(closed, calendar.publishes));
  noteFixed(rates.fixed, reporter);
  if (own) warnOfListed(rates.listed, own.name, reporter);
  for (const period of rates.cut(decision.days))
    reporter.note(cutLine(period, lastFinal(calendar, run.host.now())));
}

/** Reports which days have no rates. */
function reportDays({ run }: AnnotateRequest, { decision, rule, coverage, watch }: Prepared): ExitCode {
  watch.reportReplaced(new Set([...decision.codes, ...decision.replaced]), run.reporter);
  const isOfDay = ['day', 'weekday'].includes(rule ?? 'day');
  const hint = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
  return coverage.report(run.reporter, ...(isOfDay ? [hint] : []));
}

function dayOfAll(written: string, { rates }: Annotating, { host, source }: Run): Day {
  const now = host.now();
  return rates === undefined ? resolveDay(written, now, () => source) : anyDay(written, now);
}

/** The currencies that are given for all rows. */
const constantsOf = ({ sums, to }: Header) =>
  [...sums.map(({ from }) => from), ...to].filter((currency) => 'unit' in currency);

/** @throws a usage error that names the columns, since one of them can be meant */
async function checkConstants(header: Header, known: Known): Promise<void> {
  const codes: readonly Code[] = constantsOf(header).map(({ unit }) => unit.code);
  try {
    await checkCodes(codes, known);
  } catch (error) {
    const alive = codes.filter((code) => !endedCurrencyOf(code));
    const meant = alive.flatMap((code) => didYouMean(code, header.names)).slice(0, 1);
    throw failureIn(error).hinting(...meant, columnsInWords(header.names));
  }
}

function noteConstants(header: Header, reporter: App['reporter']): void {
  for (const { unit, typed } of constantsOf(header)) {
    if (isHundredth(unit)) reporter.noteOnce(hundredthInWords(unit));
    else if (unit.code !== parseCode(typed)) reporter.note(`${typed} = ${unit.code}, ${nameOf(unit.code)}`);
  }
  for (const {
    amounts: [first = -1, second],
  } of header.sums) {
    const name = header.names[first] ?? '';
    if (second === undefined || !isCreditName(name)) continue;
    reporter.problem(`the first column of --amount is that of debits, and it is called ${quoted(name)}`);
  }
}

/** @throws a usage error if what is written would be something else than the ending of the output says */
function checkEnding({ path, given, table }: AnnotateRequest): void {
  const { output = '' } = given;
  const [ending, own] = [output, path].map((file) => extname(file).toLowerCase());
  const format = formatOfFile(output);
  const isOfText = format ? formats[format].delimited : !foreignEnding(output);
  const isBook = table.counted === 'row';
  const isFit = isOfText || (isBook ? format === 'xlsx' : ending === own);
  const fitting = (instead: string) => `-o ${inShell(output.slice(0, -extname(output).length) + instead)}`;
  if (!isFit) {
    const instead = isBook && ending === own ? '.xlsx' : '.csv';
    const message = `--output: annotate writes CSV, no ${extname(output)} files`;
    throw new Failure('wrong_format', message, fitting(instead));
  }
  // CSV keeps what is between its cells, so no ending can promise another sign
  const isTabbed = !isBook && table.delimiter === '\t';
  if (isBook || ending === own || ending !== (isTabbed ? '.csv' : '.tsv')) return;
  const between = isTabbed ? 'tabs' : quoted(table.delimiter);
  const message = `--output: ${nameOfFile(path)} has ${between} between its cells, and keeps them`;
  throw new Failure('wrong_format', message, fitting(isTabbed ? '.tsv' : '.csv'));
}

const nameOfFile = (path: string) => (path === '-' ? 'stdin' : path);

/** CSV as the same CSV, a sheet as CSV or a workbook. */
function annotated({ path, given, run, table }: AnnotateRequest, added: Added): AsyncGenerator<Uint8Array> {
  const { output = '', decimal, delimiter } = given;
  if (table.counted === 'line') return annotatedCsv(table, added);
  const ending = extname(output).toLowerCase();
  const usual = ending === '.tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  if (ending !== '.xlsx') return annotatedSheet(table, added, delimiter ?? usual);
  const values =
    resolve(output) === resolve(path) ? 'keeps its values' : `has the values of ${nameOfFile(path)}`;
  run.reporter.note(`${output} ${values}, without styles and other formulas`);
  return annotatedBook(table, added);
}
