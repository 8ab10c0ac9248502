import { realpathSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { rowReader } from '../annotate/cells.ts';
import { namesAdded, outcomesBy, receiptNames } from '../annotate/compute.ts';
import { decide } from '../annotate/decide.ts';
import { type ColumnNames, type Header, likelyNames, openTable, type Table } from '../annotate/read.ts';
import { type Added, annotatedCsv, annotatedRows, checkCells, rowReport, ruleIn } from '../annotate/write.ts';
import type { App } from '../app.ts';
import { dayAt } from '../calendar/day.ts';
import { dateFormats } from '../calendar/formats.ts';
import { isDayLike } from '../calendar/parse.ts';
import { anyDay, resolveDay } from '../calendar/ranges.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf } from '../currencies/ended.ts';
import { currencyNames, isListed } from '../currencies/names.ts';
import { also, type ExitCode, exit, Failure, failureIn, ifPossible, ratebook } from '../errors.ts';
import type { RunBudget } from '../fetch/budget.ts';
import { consent } from '../fetch/consent.ts';
import { OutlierWatch } from '../fetch/outlier-watch.ts';
import { reachingBack } from '../fetch/reaching-back.ts';
import { checkFree, columnsInWords, didYouMean, normalName } from '../input/columns.ts';
import { type InputFile, openInput } from '../input/input-file.ts';
import { readRatesFiles } from '../input/rates-file.ts';
import { sheetAsCsv } from '../output/csv.ts';
import { foreignEnding, formatOfFile, recordsFormats } from '../output/formats.ts';
import { isStdout, isTerminal, type Output } from '../output/output.ts';
import { sheetsAsXlsx } from '../output/workbook.ts';
import { pivotCode } from '../rates/day-rates.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { tablesOf } from '../rates/found-rate.ts';
import { ratesByRule } from '../rates/rates-by-rule.ts';
import { basisOf } from '../rates/rules.ts';
import { readOnce } from '../read-once.ts';
import { Coverage, closedLine, noteFixed, warnOfListed } from '../report/coverage.ts';
import { openDays, openFetcher, printPlan } from '../run/days.ts';
import { type CodeLookup, isKnown, readUnit, storedCodes } from '../run/known-codes.ts';
import { noteWritten, type Printing, printing, withOutput, writeRecordsTo } from '../run/output.ts';
import { endRun, firstExitCode, type Run, resolveAuto, startRun } from '../run/run.ts';
import { isUnavailable } from '../sources/source.ts';
import { count, grouped, inShell, quoted } from '../words.ts';
import {
  collected,
  days,
  define,
  inOutput,
  inWhat,
  numberIn,
  type OptionsOf,
  output,
  reporting,
  what,
} from './options.ts';

const options = [
  each('--date <column>', 'column with the day of each row, or one day for all rows'),
  each('--amount <columns>', 'column with the amount of each row, or two, debits first: Debit,Credit'),
  each('--from <column>', 'column with the currency of the amount, or one code for all rows'),
  each(
    '--to <columns>',
    'column with the currency to convert to, or one or more codes for all rows: EUR,USD',
  ),
  inWhat('--side <column>', 'column that says debit or credit, after the --amount without signs').argParser(
    collected,
  ),
  what.rate,
  what.digits,
  what.rates,
  inWhat('--date-format <form>', 'format of all days (default: detected in each cell)').choices(dateFormats),
  inWhat('--sheet <name>', 'which sheet of a workbook (default: the one that has the columns)'),
  inWhat('--year <year>', 'of all days, with --date-format DDMM').argParser((text: string) =>
    numberIn(text, /^\d{4}$/, 'a year'),
  ),
  inWhat('--decimal <mark>', 'of the amounts and the added numbers (default: detected)').choices(
    decimalMarks,
  ),
  inWhat('--delimiter <sign>', 'character between cells, such as , ; | or tab (default: detected)').argParser(
    delimiterSign,
  ),
  inWhat('--encoding <name>', 'of a CSV file, such as windows-1250 (default: UTF-8, else windows-1252)'),
  inWhat('--no-header', 'the file has no header: columns are named by their numbers'),
  ...days,
  output.output,
  inOutput('--receipts', 'also add how each rate was made: rule, derived, source, days, odd days'),
  inOutput('--check', 'list added cells that no longer match, in a file annotated with these options'),
  inOutput('-f, --format <format>', 'of what --check lists (default: table on a terminal, else csv)').choices(
    recordsFormats,
  ),
  inOutput('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
  ...reporting,
] as const;

export type Annotating = OptionsOf<typeof options>;

export const annotateCommand = define({
  name: 'annotate',
  description:
    'A CSV file or workbook of transactions, each row with the rate of its own day. Needs --date, --amount, ' +
    '--from and --to; the first three are repeatable, for further amounts of a row.',
  examples: [
    ['ratebook annotate in.csv --date Day --amount Sum --from Code --to EUR', 'columns by their names'],
    ['ratebook annotate - --date Day --amount Sum --from USD --to EUR < in.csv', 'one currency for all rows'],
    [
      'ratebook annotate x.csv --date Day --amount Sum --from USD --to EUR --check',
      'cells that no longer match',
    ],
  ],
  options,
  shape: (command) => command.argument('<file>', 'a CSV file or an .xlsx workbook; - is stdin'),
  run: (app, options, [file]) => annotate(file, options, app),
});

/** May be given again, for another amount of the row; `--to` may not, with its own error. */
function each<Flags extends string>(flags: Flags, meaning: string) {
  return inWhat(flags, meaning)
    .argParser(collected)
    .default([] as readonly string[])
    .makeOptionMandatory();
}

/** One byte that is neither a quote nor a line end. */
function delimiterSign(text: string) {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is neither a single printable ASCII character nor tab');
  return sign;
}

const optionNames = ['date', 'amount', 'from', 'to'] as const;

/** Usual names of the columns. */
const usualNames = {
  date: /^(?:(?:booking|transaction|posting|trade|value|completed|created|started) ?)?(?:date|day|datum|tag|time|fecha|data|dato)$/i,
  amount:
    /^(?:(?:transaction|gross) ?)?(?:amount|sum|value|betrag|umsatz|montant|importe|importo|bedrag|kwota|valor)$/i,
  from: /^(?:(?:transaction|amount) ?)?(?:currency|ccy|curr|currency code|währung|waehrung|devise|divisa|moneda|moeda|valuta|munt|waluta)$/i,
};

/** The missing option, with the whole command line if the header shows the columns. */
async function withoutOption(path: string, options: Annotating, host: App['host']): Promise<Failure> {
  const missing = optionNames.filter((option) => options[option].length === 0);
  const input = await openInput(path, host).catch(() => undefined);
  const names = input ? await likelyNames(input, options).finally(() => input.close()) : [];
  const added = missing.flatMap((option) => {
    // no column tells the currency to convert to
    const name = option === 'to' ? 'EUR' : names.find((each) => usualNames[option].test(each));
    return name === undefined ? [] : [`--${option}`, name];
  });
  const hint = added.length === 2 * missing.length ? ratebook(...host.argv, ...added) : columnsInWords(names);
  return new Failure('missing_option', `--${missing[0]} is missing`, ...(names.length > 0 ? [hint] : []));
}

/** @throws a usage error for options that do not go together */
function checkOptions(path: string, options: Annotating) {
  const { check, format, output = '', dateFormat, year, date, amount, from, to } = options;
  const conflict = (...words: readonly [string, ...string[]]) => new Failure('options_conflict', ...words);
  if (!check && format !== undefined)
    throw conflict('--format needs --check', 'annotate keeps that of the file');
  // a link leads to it too
  const placeOf = (file: string) => ifPossible(() => realpathSync(file)) ?? resolve(file);
  if (check && !isStdout(output) && placeOf(output) === placeOf(path))
    throw conflict('--check writes nothing to the file that it checks', 'another file for --output');
  const isOfYear = year !== undefined;
  if ((dateFormat === 'DDMM') !== isOfYear)
    throw new Failure(
      'missing_option',
      isOfYear ? '--year goes with --date-format DDMM' : '--date-format DDMM needs --year',
    );
  const counts = (names: readonly string[]) =>
    ['never', 'once', 'twice'][names.length] ?? `${names.length} times`;
  if (to.length > 1) throw conflict('--to is given twice', `--to ${to.join()}`);
  if (amount.length !== from.length)
    throw conflict(
      `--amount is given ${counts(amount)}, --from ${counts(from)}`,
      'each --amount has a --from of its own',
      ...(from.length === 1 ? [`of debits and credits: --amount ${inShell(amount.join())}`] : []),
    );
  if (date.length > 1 && date.length !== amount.length)
    throw conflict(
      `--date is given ${counts(date)}, --amount ${counts(amount)}`,
      'one --date for all amounts, or one for each',
    );
}

/**
 * Each `--amount` goes with the `--from` in its place, with its own `--date` or the only one, and with the
 * `--side` that follows it.
 */
function columnNamesOf(
  { date, amount, from, side = [], to }: Annotating,
  argv: readonly string[],
): ColumnNames {
  const typed = argv.flatMap((word) => /^--(amount|side)(?:=|$)/.exec(word)?.[1] ?? []);
  const rest = [...side];
  const sides = typed.flatMap((name, at) =>
    name === 'amount' ? [typed[at + 1] === 'side' ? rest.shift() : undefined] : [],
  );
  if (rest.length > 0)
    throw new Failure('options_conflict', 'each --side follows the --amount that it belongs to');
  const conversions = amount.map((name, at) => {
    const day = date[at] ?? date[0] ?? '';
    return { date: day, isDay: isDayLike(day), amount: name, from: from[at] ?? '', side: sides[at] };
  });
  return { conversions, to: to.join() };
}

/** A file, and what the command line asks about it. */
interface Job {
  readonly input: InputFile;
  readonly path: string;
  readonly options: Annotating;
  readonly run: Run;
  readonly table: Table;
}

/** Reads the file to find out what it needs, fetches the rates, then reads the file again and writes it. */
async function annotate(path: string, typed: Annotating, app: App): Promise<ExitCode> {
  const { host } = app;
  if (optionNames.some((option) => typed[option].length === 0)) throw await withoutOption(path, typed, host);
  checkOptions(path, typed);
  const started = startRun(app, typed);
  const options: Annotating = typed.rates ? { ...typed, store: false, yes: true } : typed;
  const input = await openInput(path, host);
  try {
    const table = await openTable(input, { ...options, path, columns: columnNamesOf(options, host.argv) });
    // the currencies of all rows with a day and an amount
    const codes = async (isHad: (code: Code) => boolean) => {
      const isKnown = (code: Code) => currencyNames.has(code);
      const reader = rowReader(table, { ...options, isKnown, isListed });
      return [...(await decide(table, reader)).codes].filter(isHad);
    };
    const run = options.rates ? started : await resolveAuto(started, options, codes);
    const usual = isTerminal(options.output, run) ? 'table' : 'csv';
    const list = options.check ? printing({ ...options, header: true, pager: true }, usual, run) : undefined;
    const work = await prepare({ input, path, options, run, table });
    if (options.dryRun) return printPlan(work.plan, {}, run);
    return await withOutput(list ?? { output: options.output }, run, (output) =>
      fetchAndWrite(work, output, list),
    );
  } finally {
    await input.close();
  }
}

/** A file, how its rows are read, and what it takes to add the columns, or to check them. */
type Work = Awaited<ReturnType<typeof prepare>>;

async function prepare(job: Job) {
  const { options, run, table } = job;
  const { header, hasHeader, counted } = table;
  const { source, reporter, host } = run;
  const { check, rates: paths, withoutOdd } = options;
  const added = columnsFor(job);
  const isInFile = check && added.receipt.length > 0;
  const typedRule = isInFile ? await ruleIn(table, added.columns[3], options.rate) : options.rate;
  if (!check) checkEnding(job);
  if (hasHeader && counted === 'row')
    reporter.note(`the header is row ${header.line} of the sheet ${quoted(table.sheet.name)}`);
  else if (hasHeader && header.line > 1 && !check) reporter.note(`the header is line ${header.line}`);

  // files have no calendar
  const rule = typedRule ?? (paths ? 'day' : undefined);
  const fileRates = paths && (await readRatesFiles(paths, rule ?? 'day', run));
  const { stored, lookup } = await openDays(run, options);
  checkHeader(header, lookup, reporter);
  const now = host.now();
  const dayIn = (date: string) => (fileRates ? anyDay(date, now) : resolveDay(date, now, source));
  const conversions = header.conversions.map(({ date, ...more }) => ({
    ...more,
    date: typeof date === 'number' ? date : dayIn(date),
  }));
  // it reads all stored days of a bank
  const codesOf = readOnce(storedCodes);
  const isServed = (code: Code) =>
    isKnown(code, { ...lookup, store: undefined }) || codesOf(lookup).has(code);
  const reader = rowReader(
    { ...table, header: { ...header, conversions } },
    {
      ...options,
      isKnown: options.yes ? () => true : readOnce(isServed),
      isListed: (code) => isListed(code) || fileRates?.codes.has(code) === true,
    },
  );
  const decision = await decide(table, reader);
  for (const words of reader.notes) reporter.noteOnce(words);

  const named = new Set([...decision.codes, ...decision.replaced]);
  const rates = ratesByRule(decision.days, rule, now, source.calendar, fileRates);
  const basis = basisOf(rule, dayAt(now));
  const all = openFetcher(run, stored);
  const fetcher =
    basis.of === 'last'
      ? reachingBack(all, { codes: named, back: basis.back, reporter, withoutOdd, stored })
      : all;
  const plan = fetcher.plan(rates.needed, 'range');
  return { ...job, added, rule, fileRates, stored, reader, decision, named, rates, basis, fetcher, plan };
}

/** @param list how to print the cells that no longer match; undefined: the file is written */
async function fetchAndWrite(work: Work, output: Output, list: Printing | undefined): Promise<ExitCode> {
  const { options, run, table, stored, reader, decision, named, rates, rule, fileRates } = work;
  const { reporter, source, clock } = run;
  const { codes: restsOn, rows, width } = decision;
  const coverage = new Coverage({
    source,
    base: pivotCode(source.pivot),
    symbols: [],
    clock,
    isRange: work.basis.of === 'mean',
    restsOn,
  });
  const watch = new OutlierWatch(stored, restsOn, options.withoutOdd);
  const report = rowReport(list ? 'that cannot be computed' : 'without a rate', table.counted, fileRates);
  let budget: RunBudget | undefined;
  let found = 0;
  try {
    budget = await consent(work);
    for await (const { days } of watch.over(work.fetcher.fetch(work.plan, budget)))
      for (const day of days) {
        coverage.add(day);
        if (!isUnavailable(day)) rates.add(day);
      }

    const receipts =
      work.added.receipt.length > 0
        ? {
            rule: rule ?? 'day',
            source: fileRates?.name ?? source.folder,
            isOfFile: fileRates !== undefined,
            oddRates: watch.oddRates,
            tables: tablesOf([...rates.stored.values()]),
          }
        : undefined;
    const { digits, decimal = decision.decimal } = options;
    const outcomesOf = outcomesBy({ header: table.header, reader, decision, rates, digits, receipts });
    const added = { ...work.added, outcomesOf, reader, report, decimal, width };
    if (list) found = await listFindings(work, added, output, list);
    else {
      for await (const bytes of annotated(work, added)) await output.write(bytes);
      await work.input.checkUnchanged();
      // it can be the file that is replaced, which Windows refuses while it is open
      await work.input.close();
      await output.close();
      noteWritten(options.output, count(rows, 'row'), run);
    }
    if (rates.closed.size > 0) reporter.note(closedLine(rates.closed, source.calendar));
    noteFixed(rates.fixed, reporter);
    if (fileRates) warnOfListed(rates.listed, fileRates.name, reporter);
    for (const line of rates.cut) reporter.note(line);
  } finally {
    watch.report(reporter);
    await endRun(run, budget);
  }
  watch.reportReplaced(named, reporter);
  const hint = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
  const ofDays = coverage.report(reporter, /^(?:day|weekday)$/.test(rule ?? 'day') ? [hint] : []);
  return firstExitCode([ofDays, report.print(reporter), found > 0 ? exit.partial : exit.ok], stored);
}

/** The columns to add, or to check, with those of receipts where the file has them all. */
function columnsFor({ options, run, table: { header, hasHeader } }: Job) {
  const { check, prefix = '' } = options;
  const { names: present } = header;
  const all = receiptNames.filter((name) => name !== 'table' || (!options.rates && run.source.hasTables));
  // those of earlier versions have no `of`
  const receipt =
    [all, all.filter((name) => name !== 'of')].find((each) =>
      namesAdded(header, prefix, each).every((name) => present.includes(normalName(name))),
    ) ?? (options.receipts ? all : []);
  const names = namesAdded(header, prefix, receipt);
  if (hasHeader && !check) checkFree(present, names);
  const columns = names.map((name, at) => {
    // without a header, they are the last ones
    if (!hasHeader) return present.length - names.length + at;
    const column = present.indexOf(normalName(name));
    if (column >= 0 || !check) return column;
    const message = `unknown column ${JSON.stringify(name)}: the file was not annotated with these options`;
    throw new Failure('no_column', message, columnsInWords(present));
  });
  return { names, columns, receipt };
}

/** CSV as the same CSV, a sheet as CSV or a workbook. */
function annotated({ path, options, run, table }: Job, added: Added): AsyncGenerator<Uint8Array> {
  const { output = '', decimal, delimiter } = options;
  if (table.counted === 'line') return annotatedCsv(table, added);
  const rows = annotatedRows(table, added);
  const ending = extname(output).toLowerCase();
  const usual = ending === '.tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  if (ending !== '.xlsx') return sheetAsCsv(rows, delimiter ?? usual, added.decimal, added.report.formulas);
  const isSame = resolve(output) === resolve(path);
  const values = isSame ? 'keeps its values' : `has the values of ${path === '-' ? 'stdin' : path}`;
  run.reporter.note(`${output} ${values}, without styles and other formulas`);
  const { sheets, sheet } = table;
  return sheetsAsXlsx(
    sheets,
    sheets.map((each) => (each === sheet ? rows : each.rows())),
  );
}

/** @throws a usage error if the ending of the output says another format */
function checkEnding({ path, options: { output = '' }, table }: Job): void {
  const ending = extname(output).toLowerCase();
  const isSame = ending === extname(path).toLowerCase();
  const wrong = (why: string, right: string) =>
    new Failure('wrong_format', `--output: ${why}`, `-o ${inShell(output.slice(0, -ending.length) + right)}`);
  const isText = /^\.[ct]sv$/.test(ending) || !(formatOfFile(output) ?? foreignEnding(output));
  if (!isText && !(table.counted === 'row' ? ending === '.xlsx' : isSame))
    throw wrong(`annotate writes CSV, not ${extname(output)} files`, isSame ? '.xlsx' : '.csv');
  if (table.counted === 'row' || isSame) return;
  // CSV keeps what is between its cells, so no ending can promise another delimiter
  const [right, other] = table.delimiter === '\t' ? ['.tsv', '.csv'] : ['.csv', '.tsv'];
  if (ending === other) throw wrong(`the delimiter of the file is kept, ${quoted(table.delimiter)}`, right);
}

/** Lists the cells of an annotated file that no longer match. @returns how many there are */
async function listFindings({ input, run, table }: Job, added: Added, output: Output, list: Printing) {
  const { findings, found, rows } = await checkCells(table, added);
  await input.checkUnchanged();
  const columns = { line: 'integer', column: 'text', is: 'text', should_be: 'text' } as const;
  await writeRecordsTo({ columns, rows: findings }, list, output, run);
  const cells = `${count(found, 'cell')} no longer ${found === 1 ? 'matches' : 'match'}`;
  run.reporter.note(`${count(rows, 'row')} recomputed, ${found > 0 ? cells : 'all of them match'}`);
  if (found > findings.length) run.reporter.note(`the first ${grouped(findings.length)} are listed`);
  return found;
}

/**
 * Notes what the signs and names mean that are given for all rows; warns of a credit where the debit comes
 * first.
 * @throws a usage error that names the columns, since one of them can be meant
 */
function checkHeader({ names, conversions, to }: Header, lookup: CodeLookup, reporter: App['reporter']) {
  for (const currency of [...conversions.map(({ from }) => from), ...to]) {
    if (typeof currency === 'number') continue;
    const { typed, code } = currency;
    try {
      readUnit(typed, lookup, reporter);
    } catch (error) {
      const similar = endedCurrencyOf(code) ? [] : didYouMean(typed, names);
      throw failureIn(error).hinting(...similar, columnsInWords(names));
    }
  }
  for (const { amounts } of conversions) {
    const name = names[amounts[0] ?? -1] ?? '';
    if (amounts.length > 1 && creditName.test(name))
      reporter.problem(`the first column of --amount is that of debits, and it is called ${quoted(name)}`);
  }
}

const creditName =
  /\b(?:credit|haben|deposit|gutschrift|bij|paid in|money in|avoir|haber|abono|crédito)s?\b/i;
