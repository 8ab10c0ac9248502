import type { Unit } from '../currencies/units.ts';
import { encoded, joined, quotedIfNeeded } from '../input/csv/text.ts';
import type { Amount } from '../rates/amount.ts';
import { decimalsIn } from '../rates/conversion.ts';
import { amountAt } from '../rates/cross.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { FoundRate } from '../rates/found-rate.ts';
import type { RateOrigin, Receipt } from '../rates/receipt.ts';
import type { Added } from './added.ts';
import { AddedWork } from './added-work.ts';
import type { TableRow } from './table.ts';

const ofRate = ['rate', 'rate_date', 'converted'];
const ofReceipt = ['rule', 'derived', 'source', 'odd'];
const countsOfReceipt = ['days', 'of'];

/** @param hasTable whether the source numbers its tables */
export const namesOfReceipt = ({ hasTable = false } = {}): readonly string[] => [
  ...ofReceipt,
  ...(hasTable ? ['table'] : []),
  ...countsOfReceipt,
];

interface AddedNames {
  /** Those of the amounts. */
  readonly sums: readonly string[];
  readonly targets: readonly string[];
  readonly prefix?: string | undefined;
  readonly receipt?: readonly string[];
}

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded({ sums, targets, prefix = '', receipt = [] }: AddedNames): readonly string[] {
  const all = [...ofRate, ...receipt].map((name) => prefix + name);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  const ofSums = sums.map((sum, at) => (at === 0 ? '' : `_${sum}`));
  const endings = ofSums.flatMap((sum) => ofTargets.map((target) => target + sum));
  return endings.flatMap((ending) => all.map((name) => name + ending));
}

/** In the order of their names. */
export function receiptTexts({ rule, derived, source, odd, table, days, of }: Receipt): readonly string[] {
  const texts = [rule, String(derived), source, odd.join(' ')];
  return [...texts, ...(table === undefined ? [] : [table ?? '']), String(days), String(of ?? '')];
}

/** What is added to the rows, with delimiters between the cells. */
export class CellWriter {
  readonly #added: Added;
  readonly #delimiter: string;
  readonly #mark: DecimalMark;
  /** Of one target. */
  readonly #noCells: string;
  readonly #work: AddedWork<string>;
  /** Rows of the same pair and period share one. */
  readonly #receipts = new WeakMap<RateOrigin, string>();

  constructor(added: Added, delimiter: string) {
    this.#added = added;
    this.#delimiter = delimiter;
    const { names, reader, targets, decimal, survey } = added;
    this.#mark = decimal ?? survey.point;
    this.#noCells = delimiter.repeat(names.length / reader.sums.length / targets - 1);
    this.#work = new AddedWork(added, (found, from, to) => this.#cellsOf(found, from, to));
  }

  cellsFor(row: TableRow): string {
    const cells = this.#work.of(row);
    return cells.map((of) => of ?? this.#noCells).join(this.#delimiter);
  }

  #cellsOf(found: FoundRate, from: Unit, to: Unit): (amount: Amount) => string {
    const { digits } = this.#added;
    const delimiter = this.#delimiter;
    const date = quotedIfNeeded(found.date, delimiter);
    const receipt = this.#receiptCells(from, to, found.origin);
    const decimals = digits ?? decimalsIn(to);
    return (amount) => {
      const { rate, converted } = amountAt(found, amount, decimals);
      return this.#number(rate) + delimiter + date + delimiter + this.#number(converted) + receipt;
    };
  }

  /** There are no quotes and line ends in it. */
  #number(decimal: string): string {
    const text = withMark(decimal, this.#mark);
    return text.includes(this.#delimiter) ? `"${text}"` : text;
  }

  /** From the delimiter on. */
  #receiptCells(from: Unit, to: Unit, origin: RateOrigin): string {
    const { receiptOf } = this.#added;
    if (!receiptOf) return '';
    const earlier = this.#receipts.get(origin);
    if (earlier !== undefined) return earlier;

    const cells = receiptTexts(receiptOf([from.code, to.code], origin));
    const text = joined(['', ...cells.map(encoded)], this.#delimiter);
    this.#receipts.set(origin, text);
    return text;
  }
}
