import { encoded, joined } from '../input/csv/text.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { lettersOf, type SheetCell } from '../output/xlsx/xml.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, fifteenDigits, product, withMark } from '../rates/decimal.ts';
import type { SumColumns } from './columns.ts';
import { type Computation, cellsOf, type Figures, isFigures, type Outcome } from './compute.ts';
import type { RowReport } from './report.ts';
import type { RowReader } from './rows.ts';
import type { CsvFile, SheetFile, TableRow } from './table.ts';

/** What is added to a file. */
export interface Added {
  /** Of the columns. */
  readonly names: readonly string[];
  readonly reader: RowReader;
  readonly computation: Computation;
  readonly report: RowReport;
  /** Of the added numbers. */
  readonly decimal: DecimalMark;
}

function outcomesOf(row: TableRow, { computation, report }: Added): readonly Outcome[] {
  const outcomes = computation.of(row);
  report.add(row.line, outcomes);
  return outcomes;
}

/** The cells that are added to a row. */
function textsFor(row: TableRow, added: Added): readonly string[] {
  const outcomes = outcomesOf(row, added);
  const count = added.names.length / added.computation.perRow;
  const cells: string[] = [];
  for (const outcome of outcomes) cells.push(...cellsOf(outcome, count, added.decimal));
  return cells;
}

/** The file with cells added to its rows, every other byte as it was. */
export async function* annotatedCsv(file: CsvFile, added: Added): AsyncGenerator<Uint8Array> {
  const { delimiter, hasHeader } = file;
  let isHeader = hasHeader;
  yield file.bytesOf(file.preamble);
  for await (const rows of file.rows()) {
    let text = '';
    for (const row of rows) {
      text += row.text;
      if (isHeader || row.count > 0) {
        const gap = isHeader ? 1 : (added.reader.gap(row) ?? 1);
        const cells = isHeader ? added.names : textsFor(row, added);
        text += delimiter.repeat(gap) + joined(cells.map(encoded), delimiter);
      }
      text += row.end;
      isHeader = false;
    }
    yield file.bytesOf(text);
  }
}

/** The sheet as CSV, each row in the line of its number, with cells added. */
export async function* annotatedSheet(
  file: SheetFile,
  added: Added,
  delimiter: string,
): AsyncGenerator<Uint8Array> {
  const { header, hasHeader, rowOf } = file;
  const textOf = (cell: ReadCell | undefined, place: () => string): string => {
    if (!cell || cell.kind === 'formula') return '';
    if (cell.kind === 'text' && cell.text.startsWith('=')) added.report.addFormula(place());
    return cell.kind === 'number' ? withMark(cell.text, added.decimal) : cell.text;
  };
  let next = 1;
  for await (const rows of file.sheet.rows()) {
    let text = '';
    for (const row of rows) {
      const isAbove = row.number < header.line;
      const length = isAbove ? row.cells.length : file.width;
      const cells = Array.from({ length }, (_, at) =>
        textOf(row.cells[at], () => `${lettersOf(at)}${row.number}`),
      );
      const isHeader = hasHeader && row.number === header.line;
      const more = isAbove ? [] : isHeader ? added.names : textsFor(rowOf(row), added);
      text += `${'\n'.repeat(row.number - next)}${joined([...cells, ...more], delimiter)}\n`;
      next = row.number + 1;
    }
    yield Buffer.from(text);
  }
}

/** The values of all sheets, with columns added to one. */
export async function* annotatedBook(file: SheetFile, added: Added): AsyncGenerator<Uint8Array> {
  const { workbook } = await import('../output/xlsx/workbook.ts');
  const book = workbook(file.sheets);
  for (const source of file.sheets) {
    const sheet = book.sheet({ widths: [], isHeaded: false });
    for await (const rows of source.rows()) {
      for (const row of rows)
        sheet.row(source === file.sheet ? withAdded(row, file, added) : row.cells, row.number);
      yield book.drain();
    }
    sheet.end();
  }
  yield book.end();
}

function withAdded(row: ReadRow, file: SheetFile, added: Added): readonly (SheetCell | undefined)[] {
  const { header, hasHeader, rowOf } = file;
  if (row.number < header.line) return row.cells;
  const cells: (SheetCell | undefined)[] = [...row.cells];
  cells.length = file.width;
  if (hasHeader && row.number === header.line)
    return [...cells, ...added.names.map((text): SheetCell => ({ kind: 'label', text }))];

  const outcomes = outcomesOf(rowOf(row), added);
  const count = added.names.length / added.computation.perRow;
  for (const [at, outcome] of outcomes.entries()) {
    const sum = header.sums[Math.floor(at / header.to.length)];
    if (!isFigures(outcome) || !sum) {
      cells.length += count;
      continue;
    }
    const place = `${lettersOf(cells.length)}${row.number}`;
    const factor = isFoundAgain(outcome) ? factorIn(row, sum, outcome.amount) : undefined;
    const formula = factor && `ROUND(${factor}*${place},${outcome.pair.decimals})`;
    cells.push(
      { kind: 'number', text: outcome.rate },
      { kind: 'date', text: outcome.pair.found.date },
      { kind: 'number', text: outcome.converted, formula },
      ...outcome.pair.receipt.map((text, at): SheetCell => {
        const isCount = at >= outcome.pair.receipt.length - counts && text !== '';
        return { kind: isCount ? 'number' : 'text', text };
      }),
    );
  }
  return cells;
}

/** With which a receipt ends: `days` and `of`. */
const counts = 2;

/** By a spreadsheet, whose numbers have 15 digits: nearly always. */
const isFoundAgain = ({ amount, rate, converted, pair: { decimals } }: Figures) =>
  product(fifteenDigits(Number(amount) * Number(rate)), '1', decimals) === converted;

/** The cell that is the amount, with a minus where that is one more; undefined if the amount is text. */
function factorIn({ number, cells }: ReadRow, { amounts }: SumColumns, amount: Amount): string | undefined {
  for (const column of amounts) {
    const { kind, text } = cells[column] ?? {};
    const place = `${lettersOf(column)}${number}`;
    if (kind === 'number' && text === amount) return place;
    if (kind === 'number' && `-${text}` === amount) return `-${place}`;
  }
  return undefined;
}
