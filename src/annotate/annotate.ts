import { convertedAt, decimalsIn } from '../rates/convert.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { CsvFile } from './csv-file.ts';
import type { Entry, EntryReader } from './entry.ts';
import type { NoRate, RowRates } from './row-rates.ts';
import { encoded, type Row, Scanner } from './scanner.ts';
import type { Decided } from './survey.ts';

export const namesAdded = (prefix = '') => ['rate', 'rate_date', 'converted'].map((name) => prefix + name);

/** Why a row gets empty cells. */
export type Trouble = 'cells' | 'day' | 'amount' | 'currency' | NoRate;

interface Annotating {
  readonly reader: EntryReader;
  readonly decided: Decided;
  readonly rates: RowRates;
  /** Of the names of the added columns. */
  readonly prefix: string | undefined;
  /** Of the added numbers; a point by default. */
  readonly decimal: DecimalMark | undefined;
  readonly onTrouble: (trouble: Trouble, line: number) => void;
}

/** The file with cells added to its rows, piece by piece, in one character per byte. */
export async function* annotated(
  { mark, header: { delimiter }, pieces }: CsvFile,
  annotating: Annotating,
): AsyncGenerator<string> {
  const scanner = new Scanner(delimiter, annotating.reader.columns);
  let isHeader = true;
  const added = (row: Row) => {
    if (row.count === 0) return '';
    const cells = isHeader ? namesAdded(annotating.prefix).map(encoded) : cellsFor(row, annotating);
    isHeader = false;
    return cells.map((cell) => delimiter + quoted(cell, delimiter)).join('');
  };
  yield mark;
  for await (const piece of pieces()) {
    const parts: string[] = [];
    let from = 0;
    for (const row of scanner.scan(piece)) {
      parts.push(piece.slice(from, row.end), added(row));
      from = row.end;
    }
    yield parts.join('') + piece.slice(from);
  }
  for (const row of scanner.end()) yield added(row);
}

function cellsFor(row: Row, { reader, decided, rates, decimal, onTrouble }: Annotating): readonly string[] {
  const entry = reader.read(row);
  const found = entry ? rateFor(entry, decided, rates) : 'cells';
  if (typeof found === 'string') {
    onTrouble(found, row.line);
    return ['', '', ''];
  }
  return [withMark(found.rate, decimal), found.date, withMark(found.converted, decimal)];
}

function rateFor({ days, amounts, from, to }: Entry, { order, point }: Decided, rates: RowRates) {
  const [day, amount] = [days[order], amounts[point]];
  if (!day) return 'day';
  if (!amount) return 'amount';
  if (!from || !to) return 'currency';
  const found = rates.find(day, from, to, amount);
  if (typeof found === 'string') return found;
  return { ...found, converted: convertedAt(found.rate, amount, decimalsIn(to)) };
}

function quoted(cell: string, delimiter: string): string {
  if (!cell.includes(delimiter) && !/["\r\n]/.test(cell)) return cell;
  return `"${cell.replaceAll('"', '""')}"`;
}
