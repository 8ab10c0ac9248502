import { digitsIn } from '../rates/amount.ts';
import { type DecimalMark, fifteenDigits, quotient, withMark } from '../rates/decimal.ts';
import { amountReader } from './amounts.ts';
import { cellsOf, type Figures, isFigures } from './compute.ts';
import type { Table, TableRow } from './table.ts';
import type { Added } from './write.ts';

/** A cell that no longer holds. */
export interface Finding {
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
export async function* checked(table: Table, checking: Checking): AsyncGenerator<readonly Finding[]> {
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
