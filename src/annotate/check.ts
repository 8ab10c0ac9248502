import { Failure } from '../errors.ts';
import { digitsIn } from '../rates/amount.ts';
import { fifteenDigits, quotient, withMark } from '../rates/decimal.ts';
import { type RateRule, rateRuleNames } from '../rates/rules.ts';
import { amountReader } from './cells.ts';
import { columnsInWords, normalName } from './columns.ts';
import { cellsOf, type Figures, isFigures, namesAdded, type Outcome, type ReceiptNames } from './compute.ts';
import type { Table, TableRow } from './read.ts';
import type { Added } from './write.ts';

/** A cell that no longer holds. */
export interface Finding {
  readonly line: number;
  readonly column: string;
  readonly is: string;
  readonly shouldBe: string;
}

/**
 * The columns that the same options would add, with those of receipts where the file has them all.
 * @param all of a receipt @param asked those that an option asks for
 */
export function addedColumns(
  { header, hasHeader }: Table,
  prefix: string,
  all: ReceiptNames,
  asked: ReceiptNames,
) {
  const { names: own } = header;
  const isThere = (name: string) => own.includes(normalName(name));
  // those of earlier versions have no `of`
  const receipts = hasHeader ? [all, all.filter((name) => name !== 'of')] : [];
  const receipt = receipts.find((names) => namesAdded(header, prefix, names).every(isThere)) ?? asked;
  const names = namesAdded(header, prefix, receipt);
  const missing = names.find((name) => hasHeader && !isThere(name));
  if (missing !== undefined) {
    const message = `unknown column ${JSON.stringify(missing)}: the file was not annotated with these options`;
    throw new Failure('no_column', message, columnsInWords(own));
  }
  // without a header, they are the last ones
  const columns = names.map((name, at) =>
    hasHeader ? own.indexOf(normalName(name)) : own.length - names.length + at,
  );
  return { names, columns, receipt };
}

/** The first rule in the receipts; where it is `day`, and no other is asked for, the default. */
export async function ruleIn(
  { rows, textOf }: Table,
  column = -1,
  asked: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<RateRule>();
  for await (const some of rows())
    for (const { cells } of some) {
      const written = textOf(cells[column] ?? '').trim();
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
export function rowChecker({ reader, columns, names, receipt, outcomesOf, report, decimal }: Checking) {
  const readNumber = amountReader(decimal, () => false);

  return (row: TableRow): readonly Finding[] | undefined => {
    const { line, sheet } = row;
    const left: Outcome[] = [];
    const findings: Finding[] = [];
    let first = 0;
    let hasFigures = false;
    for (const outcome of outcomesOf(row)) {
      const expected = cellsOf(outcome, receipt, decimal);
      const own = columns.slice(first, first + expected.length).map((column) => {
        const text = reader.textIn(row, column).trim();
        return sheet?.[column]?.kind === 'number' ? withMark(text, decimal) : text;
      });
      const isEmptied = own.every((text) => text === '');
      if (isFigures(outcome)) hasFigures = true;
      else if (!isEmptied) left.push(outcome ?? { trouble: 'amount' });
      for (const [at, is] of own.entries()) {
        const { [at]: shouldBe = '' } = expected;
        // what is odd is known better later
        const isKnownBetter = receipt[at - 3] === 'odd' && !isEmptied;
        if (!isFigures(outcome) || is === shouldBe || isKnownBetter || isSame(is, at, outcome)) continue;
        findings.push({ line, column: names[first + at] ?? '', is, shouldBe });
      }
      first += expected.length;
    }
    report.add(line, left);
    return hasFigures ? findings : undefined;
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
