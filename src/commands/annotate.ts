import { extname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { dayForms } from '../annotate/cells.ts';
import { addedColumns, type Checking, type Finding, rowChecker, ruleIn } from '../annotate/check.ts';
import {
  checkFree,
  columnsInWords,
  didYouMean,
  type Header,
  type WantedColumns,
} from '../annotate/columns.ts';
import { namesAdded, outcomesBy, receiptNames, rowRates } from '../annotate/compute.ts';
import { decide } from '../annotate/decide.ts';
import { likelyNames, openTable, type Table } from '../annotate/read.ts';
import { rowReport } from '../annotate/report.ts';
import { rowReader } from '../annotate/rows.ts';
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
import { consent } from '../fetch/consent.ts';
import { OutlierWatch } from '../fetch/outlier-watch.ts';
import { reachingBack } from '../fetch/reaching-back.ts';
import { also, ratebook } from '../hint.ts';
import { type InputFile, openInput } from '../input/input-file.ts';
import { foreignEnding, formatOfFile, formats, recordsFormats } from '../output/formats.ts';
import { isStdout } from '../output/output.ts';
import type { Column } from '../output/records.ts';
import { pivotOf } from '../rates/day-rates.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { receipts } from '../rates/receipt.ts';
import { basisOf, type RateRule } from '../rates/rules.ts';
import { Coverage, closedLine, noteFixed, warnOfListed } from '../report/coverage.ts';
import { openDays, openFetcher } from '../run/days.ts';
import { checkCodes, type Known, knownCodes } from '../run/known-codes.ts';
import { noteWritten, openOutput, type Printing, printing, printRecords } from '../run/output.ts';
import { printPlan } from '../run/print-plan.ts';
import { endRun, firstOf, type Run, resolveAuto, startRun } from '../run/run.ts';
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

const optionNames = ['date', 'amount', 'from', 'to'] as const;

/** What the columns are usually called. */
const usualNames = {
  date: /^(?:(?:booking|transaction|posting|trade|value|completed|created|started) ?)?(?:date|day|datum|tag|time|fecha|data|dato)$/i,
  amount:
    /^(?:(?:transaction|gross) ?)?(?:amount|sum|value|betrag|umsatz|montant|importe|importo|bedrag|kwota|valor)$/i,
  from: /^(?:(?:transaction|amount) ?)?(?:currency|ccy|curr|currency code|währung|waehrung|devise|divisa|moneda|moeda|valuta|munt|waluta)$/i,
  to: /^\b$/,
};

/** What is missing, and if the header shows which columns are meant, the whole command line. */
async function withoutOption(path: string, given: Annotating, host: App['host']): Promise<Failure> {
  const missing = optionNames.filter((option) => given[option].length === 0);
  const message = `--${missing[0]} is missing`;
  const input = await openInput(path, host).catch(() => undefined);
  const names = input ? await likelyNames(input, given).finally(() => input.close()) : [];
  if (names.length === 0) return new Failure('missing_option', message);
  const options = missing.flatMap((option) => {
    const name = names.find((each) => usualNames[option].test(each));
    return name === undefined ? [] : [`--${option}`, name];
  });
  const isWhole = options.length === 2 * missing.length;
  const hint = isWhole ? ratebook(...host.argv, ...options) : columnsInWords(names);
  return new Failure('missing_option', message, hint);
}

/** @throws a usage error for options that do not go together */
function checkOptions(path: string, { check, format, output = '', dateFormat, year, ...given }: Annotating) {
  const conflict = (...words: readonly [string, ...string[]]) => new Failure('options_conflict', ...words);
  if (!check && format !== undefined)
    throw conflict('--format is that of --check', 'annotate keeps that of the file');
  if (check && !isStdout(output) && resolve(output) === resolve(path))
    throw conflict('--check writes nothing to the file that it checks', 'another file for --output');
  if ((dateFormat === 'DDMM') !== (year !== undefined))
    throw new Failure(
      'missing_option',
      year === undefined ? '--date-format DDMM needs --year' : '--year goes with --date-format DDMM',
    );
  const { date, amount, from } = given;
  if (amount.length !== from.length)
    throw conflict(
      `--amount is given ${times(amount)}, --from ${times(from)}`,
      'each --amount has a --from of its own',
      ...(from.length === 1 ? [`of debits and credits: --amount ${inShell(amount.join())}`] : []),
    );
  if (date.length > 1 && date.length !== amount.length)
    throw conflict(
      `--date is given ${times(date)}, --amount ${times(amount)}`,
      'one --date for all amounts, or one for each',
    );
}

const times = ({ length }: readonly string[]) => ['never', 'once', 'twice'][length] ?? `${length} times`;

/**
 * Each `--amount` goes with the `--from` in its place, with its own `--date` or the only one, and with the
 * `--side` that follows it.
 */
function wantedOf({ date, amount, from, side = [], to }: Annotating, argv: readonly string[]): WantedColumns {
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

/** A file, and what the command line asks about it. */
interface Job {
  readonly input: InputFile;
  readonly path: string;
  readonly given: Annotating;
  readonly run: Run;
  readonly table: Table;
}

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotate(path: string, given: Annotating, app: App): Promise<ExitCode> {
  if (optionNames.some((option) => given[option].length === 0))
    throw await withoutOption(path, given, app.host);
  checkOptions(path, given);
  const started = startRun(app, given);
  const input = await openInput(path, app.host);
  try {
    const table = await openTable(input, { ...given, path, wanted: wantedOf(given, app.host.argv) });
    // the currencies of all rows with an amount, whatever their days
    const codes = async (isHad: (code: Code) => boolean) => {
      const isKnown = (code: Code) => currencyNames.has(code);
      const reader = rowReader(table, { ...given, days: [], isKnown, isListed });
      return [...(await decide(table, reader)).codes].filter(isHad);
    };
    const run = given.rates ? started : await resolveAuto(started, given, codes);
    return await annotateTable({ input, path, given, run, table });
  } finally {
    await input.close();
  }
}

async function annotateTable(job: Job): Promise<ExitCode> {
  const { given, run, table } = job;
  const { check, output, prefix = '' } = given;
  const { header } = table;
  const receipt = receiptNames.filter((name) => name !== 'table' || (!given.rates && run.source.has.table));
  const asked = given.receipts ? receipt : [];
  const columns = check
    ? addedColumns(table, prefix, receipt, asked)
    : { names: namesAdded(header, prefix, asked), columns: [], receipt: asked };
  const usual = isTerminal(output, run) ? 'table' : 'csv';
  const to = check ? printing({ ...given, header: true, pager: true }, usual, run) : undefined;
  if (!check) checkEnding(job);
  if (!check && table.hasHeader) checkFree(header.names, columns.names);
  if (table.hasHeader && table.counted === 'row')
    run.reporter.note(`the header is row ${header.line} of the sheet ${quoted(table.sheet.name)}`);
  else if (table.hasHeader && !check && header.line > 1)
    run.reporter.note(`the header is line ${header.line}`);

  const isOfReceipts = check && columns.receipt.length > 0;
  const rule = isOfReceipts ? await ruleIn(table, columns.columns[3], given.rate) : given.rate;
  const prepared = await prepare(job, rule);
  const { reader, decision, own, plan, spending, watch } = prepared;
  if (given.dryRun) return printPlan(plan, {}, run);

  const place = to ? undefined : await openOutput({ output }, run);
  const report = rowReport(check ? 'that cannot be worked out' : 'without a rate', table.counted, own);
  let budget: RunBudget | undefined;
  let found = 0;
  try {
    budget = await consent(spending);
    const outcomesOf = await fetchOutcomes(job, prepared, budget, columns.receipt.length > 0);
    const added = { ...columns, outcomesOf, reader, report, decimal: given.decimal ?? decision.decimal };
    if (to) found = await listFindings(job, added, to);
    for await (const bytes of place ? annotated(job, added) : []) await place?.write(bytes);
    await job.input.checkUnchanged();
    // it can be the file that is replaced, which Windows refuses while it is open
    await job.input.close();
    await place?.close();
    if (place) noteWritten(output, count(decision.rows, 'row'), run);
    noteRates(job, prepared);
  } catch (error) {
    await place?.abandon();
    throw error;
  } finally {
    watch.report(run.reporter);
    await endRun(run, budget);
  }
  const codes = [reportDays(job, prepared), report.print(run.reporter), found > 0 ? exit.partial : exit.ok];
  return firstOf(codes, spending.stored);
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Reads the file to find out what it needs. @param named the rule; undefined: the default */
async function prepare({ given, run, table }: Job, named: RateRule | undefined) {
  const { header } = table;
  const { source, reporter } = run;
  const { calendar } = source;
  const now = run.host.now();
  const days = header.sums.map(({ date }) =>
    'written' in date ? dayOfAll(date.written, given, run) : undefined,
  );

  // files have no calendar
  const rule = given.rates ? (named ?? 'day') : named;
  const own =
    given.rates &&
    (await (await import('../input/rates-file.ts')).readRatesFiles(given.rates, rule ?? 'day', run));
  const terms = own ? { ...given, store: false, yes: true } : given;
  const { stored, known } = await openDays(run, terms);
  if (!terms.yes) await checkConstants(header, known);
  noteConstants(header, reporter);
  const reader = rowReader(table, {
    ...given,
    days,
    isKnown: terms.yes ? () => true : knownCodes(known),
    isListed: (code) => isListed(code) || own?.codes.has(code) === true,
  });
  const decision = await decide(table, reader);
  for (const words of reader.meanings) reporter.noteOnce(words);

  const { codes, replaced } = decision;
  const rates = rowRates(decision.days, rule, { now, finished: lastFinal(calendar, now), calendar }, own);
  const basis = basisOf(rule, dayAt(now));
  const { withoutOdd } = given;
  const all = openFetcher(run, { ...terms, stored });
  const reach = { codes: new Set([...codes, ...replaced]), reporter, withoutOdd, stored };
  const fetcher = basis.of === 'last' ? reachingBack(all, { ...reach, back: basis.back }) : all;
  const plan = fetcher.plan(rates.needed, 'range');
  const coverage = new Coverage(pivotOf(source.pivot), [], {
    now,
    publishes: calendar.publishes,
    isRange: rule?.endsWith('mean') === true,
    restsOn: codes,
  });
  const watch = new OutlierWatch(stored, codes, withoutOdd);
  const spending = { run, stored, plan, options: terms };
  return { reader, decision, rule, rates, own, plan, fetcher, coverage, watch, spending };
}

function dayOfAll(written: string, { rates }: Annotating, { host, source }: Run): Day {
  const now = host.now();
  return rates ? anyDay(written, now) : resolveDay(written, now, () => source);
}

/** Fetches the rates that the rows need. */
async function fetchOutcomes(
  { given: { digits }, run: { source }, table }: Job,
  { reader, decision, rule = 'day', rates, own, plan, fetcher, coverage, watch }: Prepared,
  budget: RunBudget,
  hasReceipts: boolean,
): Promise<Added['outcomesOf']> {
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
  const receiptOf = hasReceipts ? receipts({ rule, isOdd, ...whose }) : undefined;
  return outcomesBy({ header: table.header, reader, decision, rates, digits, receiptOf });
}

/** CSV as the same CSV, a sheet as CSV or a workbook. */
function annotated({ path, given, run, table }: Job, added: Added): AsyncGenerator<Uint8Array> {
  const { output = '', decimal, delimiter } = given;
  if (table.counted === 'line') return annotatedCsv(table, added);
  const ending = extname(output).toLowerCase();
  const usual = ending === '.tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  if (ending !== '.xlsx') return annotatedSheet(table, added, delimiter ?? usual);
  const isSame = resolve(output) === resolve(path);
  const values = isSame ? 'keeps its values' : `has the values of ${nameOfFile(path)}`;
  run.reporter.note(`${output} ${values}, without styles and other formulas`);
  return annotatedBook(table, added);
}

const nameOfFile = (path: string) => (path === '-' ? 'stdin' : path);

/** @throws a usage error if what is written would be something else than the ending of the output says */
function checkEnding({ path, given, table }: Job): void {
  const { output = '' } = given;
  const [ending = '', own] = [output, path].map((file) => extname(file).toLowerCase());
  const format = formatOfFile(output);
  const isBook = table.counted === 'row';
  const isText = format ? formats[format].delimited : !foreignEnding(output);
  const wrong = (why: string, instead: string) => {
    const fitting = output.slice(0, output.length - ending.length) + instead;
    return new Failure('wrong_format', `--output: ${why}`, `-o ${inShell(fitting)}`);
  };
  if (!isText && !(isBook ? format === 'xlsx' : ending === own))
    throw wrong(
      `annotate writes CSV, no ${extname(output)} files`,
      isBook && ending === own ? '.xlsx' : '.csv',
    );
  // CSV keeps what is between its cells, so no ending can promise another sign
  const isTabbed = !isBook && table.delimiter === '\t';
  if (isBook || ending === own || ending !== (isTabbed ? '.csv' : '.tsv')) return;
  const between = isTabbed ? 'tabs' : quoted(table.delimiter);
  throw wrong(
    `${nameOfFile(path)} has ${between} between its cells, and keeps them`,
    isTabbed ? '.tsv' : '.csv',
  );
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
async function listFindings({ input, run, table }: Job, checking: Checking, to: Printing): Promise<number> {
  const check = rowChecker(checking);
  const items: Finding[] = [];
  let found = 0;
  let rows = 0;
  for await (const some of table.rows())
    for (const row of some) {
      const findings = row.count > 0 ? check(row) : undefined;
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

/** Notes which rates count for days without any of their own. */
function noteRates({ run }: Job, { rates, own }: Prepared): void {
  const { source, reporter } = run;
  const { calendar } = source;
  if (rates.closed.size > 0) reporter.note(closedLine(rates.closed, calendar.publishes));
  noteFixed(rates.fixed, reporter);
  if (own) warnOfListed(rates.listed, own.name, reporter);
  for (const period of rates.cut) reporter.note(cutLine(period, lastFinal(calendar, run.host.now())));
}

/** Reports which days have no rates. */
function reportDays({ run }: Job, { decision, rule = 'day', coverage, watch }: Prepared): ExitCode {
  watch.reportReplaced(new Set([...decision.codes, ...decision.replaced]), run.reporter);
  const hint = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
  return coverage.report(run.reporter, ...(/^(?:day|weekday)$/.test(rule) ? [hint] : []));
}

/** The currencies that are given for all rows. */
const constantsOf = ({ sums, to }: Header) =>
  [...sums.map(({ from }) => from), ...to].filter((currency) => 'unit' in currency);

/** @throws a usage error that names the columns, since one of them can be meant */
async function checkConstants(header: Header, known: Known): Promise<void> {
  const codes = constantsOf(header).map(({ unit }) => unit.code);
  try {
    await checkCodes(codes, known);
  } catch (error) {
    const alive = codes.filter((code) => !endedCurrencyOf(code));
    const meant = alive.flatMap((code) => didYouMean(code, header.names)).slice(0, 1);
    throw failureIn(error).hinting(...meant, columnsInWords(header.names));
  }
}

/** Notes what signs and names of all rows mean, and warns of a credit where the debit comes first. */
function noteConstants(header: Header, reporter: App['reporter']): void {
  for (const { unit, typed } of constantsOf(header)) {
    if (isHundredth(unit)) reporter.noteOnce(hundredthInWords(unit));
    else if (unit.code !== parseCode(typed)) reporter.note(`${typed} = ${unit.code}, ${nameOf(unit.code)}`);
  }
  for (const { amounts } of header.sums) {
    const name = header.names[amounts[0] ?? -1] ?? '';
    if (amounts.length > 1 && creditName.test(name))
      reporter.problem(`the first column of --amount is that of debits, and it is called ${quoted(name)}`);
  }
}

const creditName =
  /\b(?:credit|haben|deposit|gutschrift|bij|paid in|money in|avoir|haber|abono|crédito)s?\b/i;
