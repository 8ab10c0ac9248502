import { resolve } from 'node:path';
import { amountReader } from '../../annotate/amounts.ts';
import { columnsInWords, normalName } from '../../annotate/columns.ts';
import { cellsOf, type Figures, isFigures } from '../../annotate/compute.ts';
import { RowReport } from '../../annotate/report.ts';
import type { Table, TableRow } from '../../annotate/table.ts';
import type { Added } from '../../annotate/write.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { isStdout } from '../../output/output.ts';
import type { Column } from '../../output/records.ts';
import { digitsIn } from '../../rates/amount.ts';
import { type DecimalMark, fifteenDigits, quotient, withMark } from '../../rates/decimal.ts';
import { type RateRule, rateRuleNames } from '../../rates/rules.ts';
import { isTerminal } from '../../run/host.ts';
import { printing, printRecords } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { count, grouped } from '../../words.ts';
import { addedNames, addedTo, noteHeader, prepare, type Request, receiptNames, tableOf } from './annotate.ts';

/** More could not be kept in memory, and nobody would read them. */
const mostFindings = 20_000;

const findingColumns: readonly Column<Finding>[] = [
  { name: 'line', kind: 'integer', of: ({ line }) => line },
  { name: 'column', kind: 'text', of: ({ column }) => column },
  { name: 'is', kind: 'text', of: ({ is }) => is },
  { name: 'should_be', kind: 'text', of: ({ shouldBe }) => shouldBe },
];

/** Works an annotated file out again, and lists the cells that no longer hold. */
export async function checkFile(request: Request): Promise<ExitCode> {
  const { input, path, given, run } = request;
  const { output } = given;
  const { reporter } = run;
  if (!isStdout(output) && resolve(output) === resolve(path))
    throw new Failure(
      'options_conflict',
      '--check writes nothing to the file that it checks',
      'another file for --output',
    );
  const usual = isTerminal(output, run) ? 'table' : 'csv';
  const to = printing({ ...given, header: true, pager: true }, usual, run);

  const table = await tableOf(request);
  if (table.counted === 'row') noteHeader(table, reporter);
  const { names, columns, hasReceipts } = addedIn(table, request);
  const rule = hasReceipts ? await ruleIn(table, columns[ruleAt] ?? 0, given.rate) : given.rate;
  const prepared = await prepare(table, request, rule);
  if (given.dryRun) return printPlan(prepared.plan, {}, run);

  return prepared.withRates(async (receiptOf) => {
    const report = new RowReport('that cannot be worked out', table.counted, prepared.own);
    const added = addedTo(table, request, prepared, {
      names,
      report,
      receiptOf: hasReceipts ? receiptOf : undefined,
    });
    const items: Finding[] = [];
    let found = 0;
    let rows = 0;
    for await (const findings of checked(table, { ...added, columns })) {
      rows++;
      found += findings.length;
      items.push(...findings.slice(0, mostFindings - items.length));
    }
    await input.checkUnchanged();
    await printRecords({ columns: findingColumns, items }, to, run);

    const verb = found === 1 ? 'holds' : 'hold';
    const result = found > 0 ? `${count(found, 'cell')} no longer ${verb}` : 'all of them hold';
    reporter.note(`${count(rows, 'row')} worked out again, ${result}`);
    if (found > items.length) reporter.note(`the first ${grouped(items.length)} are listed`);
    return () => report.print(reporter) || (found > 0 ? exit.partial : exit.ok);
  });
}

/** The place of the rule among the added columns. */
const ruleAt = 3;

interface AddedColumns {
  readonly names: readonly string[];
  readonly columns: readonly number[];
  readonly hasReceipts: boolean;
}

/** The columns that the same options would add; receipts where the file has all of them. */
function addedIn({ header, hasHeader }: Table, request: Request): AddedColumns {
  const isThere = (name: string) => header.names.includes(normalName(name));
  const receipt = receiptNames(request);
  const [plain, ofEarlier, whole] = [[], receipt.filter((name) => name !== 'of'), receipt].map((names) =>
    addedNames(header, request, names),
  );
  const { receipts = false } = request.given;
  if (!hasHeader) {
    // the last ones
    const names = (receipts ? whole : plain) ?? [];
    const first = header.names.length - names.length;
    return { names, columns: names.map((_, at) => first + at), hasReceipts: receipts };
  }
  const found = [whole, ofEarlier].find((names) => names?.every(isThere));
  const names = found ?? (receipts ? whole : plain) ?? [];
  const missing = names.find((name) => !isThere(name));
  if (missing !== undefined)
    throw new Failure(
      'no_column',
      `there is no column ${JSON.stringify(missing)}: the file was not annotated with these options`,
      columnsInWords(header.names),
    );
  const columns = names.map((name) => header.names.indexOf(normalName(name)));
  return { names, columns, hasReceipts: receipts || found !== undefined };
}

