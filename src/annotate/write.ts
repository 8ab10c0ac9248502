import { type ExitCode, exit } from '../errors.ts';
import { encoded } from '../input/csv/text.ts';
import type { ReadRow } from '../input/xlsx/cell.ts';
import { rowOf } from '../input/xlsx/table.ts';
import { csvCell } from '../output/csv.ts';
import { productFormula, type SheetCell, type WrittenRow } from '../output/workbook.ts';
import { amountReader } from '../rates/amount-cell.ts';
import { type DecimalMark, fifteenDigits, withMark } from '../rates/decimal.ts';
import type { FileRates } from '../rates/file-rates.ts';
import type { Caveat } from '../rates/found-rate.ts';
import { type RateRule, rateRuleNames } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { count, firstFew, quoted } from '../words.ts';
import type { NoFigures, RowReader } from './cells.ts';
import { cellsOf, isFigures, type Outcome, type ReceiptNames, reasons } from './compute.ts';
import type { CsvTable, SheetTable, Table, TableRow } from './read.ts';

/** The columns added to a file. */
export interface Added {
  /** Of the columns. */
  readonly names: readonly string[];
  /** Where they are in a file that has them. */
  readonly columns: readonly number[];
  readonly receipt: ReceiptNames;
  /** For each amount of a row those of each target. */
  readonly outcomesOf: (row: TableRow) => readonly Outcome[];
  readonly reader: RowReader;
  readonly report: RowReport;
  /** Of a sheet, how many columns are in use. */
  readonly width: number;
  /** Of the added numbers. */
  readonly decimal: DecimalMark;
}

/** The file with cells added to its rows, every other byte as it was. */
export async function* annotatedCsv(table: CsvTable, added: Added): AsyncGenerator<Uint8Array> {
  const { preamble, header, hasHeader, delimiter, bytesOf } = table;
  const { names, receipt, reader, outcomesOf, report, decimal } = added;
  const withDelimiter = (text: string) => delimiter + csvCell(encoded(text), delimiter);
  yield bytesOf(preamble + (hasHeader ? names : []).map(withDelimiter).join('') + header.end);
  for await (const batch of table.rows()) {
    let text = '';
    for (const row of batch) {
      const missing = reader.missingIn(row) ?? 0;
      text += missing < 0 ? row.text.slice(0, missing) : row.text + delimiter.repeat(missing);
      if (row.count > 0) {
        const outcomes = outcomesOf(row);
        report.add(row.line, outcomes);
        for (const outcome of outcomes)
          for (const cell of cellsOf(outcome, receipt, decimal)) text += withDelimiter(cell);
      }
      text += row.end;
    }
    yield bytesOf(text);
  }
}

/** The rows of a sheet, with cells added from the header on. */
export async function* annotatedRows(table: SheetTable, added: Added): AsyncGenerator<readonly WrittenRow[]> {
  for await (const rows of table.sheet.rows()) yield rows.map((row) => withAdded(row, table, added));
}

/** The result is a formula, where a spreadsheet finds the same. */
function withAdded(row: ReadRow, { header, firstRow }: SheetTable, added: Added): WrittenRow {
  const { number } = row;
  if (number < header.line) return row;
  const cells: (SheetCell | undefined)[] = Array.from({ length: added.width }, (_, at) => row.cells[at]);
  if (number < firstRow) {
    cells.push(...added.names.map((text) => ({ kind: 'label', text }) as const));
    return { number, cells };
  }
  const outcomes = added.outcomesOf(rowOf(row));
  added.report.add(number, outcomes);
  for (const [at, outcome] of outcomes.entries()) {
    const { amounts = [] } = header.conversions[Math.floor(at / header.to.length)] ?? {};
    const formula = isFigures(outcome)
      ? productFormula({ ...outcome, decimals: outcome.pair.decimals }, row, amounts, cells.length)
      : undefined;
    for (const [cell, text] of cellsOf(outcome, added.receipt, 'point').entries())
      cells.push({
        kind: cell === 1 ? 'date' : /^-?[\d.]+$/.test(text) ? 'number' : 'text',
        text,
        formula: cell === 2 ? formula : undefined,
      });
  }
  return { number, cells };
}

/** The rule in the receipts; where it is `day`, and no other is asked for, the default. */
export async function ruleIn(
  { rows, textOf }: Table,
  column = -1,
  requested: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<string>();
  for await (const batch of rows())
    for (const { cells } of batch) found.add(textOf(cells[column] ?? '').trim());
  // the default leads to both
  if (found.has('day')) return found.has('last-published') || requested !== 'day' ? undefined : 'day';
  return rateRuleNames.find((name) => found.has(name)) ?? requested;
}

/** More would take too much memory, and be too many to read. */
const mostFindings = 20_000;

/**
 * Compares the added cells of all rows that have figures, or can have some, with those that would be added
 * now.
 */
