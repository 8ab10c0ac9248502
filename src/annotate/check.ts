import { Failure } from '../errors.ts';
import { digitsIn } from '../rates/amount.ts';
import { fifteenDigits, quotient, withMark } from '../rates/decimal.ts';
import { type RateRule, rateRuleNames } from '../rates/rules.ts';
import { amountReader } from './amounts.ts';
import { columnsInWords, normalName } from './columns.ts';
import { cellsOf, type Figures, isFigures, namesAdded } from './compute.ts';
import type { Table, TableRow } from './table.ts';
import type { Added } from './write.ts';

/** A cell that no longer holds. */
export interface Finding {
  readonly line: number;
  readonly column: string;
  readonly is: string;
  readonly shouldBe: string;
}

/** Places of the rule and of what is odd among the cells of an outcome. */
const [ruleAt, oddAt] = [3, 6];

interface AddedColumns {
  readonly names: readonly string[];
  readonly columns: readonly number[];
  readonly hasReceipts: boolean;
}

/** The columns that the same options would add; receipts where the file has all of them, or they are asked for. */
export function addedColumns(
  { header, hasHeader }: Table,
  prefix: string,
  receipt: readonly string[],
  isAsked: boolean,
): AddedColumns {
  const isThere = (name: string) => header.names.includes(normalName(name));
  const plain = namesAdded(header, prefix, isAsked ? receipt : []);
  if (!hasHeader) {
    // the last ones
    const first = header.names.length - plain.length;
    return { names: plain, columns: plain.map((_, at) => first + at), hasReceipts: isAsked };
  }
  const ofEarlier = receipt.filter((name) => name !== 'of');
  const found = [receipt, ofEarlier]
    .map((all) => namesAdded(header, prefix, all))
    .find((all) => all.every(isThere));
  const names = found ?? plain;
  const missing = names.find((name) => !isThere(name));
  if (missing !== undefined) {
    const message = `unknown column ${JSON.stringify(missing)}: the file was not annotated with these options`;
    throw new Failure('no_column', message, columnsInWords(header.names));
  }
  const columns = names.map((name) => header.names.indexOf(normalName(name)));
  return { names, columns, hasReceipts: isAsked || found !== undefined };
}

/** The first rule in the receipts; where it is `day`, and no other is asked for, the default. */
export async function ruleIn(
  table: Table,
  { columns }: AddedColumns,
  asked: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<RateRule>();
  for await (const rows of table.rows())
    for (const { cells } of rows) {
      const written = table.textOf(cells[columns[ruleAt] ?? -1] ?? '').trim();
      const rule = rateRuleNames.find((name) => name === written);
      if (rule) found.add(rule);
    }
  const [first] = found;
  if (!found.has('day')) return first ?? asked;
  // the default leads to both
  return found.has('last-published') || asked !== 'day' ? undefined : 'day';
}

export interface Checking extends Added {
  readonly columns: readonly number[];
}

/**
 * Compares the added cells of a row with those that would be added now.
 * @returns undefined for a row that has no figures, and can have none
 */
export function rowChecker({ reader, columns, names, outcomesOf, report, decimal }: Checking) {
  const readNumber = amountReader(decimal, () => false);

  return (row: TableRow): readonly Finding[] | undefined => {
    const { line, sheet } = row;
    const cells = columns.map((column) => {
      const text = reader.textIn(row, column).trim();
      return sheet?.[column]?.kind === 'number' ? withMark(text, decimal) : text;
    });
    const all = outcomesOf(row);
    const count = names.length / all.length;
    const outcomes = all.map((outcome, at) => {
      const own = cells.slice(at * count, (at + 1) * count);
      return { outcome, own, first: at * count, isEmptied: own.every((cell) => cell === '') };
    });
    const left = outcomes.filter(({ outcome, isEmptied }) => !isEmptied && !isFigures(outcome));
    report.add(
      line,
      left.map(({ outcome }) => outcome ?? { trouble: 'amount' }),
    );
    const done = outcomes.flatMap(({ outcome, own, isEmptied, first }) => {
      if (!isFigures(outcome)) return [];
      const expected = cellsOf(outcome, count, decimal);
      const findings = own.map((is, at) => ({
        line,
        column: names[first + at] ?? '',
        is,
        shouldBe: expected[at] ?? '',
      }));
      // what is odd is known better later
      return [
        findings.filter(
          ({ is, shouldBe }, at) =>
            is !== shouldBe && (at !== oddAt || isEmptied) && !isSame(is, at, outcome),
        ),
      ];
    });
    return done.length > 0 ? done.flat() : undefined;
  };

  /** @param at place of the cell, of which the first is the rate and the third the result */
  function isSame(text: string, at: number, { rate, converted, pair: { found } }: Figures): boolean {
    const expected = [rate, undefined, converted][at];
    const is = shortened(readNumber(text)[decimal] ?? '');
    if (expected === undefined || is === '') return false;
    if (is === shortened(expected) || is === fifteenDigits(Number(expected))) return true;
    // a derived rate has as many digits as its amount needs, and is the same with those of another one
    const digits = digitsIn(is);
    if (at !== 0 || !found.of || digits < leastDigits) return false;
    return shortened(quotient(found.of.dividend, found.of.divisor, { digits })) === is;
  }
}

const leastDigits = 10;

/** Without zeros at its end. */
const shortened = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
