import { amountAt, type Decimals, decimalsIn } from '../convert/conversion.ts';
import type { NoRate } from '../convert/which-rate.ts';
import { encoded } from '../csv/encoding.ts';
import { type Row, Scanner } from '../csv/scanner.ts';
import { delimited } from '../output/separated.ts';
import type { RateOrigin, Receipts } from '../periods/receipt.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { Unit } from '../rates/units.ts';
import type { CsvFile } from './csv-file.ts';
import type { EntryReader } from './entry.ts';
import type { RowRates } from './row-rates.ts';
import type { Survey } from './survey.ts';

const names = ['rate', 'rate_date', 'converted'];
const receiptNames = ['rule', 'derived', 'source', 'days', 'odd'];

export function namesAdded(targets: readonly string[], prefix = '', withReceipts = false): readonly string[] {
  const all = [...names, ...(withReceipts ? receiptNames : [])].map((name) => prefix + name);
  return targets.length === 1 ? all : targets.flatMap((target) => all.map((name) => `${name}_${target}`));
}

export type Trouble =
  | 'other header'
  | 'cells'
  | 'day'
  | 'amount'
  | 'both'
  | 'neither'
  | 'currency'
  | 'other currency'
  | NoRate;

interface Annotating {
  readonly reader: EntryReader;
  readonly survey: Pick<Survey, 'order' | 'point' | 'otherHeader'>;
  readonly rates: RowRates;
  /** Of the added columns, as many for each target. */
  readonly names: readonly string[];
  readonly digits: Decimals;
  readonly decimal: DecimalMark | undefined;
  readonly receiptOf: Receipts | undefined;
  readonly onTrouble: (trouble: Trouble, line: number, cell: string | undefined) => void;
}

/** The file with cells added to its rows, piece by piece, in one character per byte. */
export async function* annotated(
  { preamble, header: { delimiter, line }, pieces }: CsvFile,
  annotating: Annotating,
): AsyncGenerator<string> {
  const scanner = new Scanner(delimiter, annotating.reader.columns, line);
  const head = [delimiter + delimited([annotating.names.map(encoded)], delimiter).slice(0, -1)];
  const cellsFor = cellWriter(annotating);
  const added = (rows: readonly Row[]): readonly string[] => {
    // the first of all rows is the header
    const heads = head.splice(0, rows.length);
    const entries = rows.slice(heads.length);
    const cells = entries.map((row) => (row.count === 0 ? [] : cellsFor(row)));
    // days and numbers have no line end in them, which the names may have
    const lines = delimited(cells, delimiter).split('\n');
    const texts = entries.map((row, at) =>
      row.count === 0 ? '' : delimiter.repeat(annotating.reader.gap(row) ?? 1) + lines[at],
    );
    return [...heads, ...texts];
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

function cellWriter({ reader, survey, rates, names, digits, decimal, receiptOf, onTrouble }: Annotating) {
  const mark = decimal ?? survey.point;
  const noCells = names.map(() => '');
  // rows of the same pair and period share one
  const receipts = new WeakMap<RateOrigin, readonly string[]>();

  function receiptCells(from: Unit, to: Unit, origin: RateOrigin): readonly string[] {
    if (!receiptOf) return [];
    const earlier = receipts.get(origin);
    if (earlier) return earlier;
    const { rule, derived, source, days, odd } = receiptOf([from.code, to.code], origin);
    const cells = [rule, String(derived), source, String(days), odd.join(' ')];
    receipts.set(origin, cells);
    return cells;
  }

  function cellsIn({ day, amount, from }: Sum, to: Unit | undefined): readonly string[] | Trouble {
    if (!from || !to) return 'currency';
    const decimals = digits ?? decimalsIn(to);
    const found = rates.find(day, from, to);
    if (typeof found === 'string') return found;
    const { rate, converted } = amountAt(found, amount, decimals);
    return [withMark(rate, mark), found.date, withMark(converted, mark), ...receiptCells(from, to, found.origin)];
  }

  return (row: Row): readonly string[] => {
    if (survey.otherHeader !== undefined && row.line >= survey.otherHeader) {
      onTrouble('other header', row.line, undefined);
      return noCells;
    }
    const sum = sumOf(reader.read(row), survey);
    const found: readonly (readonly string[] | Trouble)[] =
      typeof sum === 'string' ? [sum] : sum.to.map((to) => cellsIn(sum, to));
    const none = noCells.slice(0, names.length / found.length);
    for (const [at, cells] of found.entries()) {
      if (typeof cells !== 'string' || found.indexOf(cells) < at) continue;
      const lacking = cells === 'no rate' && typeof sum === 'object' && sum.to[1] && sum.to[at]?.name;
      onTrouble(cells, row.line, lacking || reader.causeOf(cells, row));
    }
    return found.flatMap((cells) => (typeof cells === 'string' ? none : cells));
  };
}

type Sum = Exclude<ReturnType<typeof sumOf>, string>;

function sumOf(entry: ReturnType<EntryReader['read']>, { order, point }: Annotating['survey']) {
  if (!entry) return 'cells';
  const { days, amounts, lacks, from, to, isForeign } = entry;
  const [day, amount] = [days[order], amounts[point]];
  if (!day) return 'day';
  if (!amount) return lacks ?? 'amount';
  if (isForeign) return 'other currency';
  return { day, amount, from, to };
}
