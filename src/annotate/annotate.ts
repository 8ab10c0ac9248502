import { delimited } from '../output/separated.ts';
import { product } from '../rates/arithmetic.ts';
import { decimalsIn } from '../rates/convert.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { CsvFile } from './csv-file.ts';
import type { EntryReader } from './entry.ts';
import type { NoRate, RowRates } from './row-rates.ts';
import { encoded, type Row, Scanner } from './scanner.ts';
import type { Survey } from './survey.ts';

export const namesAdded = (prefix = '') => ['rate', 'rate_date', 'converted'].map((name) => prefix + name);

export type Trouble = 'cells' | 'day' | 'amount' | 'currency' | NoRate;

interface Annotating {
  readonly reader: EntryReader;
  readonly survey: Pick<Survey, 'order' | 'point'>;
  readonly rates: RowRates;
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
  let head: string | undefined =
    delimiter + delimited([namesAdded(annotating.prefix).map(encoded)], delimiter).slice(0, -1);
  const added = (rows: readonly Row[]): readonly string[] => {
    const after = head === undefined ? 0 : rows.findIndex(({ count }) => count > 0) + 1;
    const entries = rows.slice(after);
    const cells = entries.map((row) => (row.count === 0 ? [] : cellsFor(row, annotating)));
    // days and numbers have no line end in them, which the names may have
    const lines = delimited(cells, delimiter).split('\n');
    const texts = entries.map(({ count }, at) => (count === 0 ? '' : delimiter + lines[at]));
    if (head === undefined || after === 0) return texts;
    const all = [...Array<string>(after - 1).fill(''), head, ...texts];
    head = undefined;
    return all;
  };
  yield mark;
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

function cellsFor(row: Row, { reader, survey, rates, decimal, onTrouble }: Annotating): readonly string[] {
  const found = rateFor(reader.read(row), survey, rates);
  if (typeof found === 'string') {
    onTrouble(found, row.line);
    return ['', '', ''];
  }
  return [withMark(found.rate, decimal), found.date, withMark(found.converted, decimal)];
}

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
  return { ...found, converted: product(amount, found.rate, decimals) };
}
