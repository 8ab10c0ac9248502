import { extname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { isCreditName } from '../../annotate/amounts.ts';
import { checkFree, columnsInWords, didYouMean, type Header, type Wanted } from '../../annotate/columns.ts';
import { Computation, namesAdded, namesOfReceipt } from '../../annotate/compute.ts';
import { dayForms } from '../../annotate/days.ts';
import { type Decision, decide } from '../../annotate/decide.ts';
import { RowRates } from '../../annotate/rates.ts';
import { RowReport } from '../../annotate/report.ts';
import { RowReader } from '../../annotate/rows.ts';
import { type CsvFile, openTable, type SheetFile, type Table } from '../../annotate/table.ts';
import { type Added, annotatedBook, annotatedCsv, annotatedSheet } from '../../annotate/write.ts';
import { type Day, dayAt } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { anyDay, cutLine, resolveDay } from '../../calendar/ranges.ts';
import { type Code, parseCode } from '../../currencies/code.ts';
import { endedCurrencyOf } from '../../currencies/ended.ts';
import { currencyNames, isListed, nameOf } from '../../currencies/names.ts';
import { hundredthInWords, isHundredth } from '../../currencies/units.ts';
import { type InputFile, openInput } from '../../disk/input-file.ts';
import { type ExitCode, Failure, failureIn } from '../../errors.ts';
import type { Plan } from '../../fetch/plan.ts';
import { also } from '../../hint.ts';
import { foreignEnding, formatOfFile, formats, recordsFormats } from '../../output/formats.ts';
import { orAbandoned } from '../../output/output.ts';
import { type DayRates, pivotOf } from '../../rates/day-rates.ts';
import { decimalMarks } from '../../rates/decimal.ts';
import type { OwnRates } from '../../rates/own-rates.ts';
import { type Receipts, receipts } from '../../rates/receipt.ts';
import { basisOf, type RateRule } from '../../rates/rules.ts';
import { Coverage, closedLine, noteFixed, warnOfListed } from '../../report/coverage.ts';
import { asPublished, countingOnly, showDays, withFigures } from '../../run/figures.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes, type Known, knownCodes } from '../../run/known-codes.ts';
import { openDays } from '../../run/library.ts';
import { noteWritten, openOutput } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { reachingBack } from '../../run/reaching-back.ts';
import { type Run, resolveAuto, startRun, type Terms } from '../../run/run.ts';
import type { Ledger } from '../../sources/ledger.ts';
import { count, inShell, quoted } from '../../words.ts';
import {
  type Command,
  days,
  define,
  type Given,
  inOutput,
  inWhat,
  numberLike,
  output,
  voice,
  what,
} from '../options.ts';

const options = [
  each('--date <column>', 'column with the day of each row, or one day for all rows'),
  each('--amount <columns>', 'column with the amount of each row, or two, debits first: Debit,Credit'),
  each('--from <column>', 'column with the currency of the amount, or one code for all rows'),
  () =>
    inWhat(
      '--to <columns>',
      'column with the currency to convert to, or one or more codes for all rows: EUR,USD',
    ).makeOptionMandatory(),
  () =>
    inWhat('--side <column>', 'column that says debit or credit, after the --amount without signs').argParser(
      collected,
    ),
  what.rate,
  what.digits,
  what.rates,
  () => inWhat('--date-format <form>', 'how all days are written (default: as each looks)').choices(dayForms),
  () => inWhat('--sheet <name>', 'which sheet of a workbook (default: the one that has the columns)'),
  () =>
    inWhat('--year <year>', 'of all days, with --date-format DDMM').argParser(
      numberLike(/^\d{4}$/, 'a year'),
    ),
  () =>
    inWhat('--decimal <mark>', 'of the amounts and the added numbers (default: as the amounts look)').choices(
      decimalMarks,
    ),
  () =>
    inWhat(
      '--delimiter <sign>',
      'what is between the cells, such as , ; | or tab (default: as the header looks)',
    ).argParser(delimiterSign),
  () =>
    inWhat('--encoding <name>', 'of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)'),
  () => inWhat('--no-header', 'the file has no header: columns are named by their numbers'),
  ...days,
  output.output,
  () => inOutput('--receipts', 'also add how each rate was made: rule, derived, source, days, odd days'),
  () => inOutput('--check', 'list what no longer holds of a file that was annotated with these options'),
  () =>
    inOutput(
      '-f, --format <format>',
      'of what --check lists (default: table on a terminal, else csv)',
    ).choices(recordsFormats),
  () => inOutput('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
  ...voice,
] as const;

export type Annotating = Given<typeof options>;

export const annotateCommand = define({
  name: 'annotate',
  description:
    'A CSV file or workbook of transactions, each row with the rate of its own day. Needs --date, --amount, ' +
    '--from and --to; the first three may be given again, for another amount of the rows.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
    ['ratebook annotate x.csv --date Day --amount Sum --from USD --to EUR --check', 'what no longer holds'],
  ],
  options,
  shape: (command) => withEachOnce(command).argument('<file>', 'a CSV file or an .xlsx workbook; - is stdin'),
  run: (cli, given, [file]) => annotate(file, given, cli),
});

function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** May be given again, for another amount of the row. */
function each<Flags extends string>(flags: Flags, meaning: string) {
  return () => inWhat(flags, meaning).argParser(collected).makeOptionMandatory();
}

/** One byte that is neither a quote nor a line end. */
function delimiterSign(text: string): string {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is not one ASCII character, nor tab');
  return sign;
}

type SetOption = (key: string, value: unknown, source?: string) => unknown;

/** Commander would take the last of two. */
function withEachOnce(command: Command): Command {
  const set = command.setOptionValueWithSource.bind(command) as SetOption;
  const setOnce: SetOption = (key, value, source) => {
    const long = command.options.find((option) => option.attributeName() === key && option.required)?.long;
    const isOfMany = Array.isArray(value);
    if (long && !isOfMany && command.getOptionValueSource(key) === 'cli') {
      const both = `${long} ${command.getOptionValue(key)},${value}`;
      throw new Failure('options_conflict', `${long} is given twice`, ...(key === 'to' ? [both] : []));
    }
    return set(key, value, source);
  };
  return Object.assign(command, { setOptionValueWithSource: setOnce });
}

/** A file, and what the command line asks about it. */
export interface Request {
  readonly input: InputFile;
  readonly path: string;
  readonly given: Annotating;
  readonly run: Run;
}

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotate(path: string, given: Annotating, cli: Cli): Promise<ExitCode> {
  if (!given.check && given.format !== undefined)
    throw new Failure('options_conflict', '--format is that of --check', 'annotate keeps that of the file');
  if (!given.check) checkEnding(given.output ?? '', path);
  const started = startRun(cli, given);
  const input = await openInput(path, cli.host);
  try {
    const asked = { input, path, given, run: started };
    const codes = (isHad: (code: Code) => boolean) => codesIn(asked).then((all) => all.filter(isHad));
    const run = given.rates === undefined ? await resolveAuto(started, given, codes) : started;
    const request = { ...asked, run };
    return given.check ? await (await import('./check.ts')).checkFile(request) : await annotateFile(request);
  } finally {
    await input.close();
  }
}

async function annotateFile(request: Request): Promise<ExitCode> {
  const { input, given, run } = request;
  const { rate: rule, output, receipts } = given;
  const table = await tableOf(request);
  const write = writerTo(request, table);
  const names = addedNames(table.header, request, receipts ? receiptNames(request) : []);
  checkFree(table.hasHeader ? table.header.names : [], table.hasHeader ? names : []);
  noteHeader(table, run.reporter);

  const prepared = await prepare(table, request, rule);
  if (given.dryRun) return printPlan(prepared.plan, {}, run);

  return orAbandoned(await openOutput({ output }, run), (place) =>
    prepared.withRates(async (receiptOf) => {
      const report = new RowReport('without a rate', table.counted, prepared.own);
      const added = addedTo(table, request, prepared, { names, report, receiptOf: receipts && receiptOf });
      for await (const bytes of write(added)) await place.write(bytes);
      await input.checkUnchanged();
      // it can be the file that is replaced, which Windows refuses while it is open
      await input.close();
      await place.close();
      noteWritten(output, () => count(prepared.decision.rows, 'row'), run);
      return () => report.print(run.reporter);
    }),
  );
}

export function tableOf({ input, path, given, run }: Request): Promise<CsvFile | SheetFile> {
  const { delimiter, encoding, header: hasHeader, sheet } = given;
  const wanted = wantedOf(given, run.host.argv);
  return openTable(input, { path, wanted, delimiter, encoding, sheet, hasHeader });
}

/**
 * Each `--amount` goes with the `--from` in its place, with its own `--date` or the only one, and with the
 * `--side` that follows it.
 */
function wantedOf(
  { date, amount, from, side = [], to, dateFormat, year }: Annotating,
  argv: readonly string[],
): Wanted {
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
  if ((dateFormat === 'DDMM') !== (year !== undefined))
    throw new Failure(
      'missing_option',
      year === undefined ? '--date-format DDMM needs --year' : '--year goes with --date-format DDMM',
    );

  const sides = sidesAfterAmounts(argv);
  if (sides.length !== side.length || sides.some((at, place) => at < 0 || sides.indexOf(at) !== place))
    throw new Failure('options_conflict', 'each --side follows the --amount that it belongs to');
  const sums = amount.map((name, at) => ({
    date: date[at] ?? date[0] ?? '',
    amount: name,
    from: from[at] ?? '',
    side: side[sides.indexOf(at)],
  }));
  return { sums, to };
}

/** The number of the amount that each `--side` follows. */
function sidesAfterAmounts(argv: readonly string[]): readonly number[] {
  const names = argv.map((word) => word.replace(/=.*$/s, ''));
  const placesOf = (option: string) => names.flatMap((name, place) => (name === option ? [place] : []));
  const amounts = placesOf('--amount');
  return placesOf('--side').map((side) => amounts.filter((place) => place < side).length - 1);
}

const times = ({ length }: readonly string[]) => ['never', 'once', 'twice'][length] ?? `${length} times`;

/** Those of the columns that the options add. */
export const addedNames = (
  header: Header,
  { given }: Request,
  receipt: readonly string[],
): readonly string[] => namesAdded(header, given.prefix ?? '', receipt);

export const receiptNames = ({ given, run }: Request): readonly string[] =>
  namesOfReceipt({ hasTable: given.rates === undefined && run.source.has.table === true });

export function noteHeader(table: CsvFile | SheetFile, reporter: Cli['reporter']): void {
  const { line } = table.header;
  if (!table.hasHeader) return;
  if (table.counted === 'row')
    reporter.note(`the header is row ${line} of the sheet ${quoted(table.sheet.name)}`);
  else if (line > 1) reporter.note(`the header is line ${line}`);
}

/** The currencies of all rows with an amount, whatever their days. */
async function codesIn(request: Request): Promise<readonly Code[]> {
  const table = await tableOf(request);
  const { dateFormat: form, year, decimal } = request.given;
  const isKnown = (code: Code) => currencyNames.has(code);
  const reader = new RowReader(table, { form, year, decimal, isKnown, isListed, dayOf: () => undefined });
  return [...(await decide(table, reader, () => true)).codes];
}

/** A file whose rows are understood, and what they need. */
export interface Prepared {
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: RowRates;
  readonly plan: Plan;
  readonly own: OwnRates | undefined;
  /** Fetches the rates, once their cost is agreed to, for work that says afterwards which rows it left. */
  readonly withRates: (work: (receiptOf: Receipts) => Promise<() => ExitCode>) => Promise<ExitCode>;
}

/** Reads the file to find out what it needs. @param named the rule; undefined: the default */
export async function prepare(
  table: Table,
  { given, run }: Request,
  named: RateRule | undefined,
): Promise<Prepared> {
  const { header } = table;
  const { source, reporter } = run;
  const now = run.host.now();
  const finished = lastFinal(source.calendar, now);
  const fixedDays = new Map(header.sums.map((sum) => [sum, dayOfAll(sum, given, run)]));

  // files have no calendar
  const rule = given.rates === undefined ? named : (named ?? 'day');
  const own =
    given.rates &&
    (await (await import('../../input/rates-file.ts')).readRatesFiles(given.rates, rule ?? 'day', run));
  const terms: Terms = own ? { ...given, store: false, yes: true } : given;
  const { holdings, library: all, known } = await openDays(run, terms);
  const basis = basisOf(rule, dayAt(now));
  const counting = countingOnly(given, holdings);

  if (!terms.yes) await checkConstants(header, known);
  noteConstants(header, reporter);
  const reader = new RowReader(table, {
    form: given.dateFormat,
    year: given.year,
    decimal: given.decimal,
    isKnown: terms.yes ? () => true : await knownCodes(known),
    isListed: (code) => isListed(code) || own?.codes.has(code) === true,
    dayOf: (sum) => fixedDays.get(sum),
  });
  const rates = new RowRates(rule, { now, finished, calendar: source.calendar }, own);
  const decision = await decide(table, reader, (day) => rates.isServed(day));
  for (const words of reader.meanings) reporter.noteOnce(words);

  const { days, codes, replaced } = decision;
  const read = new Set([...codes, ...replaced]);
  const reach = { codes: read, back: basis.of === 'last' ? basis.back : 0, reporter, counting };
  const library = basis.of === 'last' ? reachingBack(all, reach) : all;
  const plan = library.plan(rates.needed(days), 'range');
  const { publishes } = source.calendar;
  const isRange = rule?.endsWith('mean') === true;
  const coverage = new Coverage(pivotOf(source.pivot), [], { now, publishes, isRange, restsOn: codes });
  const take = (ledger: Ledger) => library.batches(plan, ledger);

  const withRates: Prepared['withRates'] = (work) =>
    withFigures(
      { run, holdings, plan, terms, codes, named: read, coverage, take },
      async ({ days: came, isOdd }) => {
        const numbers = new Map<Day, string>();
        const add = (day: DayRates) => {
          rates.add(day, codes);
          if (day.table !== undefined) numbers.set(day.day, day.table);
        };
        await showDays(came, { view: asPublished, coverage, day: add });

        const tables = source.has.table ? numbers : undefined;
        const whose = own ? { source: own.name, isOwn: true } : { source: source.folder, tables };
        const tell = await work(receipts({ rule: rule ?? 'day', isOdd, ...whose }));

        const closed = rates.closed(days);
        if (closed.size > 0) reporter.note(closedLine(closed, publishes));
        noteFixed(rates.fixed, reporter);
        if (own) warnOfListed(rates.listed, own.name, reporter);
        for (const period of rates.cut(days)) reporter.note(cutLine(period, finished));
        const isOfDay = ['day', 'weekday'].includes(rule ?? 'day');
        const hint = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
        return { hints: isOfDay ? [hint] : [], tell };
      },
    );
  return { reader, decision, rates, plan, own, withRates };
}

interface Adding extends Pick<Added, 'names' | 'report'> {
  readonly receiptOf: Receipts | undefined;
}

export function addedTo(
  { header }: Table,
  { given }: Request,
  { reader, decision, rates }: Prepared,
  { names, report, receiptOf }: Adding,
): Added {
  const { digits } = given;
  const computation = new Computation({ header, reader, decision, rates, digits, receiptOf });
  return { names, reader, computation, report, decimal: given.decimal ?? decision.decimal };
}

/** Undefined if a column has the days. */
function dayOfAll(
  { date }: Header['sums'][number],
  { rates }: Annotating,
  { host, source }: Run,
): Day | undefined {
  if ('column' in date) return undefined;
  const now = host.now();
  return rates === undefined ? resolveDay(date.written, now, () => source) : anyDay(date.written, now);
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

function noteConstants(header: Header, reporter: Cli['reporter']): void {
  for (const { unit, typed } of constantsOf(header)) {
    if (isHundredth(unit)) reporter.noteOnce(hundredthInWords(unit));
    else if (unit.code !== parseCode(typed)) reporter.note(`${typed} is ${unit.code} (${nameOf(unit.code)})`);
  }
  for (const {
    amounts: [first = -1, second],
  } of header.sums) {
    const name = header.names[first] ?? '';
    if (second === undefined || !isCreditName(name)) continue;
    reporter.problem(`the first column of --amount is that of debits, and it is called ${quoted(name)}`);
  }
}

/** Before the file is read: its own ending suits what is written, too. */
function checkEnding(output: string, given: string): void {
  const format = formatOfFile(output);
  const isFit = format ? formats[format].delimited || format === 'xlsx' : !foreignEnding(output);
  if (!isFit && extname(output) !== extname(given)) throw writesCsv(output);
}

/** CSV as the same CSV, a sheet as CSV or a workbook. @throws a usage error for another ending */
function writerTo({ path, given, run }: Request, table: CsvFile | SheetFile) {
  const { output = '', decimal } = given;
  const ending = extname(output).toLowerCase();
  const isBook = ending === '.xlsx';
  if (table.counted === 'line') {
    if (isBook) throw writesCsv(output);
    checkDelimiter(output, path, table.delimiter);
    return (added: Added) => annotatedCsv(table, added);
  }
  if (foreignEnding(output)) throw writesCsv(output, '.xlsx');
  const usual = ending === '.tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  if (!isBook) return (added: Added) => annotatedSheet(table, added, given.delimiter ?? usual);
  return (added: Added) => {
    const isItself = resolve(output) === resolve(path);
    const values = isItself ? 'keeps its values' : `has the values of ${nameOfFile(path)}`;
    run.reporter.note(`${output} ${values}, without styles and other formulas`);
    return annotatedBook(table, added);
  };
}

function writesCsv(output: string, instead = '.csv'): Failure {
  const ending = extname(output);
  return new Failure(
    'wrong_format',
    `--output: annotate writes CSV, no ${ending} files`,
    `-o ${inShell(output.slice(0, -ending.length) + instead)}`,
  );
}

const nameOfFile = (path: string) => (path === '-' ? 'stdin' : path);

/** CSV keeps what is between its cells, so no ending can promise another sign. */
function checkDelimiter(output: string, given: string, delimiter: string): void {
  const ending = extname(output).toLowerCase();
  const promised = { '.csv': delimiter !== '\t', '.tsv': delimiter === '\t' }[ending] ?? true;
  if (promised || ending === extname(given).toLowerCase()) return;
  const between = delimiter === '\t' ? 'tabs' : quoted(delimiter);
  const fitting = `${output.slice(0, -ending.length)}${delimiter === '\t' ? '.tsv' : '.csv'}`;
  throw new Failure(
    'wrong_format',
    `--output: ${nameOfFile(given)} has ${between} between its cells, and keeps them`,
    `-o ${inShell(fitting)}`,
  );
}
