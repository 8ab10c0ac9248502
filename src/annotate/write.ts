import { encoded, joined } from '../input/csv/text.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { lettersOf, type SheetCell } from '../output/workbook-xml.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, fifteenDigits, product, withMark } from '../rates/decimal.ts';
import { cellsOf, type Figures, isFigures, type Outcome, type ReceiptNames } from './compute.ts';
import type { CsvTable, SheetTable, TableRow } from './read.ts';
import type { RowReport } from './report.ts';
import type { RowReader } from './rows.ts';

/** What is added to a file. */
export interface Added {
  /** Of the columns. */
  readonly names: readonly string[];
  readonly receipt: ReceiptNames;
  /** For each amount of a row those of each target. */
  readonly outcomesOf: (row: TableRow) => readonly Outcome[];
  readonly reader: RowReader;
  readonly report: RowReport;
  /** Of the added numbers. */
  readonly decimal: DecimalMark;
}

function outcomesIn(row: TableRow, { outcomesOf, report }: Added): readonly Outcome[] {
  const outcomes = outcomesOf(row);
  report.add(row.line, outcomes);
  return outcomes;
}

/** The file with cells added to its rows, every other byte as it was. */
export async function* annotatedCsv(
  { preamble, header, hasHeader, delimiter, bytesOf, rows }: CsvTable,
  added: Added,
): AsyncGenerator<Uint8Array> {
  const { names, receipt, reader, decimal } = added;
  const before = (texts: readonly string[], gap = 1) =>
    delimiter.repeat(gap) + joined(texts.map(encoded), delimiter);
  yield bytesOf(preamble + (hasHeader ? before(names) : '') + header.end);
  for await (const some of rows()) {
    let text = '';
    for (const row of some) {
      const outcomes = row.count > 0 ? outcomesIn(row, added) : [];
      const cells = outcomes.flatMap((outcome) => cellsOf(outcome, receipt, decimal));
      text += row.text + (cells.length > 0 ? before(cells, reader.delimitersBefore(row)) : '') + row.end;
    }
    yield bytesOf(text);
  }
}

/** The sheet as CSV, each row in the line of its number, with cells added. */
export async function* annotatedSheet(
  table: SheetTable,
  added: Added,
  delimiter: string,
): AsyncGenerator<Uint8Array> {
  const { decimal, report } = added;
  let next = 1;
  for await (const rows of table.sheet.rows()) {
    let text = '';
    for (const row of rows) {
      const cells = Array.from(withAdded(row, table, added), (cell, at) => {
        if (!cell || cell.kind === 'formula') return '';
        if (cell.kind === 'text' && cell.text.startsWith('='))
          report.formulas.push(`${lettersOf(at)}${row.number}`);
        return cell.kind === 'number' ? withMark(cell.text, decimal) : cell.text;
      });
      text += `${'\n'.repeat(row.number - next)}${joined(cells, delimiter)}\n`;
      next = row.number + 1;
    }
    yield Buffer.from(text);
  }
}

/** The values of all sheets, with columns added to one. */
export async function* annotatedBook(table: SheetTable, added: Added): AsyncGenerator<Uint8Array> {
  const { workbook } = await import('../output/workbook.ts');
  const book = workbook(table.sheets);
  for (const source of table.sheets) {
    const sheet = book.sheet({ widths: [], isHeaded: false });
    for await (const rows of source.rows()) {
      for (const row of rows)
        sheet.row(source === table.sheet ? withAdded(row, table, added) : row.cells, row.number);
      yield book.drain();
    }
    sheet.end();
  }
  yield book.end();
}

type SheetCells = readonly (SheetCell | undefined)[];

/** From the header on. The result is a formula, where a spreadsheet finds the same. */
function withAdded(row: ReadRow, { header, firstRow, width, rowOf }: SheetTable, added: Added): SheetCells {
  const { names, receipt } = added;
  if (row.number < header.line) return row.cells;
  const own = Array.from({ length: width }, (_, at) => row.cells[at]);
  if (row.number < firstRow) return [...own, ...names.map((text): SheetCell => ({ kind: 'label', text }))];

  const more = outcomesIn(rowOf(row), added).flatMap((outcome, at): SheetCells => {
    const { amounts = [] } = header.sums[Math.floor(at / header.to.length)] ?? {};
    const factor = isFoundAgain(outcome) && factorIn(row, amounts, outcome.amount);
    const texts = cellsOf(outcome, receipt, 'point');
    const place = `${lettersOf(width + at * texts.length)}${row.number}`;
    const isNumber = (cell: number) => cell < 3 || /^(?:days|of)$/.test(receipt[cell - 3] ?? '');
    return texts.map((text, cell) => ({
      kind: cell === 1 ? 'date' : isNumber(cell) ? 'number' : 'text',
      text,
      formula: factor && cell === 2 ? `ROUND(${factor}*${place},${outcome.pair.decimals})` : undefined,
    }));
  });
  return [...own, ...more];
}

/** By a spreadsheet, whose numbers have 15 digits: nearly always. */
function isFoundAgain(outcome: Outcome): outcome is Figures {
  if (!isFigures(outcome)) return false;
  const { amount, rate, converted, pair } = outcome;
  return product(fifteenDigits(Number(amount) * Number(rate)), '1', pair.decimals) === converted;
}

/** The cell that is the amount, with a minus where that is one more; undefined if the amount is text. */
function factorIn({ number, cells }: ReadRow, amounts: readonly number[], amount: Amount) {
  for (const column of amounts) {
    const { kind, text } = cells[column] ?? {};
    const minus = text === amount ? '' : `-${text}` === amount ? '-' : undefined;
    if (kind === 'number' && minus !== undefined) return `${minus}${lettersOf(column)}${number}`;
  }
  return undefined;
}
