import { delimited } from '../output/separated.ts';
import type { Origin, Receipts } from '../periods/receipt.ts';
import { product } from '../rates/arithmetic.ts';
import { decimalsIn } from '../rates/convert.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { CsvFile } from './csv-file.ts';
import type { EntryReader } from './entry.ts';
import type { NoRate, RowRates } from './row-rates.ts';
import { encoded, type Row, Scanner } from './scanner.ts';
import type { Survey } from './survey.ts';

const names = ['rate', 'rate_date', 'converted'];
const receiptNames = ['rule', 'derived', 'source', 'days', 'odd'];

export const namesAdded = (prefix = '', withReceipts = false) =>
  [...names, ...(withReceipts ? receiptNames : [])].map((name) => prefix + name);

export type Trouble = 'cells' | 'day' | 'amount' | 'currency' | NoRate;

interface Annotating {
  readonly reader: EntryReader;
  readonly survey: Pick<Survey, 'order' | 'point'>;
  readonly rates: RowRates;
  readonly prefix: string | undefined;
  /** Of the added numbers; a point by default. */
  readonly decimal: DecimalMark | undefined;
  /** Undefined: none. */
  readonly receiptOf: Receipts | undefined;
  readonly onTrouble: (trouble: Trouble, line: number, cell: string | undefined) => void;
}

/** The file with cells added to its rows, piece by piece, in one character per byte. */
export async function* annotated(
  { preamble, header: { delimiter, line }, pieces }: CsvFile,
  annotating: Annotating,
): AsyncGenerator<string> {
  const scanner = new Scanner(delimiter, annotating.reader.columns, line);
  const names = namesAdded(annotating.prefix, annotating.receiptOf !== undefined);
  let head: string | undefined = delimiter + delimited([names.map(encoded)], delimiter).slice(0, -1);
  const cellsFor = cellWriter(names.length, annotating);
  const added = (rows: readonly Row[]): readonly string[] => {
    const after = head === undefined ? 0 : rows.findIndex(({ count }) => count > 0) + 1;
    const entries = rows.slice(after);
    const cells = entries.map((row) => (row.count === 0 ? [] : cellsFor(row)));
    // days and numbers have no line end in them, which the names may have
    const lines = delimited(cells, delimiter).split('\n');
    const texts = entries.map((row, at) =>
      row.count === 0 ? '' : delimiter.repeat(annotating.reader.gap(row) ?? 1) + lines[at],
    );
    if (head === undefined || after === 0) return texts;
    const all = [...Array<string>(after - 1).fill(''), head, ...texts];
    head = undefined;
    return all;
  };
  yield preamble;
  for await (const piece of pieces()) {
    const rows = [...scanner.scan(piece)];
    const texts = added(rows);
    const parts: string[] = [];
    let from = 0;
    for (const [at, { end }] of rows.entries()) {
      parts.push(piece.slice(from, end), texts[at] ?? '');
      from = end;
    }
    yield parts.join('') + piece.slice(from);
  }
  yield added([...scanner.end()]).join('');
}

function cellWriter(count: number, { reader, survey, rates, decimal, receiptOf, onTrouble }: Annotating) {
  const empty = Array<string>(count).fill('');
  // rows of the same pair and period share one
  const receipts = new WeakMap<Origin, readonly string[]>();

  function receiptCells({ from, to, origin }: RowResult): readonly string[] {
    if (!receiptOf) return [];
    const earlier = receipts.get(origin);
    if (earlier) return earlier;
    const { rule, derived, source, days, odd } = receiptOf([from, to], origin);
    const cells = [rule, String(derived), source, String(days), odd.join(' ')];
    receipts.set(origin, cells);
    return cells;
  }

  return (row: Row): readonly string[] => {
    const found = rateFor(reader.read(row), survey, rates);
    if (typeof found === 'string') {
      onTrouble(found, row.line, reader.causeOf(found, row));
      return empty;
    }
    const { rate, date, converted } = found;
    return [withMark(rate, decimal), date, withMark(converted, decimal), ...receiptCells(found)];
  };
}

type RowResult = Exclude<ReturnType<typeof rateFor>, string>;

function rateFor(
  entry: ReturnType<EntryReader['read']>,
  { order, point }: Annotating['survey'],
  rates: RowRates,
) {
  if (!entry) return 'cells';
  const { days, amounts, from, to } = entry;
  const [day, amount] = [days[order], amounts[point]];
  if (!day) return 'day';
  if (!amount) return 'amount';
  if (!from || !to) return 'currency';
  const decimals = decimalsIn(to);
  const found = rates.find(day, from, to, amount, decimals);
  if (typeof found === 'string') return found;
  return { ...found, from, to, converted: product(amount, found.rate, decimals) };
}