/** The first rule in that column; where it is `day`, and no other is asked for, the default. */
async function ruleIn(
  table: Table,
  column: number,
  asked: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<RateRule>();
  for await (const rows of table.rows()) {
    for (const { cells } of rows) {
      const written = table.textOf(cells[column] ?? '').trim();
      const rule = rateRuleNames.find((name) => name === written);
      if (rule) found.add(rule);
    }
  }
  const [first] = found;
  if (!found.has('day')) return first ?? asked;
  // the default leads to both
  return found.has('last-published') || asked !== 'day' ? undefined : 'day';
}

/** A cell that no longer holds. */
interface Finding {
  readonly line: number;
  readonly column: string;
  readonly is: string;
  readonly shouldBe: string;
}

interface Checking extends Added {
  /** The columns of the names, in their order. */
  readonly columns: readonly number[];
}

/**
 * Compares the added cells of each row with those that would be added now.
 * @returns the findings of each row that has figures, or could have some
 */
async function* checked(table: Table, checking: Checking): AsyncGenerator<readonly Finding[]> {
  let isHeader = table.hasHeader;
  for await (const rows of table.rows())
    for (const row of rows) {
      if (row.count === 0) continue;
      const findings = isHeader ? undefined : findingsIn(row, checking);
      isHeader = false;
      if (findings) yield findings;
    }
}

function findingsIn(row: TableRow, checking: Checking): readonly Finding[] | undefined {
  const { computation, report, columns, names, decimal, reader } = checking;
  const cells = columns.map((column) => {
    const text = reader.textIn(row, column).trim();
    return row.sheet?.[column]?.kind === 'number' ? withMark(text, decimal) : text;
  });
  const count = names.length / computation.perRow;
  const outcomes = computation.of(row).map((outcome, at) => {
    const own = cells.slice(at * count, (at + 1) * count);
    const isEmptied = own.every((cell) => cell === '');
    return { outcome, own, isEmptied, first: at * count };
  });
  // what has no figures and can have none is as it should be
  const left = outcomes.filter(({ outcome, isEmptied }) => !isEmptied && !isFigures(outcome));
  report.add(
    row.line,
    left.map(({ outcome }) => outcome ?? { trouble: 'amount' }),
  );

  const done = outcomes.flatMap(({ outcome, own, isEmptied, first }) => {
    if (!isFigures(outcome)) return [];
    const expected = cellsOf(outcome, count, decimal);
    const findings = own.flatMap((is, at): readonly Finding[] => {
      const shouldBe = expected[at] ?? '';
      // what is odd is known better later
      const isSame =
        is === shouldBe || (at === oddAt && !isEmptied) || isSameNumber(is, at, outcome, decimal);
      return isSame ? [] : [{ line: row.line, column: names[first + at] ?? '', is, shouldBe }];
    });
    return [findings];
  });
  return done.length > 0 ? done.flat() : undefined;
}

/** The place of `odd` among the cells of an outcome. */
const oddAt = 6;

/** @param at place of the cell, of which the first is the rate and the third the result */
function isSameNumber(
  text: string,
  at: number,
  { rate, converted, pair: { found } }: Figures,
  decimal: DecimalMark,
): boolean {
  const expected = [rate, undefined, converted][at];
  const is = shortened(amountReader(decimal, () => false)(text)[decimal] ?? '');
  if (expected === undefined || is === '') return false;
  if (is === shortened(expected) || is === fifteenDigits(Number(expected))) return true;
  // a derived rate has as many digits as its amount needs, and is the same with those of another one
  const digits = digitsIn(is);
  if (at !== 0 || !found.of || digits < leastDigits) return false;
  return shortened(quotient(found.of.dividend, found.of.divisor, { digits })) === is;
}

const leastDigits = 10;

/** Without zeros at its end. */
const shortened = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