export async function checkCells(table: Table, added: Added) {
  const { reader, names, columns, receipt, outcomesOf, report, decimal } = added;
  const readNumber = amountReader(decimal, () => false);
  /** As numbers, of which a spreadsheet keeps 15 digits; text is equal to nothing. */
  const numberIn = (text: string) => Number(fifteenDigits(Number(readNumber(text)[decimal])));
  /** The first cells that no longer match. */
  const findings: [line: number, column: string, is: string, shouldBe: string][] = [];
  let found = 0;
  let rows = 0;
  for await (const batch of table.rows()) for (const row of batch) if (row.count > 0) check(row);
  return { findings, found, rows };

  function check(row: TableRow) {
    const outcomes = outcomesOf(row);
    const problems: Outcome[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      const expected = cellsOf(outcome, receipt, decimal);
      const first = at * expected.length;
      const cells = columns.slice(first, first + expected.length).map((column) => {
        const text = reader.textIn(row, column).trim();
        return row.values?.[column]?.kind === 'number' ? withMark(text, decimal) : text;
      });
      const isEmptied = cells.every((text) => text === '');
      if (!isFigures(outcome)) {
        if (!isEmptied) problems.push(outcome ?? { reason: 'amount' });
        continue;
      }
      for (const [cell, is] of cells.entries()) {
        const shouldBe = expected[cell] ?? '';
        // odd rates are known better later
        const isKnownBetter = receipt[cell - 3] === 'odd' && !isEmptied;
        if (is === shouldBe || isKnownBetter || numberIn(is) === numberIn(shouldBe)) continue;
        if (++found <= mostFindings) findings.push([row.line, names[first + cell] ?? '', is, shouldBe]);
      }
    }
    report.add(row.line, problems);
    if (outcomes.some(isFigures)) rows++;
  }
}

/** So many lines are named; different cells of a column of texts can be as many as the rows. */
const [few, mostCells] = [5, 1000];

/** Rows with the same remark. */
interface Remark {
  readonly about: NoFigures | Caveat;
  readonly lines: number[];
  /** The cells because of which, with the rows of each; or the words of a caveat. */
  readonly cells: Map<string, number>;
}

export type RowReport = ReturnType<typeof rowReport>;

/**
 * Tells which rows have no figures, or doubtful ones.
 * @param what completes "2 rows"
 * @param ownRates the files that have the rates instead
 */
export function rowReport(what: string, counted: 'line' | 'row', fileRates?: FileRates) {
  /** By the reason, and why; or by the kind of doubt. */
  const remarks = new Map<string, Remark>();
  /** Of texts of a workbook that a spreadsheet takes for formulas once they are in CSV. */
  const formulas: string[] = [];

  function add(line: number, outcomes: readonly Outcome[]) {
    for (const outcome of outcomes)
      for (const about of isFigures(outcome) ? outcome.pair.caveats : outcome ? [outcome] : []) {
        const isDoubt = 'kind' in about;
        const key = isDoubt ? about.kind : `${about.reason} ${about.why ?? ''}`;
        const remark: Remark = remarks.get(key) ?? { about, lines: [], cells: new Map() };
        remarks.set(key, remark);
        const { lines, cells } = remark;
        // a row can have it for several amounts and targets
        if (lines.at(-1) === line) continue;
        lines.push(line);
        const cell = (isDoubt ? about.text : about.cell) ?? '';
        if (cells.size < mostCells || cells.has(cell)) cells.set(cell, (cells.get(cell) ?? 0) + 1);
      }
  }

  function print(reporter: Pick<Reporter, 'note' | 'problem'>): ExitCode {
    const places = firstFew(formulas, few);
    if (places) reporter.note(`a spreadsheet takes texts that begin with "=" for formulas in CSV: ${places}`);
    const isDoubt = ({ about }: Remark) => Number('kind' in about);
    const all = [...remarks.values()].sort((one, other) => isDoubt(one) - isDoubt(other));
    for (const remark of all) reporter.problem(inWords(remark));
    const isPartial = all.some(({ about }) => 'reason' in about || about.exit !== exit.ok);
    return isPartial ? exit.partial : exit.ok;
  }

  function inWords({ about, cells, lines }: Remark): string {
    const rows = lines.length;
    const where = `${counted}${rows === 1 ? '' : 's'} ${firstFew(lines, few, rows, ' and ')}`;
    if ('kind' in about) {
      const others = cells.size > 1 ? ', and others like it' : '';
      return `${about.text}${others} (${count(rows, 'row')}: ${where})`;
    }
    const { reason, cell } = about;
    if (reason === 'other header') {
      const below = `: ${count(rows - 1, 'row')} below it ${what}; annotate them as a file of their own`;
      return `${counted} ${lines[0]} is another header${rows > 1 ? below : ''}`;
    }
    const one = cell !== undefined && cellInWords(cell);
    const detail = about.why || (reason === 'currency' ? cellsInWords(cells) : one);
    return `${count(rows, 'row')} ${what} (${[reasonOf(reason), detail].filter(Boolean).join(': ')}): ${where}`;
  }

  function reasonOf(reason: NoFigures['reason']) {
    if (fileRates && reason === 'not in file') return `${fileRates.nameAndVerb} no rates of the currency`;
    if (!fileRates || reason !== 'no rate') return reasons[reason];
    return `no rate in ${fileRates.name} on that day${fileRates.extent ? `; rates of ${fileRates.extent}` : ''}`;
  }

  return { add, formulas, print };
}

const cellInWords = (cell: string) => (cell.trim() ? quoted(cell) : 'an empty cell');

/** Each with its number of rows if there are several. */
function cellsInWords(cells: Remark['cells']) {
  const all = [...cells].sort(([, one], [, other]) => other - one);
  const texts = all.map(([cell, rows]) => cellInWords(cell) + (all.length > 1 ? ` ${rows}` : ''));
  return firstFew(texts, 20);
}
