import type { Unit } from '../currencies/units.ts';
import { meaningOf, readOnce } from '../input/csv/text.ts';
import { type Amount, digitsIn } from '../rates/amount.ts';
import { decimalsIn } from '../rates/conversion.ts';
import { amountAt } from '../rates/cross.ts';
import { fifteenDigits, quotient, withMark } from '../rates/decimal.ts';
import type { FoundRate } from '../rates/found-rate.ts';
import type { Writing } from './added.ts';
import { amountReader } from './amounts.ts';
import { namesOfReceipt, receiptTexts } from './cells.ts';
import { Lack, type RowReading, RowWork } from './row-work.ts';
import type { Table, TableRow } from './table.ts';
import type { Trouble } from './trouble.ts';

/** A cell that no longer holds. */
export interface Finding {
  readonly line: number;
  readonly column: string;
  readonly is: string;
  readonly shouldBe: string;
}

/** Of a row that has been annotated, and what its added columns are. */
export interface Checking extends RowReading, Writing {
  readonly names: readonly string[];
  /** All that the rows are read for. */
  readonly columns: readonly number[];
  /** Those of the names, in their order. */
  readonly added: readonly number[];
  /** How many columns each target of an amount has. */
  readonly perTarget: number;
  readonly onTrouble: (trouble: Trouble, line: number, cell: string | undefined) => void;
}

/** Of some rows. */
interface Checked {
  /** How many have been worked out. */
  readonly rows: number;
  readonly findings: readonly Finding[];
}

/** Works the rows of an annotated file out again, some at a time. */
export async function* checked(table: Table, checking: Checking): AsyncGenerator<Checked> {
  const checker = new RowChecker(checking);
  for await (const rows of table.rows(checking.columns)) yield checker.check(rows);
}

/** What a cell should say, and whether it says the same in other words. */
interface Expected {
  readonly text: string;
  readonly isSame?: ((text: string) => boolean) | undefined;
}

class RowChecker {
  readonly #checking: Checking;
  readonly #places: readonly number[];
  readonly #work: RowWork<readonly Expected[]>;
  readonly #valueOf: (text: string) => string | undefined;
  /** The first of all rows. */
  #isHeader = true;

  constructor(checking: Checking) {
    this.#checking = checking;
    this.#places = checking.added.map((column) => checking.columns.indexOf(column));
    this.#work = new RowWork(checking, (found, from, to) => this.#expectedOf(found, from, to));
    const mark = this.#mark;
    const read = amountReader(mark, () => false);
    this.#valueOf = readOnce((text) => shortened(read(text)[mark]));
  }

  check(rows: Iterable<TableRow>): Checked {
    const findings: Finding[] = [];
    let workedOut = 0;
    for (const row of rows) {
      const found = this.#isHeader ? undefined : this.#findingsIn(row);
      this.#isHeader = false;
      if (!found) continue;
      workedOut++;
      findings.push(...found);
    }
    return { rows: workedOut, findings };
  }

  /** Undefined if the row has no rate, or there is none now. */
  #findingsIn(row: TableRow): readonly Finding[] | undefined {
    const cells = this.#places.map((place) => this.#textAt(place, row));
    if (cells.every(isNothing)) return undefined;

    const made = this.#work.of(row);
    const { perTarget, onTrouble } = this.#checking;
    const tell = ({ trouble, cell }: Lack) => {
      onTrouble(trouble, row.line, cell);
      return undefined;
    };
    if (made instanceof Lack) return tell(made);

    const all = made.map((expected, target): readonly Finding[] | undefined => {
      const first = target * perTarget;
      const own = cells.slice(first, first + perTarget);
      if (own.every(isNothing)) return [];
      if (expected === undefined || expected instanceof Lack) return tell(expected ?? noAmount);
      return this.#differing(own, expected, first, row.line);
    });
    return all.every((findings) => findings === undefined)
      ? undefined
      : all.flatMap((findings) => findings ?? []);
  }

  /** @param first number of the first of these cells among all that were added */
  #differing(
    cells: readonly string[],
    expected: readonly Expected[],
    first: number,
    line: number,
  ): Finding[] {
    return cells.flatMap((is, at) => {
      const { text, isSame } = expected[at] ?? { text: is };
      if (is === text || isSame?.(is)) return [];
      return { line, column: this.#checking.names[first + at] ?? '', is, shouldBe: text };
    });
  }

  #textAt(place: number, { cells, kinds }: TableRow): string {
    const text = meaningOf(cells[place] ?? '').trim();
    return kinds?.[place] === 'number' ? withMark(text, this.#mark) : text;
  }

  get #mark() {
    return this.#checking.decimal ?? this.#checking.survey.point;
  }

  #expectedOf(found: FoundRate, from: Unit, to: Unit): (amount: Amount) => readonly Expected[] {
    const { digits, receiptOf } = this.#checking;
    const decimals = digits ?? decimalsIn(to);
    const isSameNumber = (text: string) => (is: string) =>
      [shortened(text), fifteenDigits(Number(text))].includes(this.#valueOf(is) ?? '');
    const receipt = receiptOf && receiptTexts(receiptOf([from.code, to.code], found.origin));
    const receiptCells = (receipt ?? []).map((text, at) => ({
      text,
      // what is odd is known better later
      isSame: namesOfReceipt()[at] === 'odd' ? () => true : undefined,
    }));

    return (amount) => {
      const { rate, converted } = amountAt(found, amount, decimals);
      const isSameRate = (is: string) => isSameNumber(rate)(is) || isRoundedAs(this.#valueOf(is), found);
      return [
        { text: withMark(rate, this.#mark), isSame: isSameRate },
        { text: found.date },
        { text: withMark(converted, this.#mark), isSame: isSameNumber(converted) },
        ...receiptCells,
      ];
    };
  }
}

const noAmount = new Lack('amount');

const isNothing = (cell: string) => cell === '';

/** A derived rate has as many digits as its amount needs, and is the same with those of another one. */
function isRoundedAs(rate: string | undefined, { of }: FoundRate): boolean {
  const digits = rate === undefined ? 0 : digitsIn(rate);
  return (
    of !== undefined &&
    digits >= leastDigits &&
    shortened(quotient(of.dividend, of.divisor, { digits })) === rate
  );
}

const leastDigits = 10;

/** Without zeros at its end. */
function shortened<Text extends string | undefined>(decimal: Text): Text {
  return decimal?.includes('.') ? (decimal.replace(/\.?0+$/, '') as Text) : decimal;
}
