import { encoded, joined } from '../input/csv/text.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { lettersOf, type SheetCell } from '../output/xlsx/xml.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, fifteenDigits, product, withMark } from '../rates/decimal.ts';
import { cellsOf, type Figures, isFigures, type Outcome } from './compute.ts';
import type { RowReport } from './report.ts';
import type { RowReader } from './rows.ts';
import type { CsvFile, SheetFile, TableRow } from './table.ts';

/** What is added to a file. */
export interface Added {
  /** Of the columns. */
  readonly names: readonly string[];
  /** For each amount of a row those of each target. */
  readonly outcomesOf: (row: TableRow) => readonly Outcome[];
  readonly reader: Pick<RowReader, 'gap' | 'textIn'>;
  readonly report: RowReport;
  /** Of the added numbers. */
  readonly decimal: DecimalMark;
}

/** The file with cells added to its rows, every other byte as it was. */
export async function* annotatedCsv(file: CsvFile, added: Added): AsyncGenerator<Uint8Array> {
  const { delimiter } = file;
  const { names, outcomesOf, report, decimal } = added;
  let isHeader = file.hasHeader;
  yield file.bytesOf(file.preamble);
  for await (const rows of file.rows()) {
    let text = '';
    for (const row of rows) {
      let cells = isHeader ? names : [];
      if (!isHeader && row.count > 0) {
        const outcomes = outcomesOf(row);
        report.add(row.line, outcomes);
        cells = outcomes.flatMap((outcome) => cellsOf(outcome, names.length / outcomes.length, decimal));
      }
      const gap = isHeader ? 1 : (added.reader.gap(row) ?? 1);
      const more = cells.length > 0 ? delimiter.repeat(gap) + joined(cells.map(encoded), delimiter) : '';
      text += row.text + more + row.end;
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
  const { report, decimal } = added;
  let next = 1;
  for await (const rows of file.sheet.rows()) {
    let text = '';
    for (const row of rows) {
      const cells = Array.from(withAdded(row, file, added), (cell, at) => {
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

type SheetCells = readonly (SheetCell | undefined)[];

function withAdded(row: ReadRow, { header, hasHeader, width, rowOf }: SheetFile, added: Added): SheetCells {
  const { names, outcomesOf, report } = added;
  if (row.number < header.line) return row.cells;
  const own = Array.from({ length: width }, (_, at) => row.cells[at]);
  if (hasHeader && row.number === header.line)
    return [...own, ...names.map((text): SheetCell => ({ kind: 'label', text }))];

  const outcomes = outcomesOf(rowOf(row));
  report.add(row.number, outcomes);
  const count = names.length / outcomes.length;
  const more = outcomes.flatMap((outcome, at): SheetCells => {
    if (!isFigures(outcome)) return new Array<undefined>(count).fill(undefined);
    const { amounts = [] } = header.sums[Math.floor(at / header.to.length)] ?? {};
    const factor = isFoundAgain(outcome) ? factorIn(row, amounts, outcome.amount) : undefined;
    const place = `${lettersOf(width + at * count)}${row.number}`;
    const formula = factor && `ROUND(${factor}*${place},${outcome.pair.decimals})`;
    return cellsOf(outcome, count, 'point').map((text, cell): SheetCell => {
      if (cell === 1) return { kind: 'date', text };
      const isNumber = cell < 3 || (cell >= count - counts && text !== '');
      return { kind: isNumber ? 'number' : 'text', text, formula: cell === 2 ? formula : undefined };
    });
  });
  return [...own, ...more];
}

/** With which a receipt ends: `days` and `of`. */
const counts = 2;

/** By a spreadsheet, whose numbers have 15 digits: nearly always. */
const isFoundAgain = ({ amount, rate, converted, pair: { decimals } }: Figures) =>
  product(fifteenDigits(Number(amount) * Number(rate)), '1', decimals) === converted;

/** The cell that is the amount, with a minus where that is one more; undefined if the amount is text. */
function factorIn(
  { number, cells }: ReadRow,
  amounts: readonly number[],
  amount: Amount,
): string | undefined {
  for (const column of amounts) {
    const { kind, text } = cells[column] ?? {};
    const place = `${lettersOf(column)}${number}`;
    if (kind === 'number' && text === amount) return place;
    if (kind === 'number' && `-${text}` === amount) return `-${place}`;
  }
  return undefined;
}
