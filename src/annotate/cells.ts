import type { Day } from '../calendar/day.ts';
import { amountAt, type Decimals, decimalsIn } from '../convert/conversion.ts';
import { encoded } from '../csv/encoding.ts';
import { joined, quotedIfNeeded } from '../csv/quoted.ts';
import type { Row } from '../csv/scanner.ts';
import type { RateOrigin, Receipts } from '../periods/receipt.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { Unit } from '../rates/units.ts';
import type { Entry } from './entry.ts';
import { PairCache } from './pair-cache.ts';
import type { RowRates } from './row-rates.ts';
import type { RowReader } from './row-reader.ts';
import type { Survey } from './survey.ts';
import type { Trouble } from './trouble.ts';

const ofRate = ['rate', 'rate_date', 'converted'];
const ofReceipt = ['rule', 'derived', 'source', 'days', 'odd'];

/** @param hasTable whether the source numbers its tables */
export const namesOfReceipt = (hasTable = false): readonly string[] => [
  ...ofReceipt,
  ...(hasTable ? ['table'] : []),
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

export interface Added {
  readonly names: readonly string[];
  /** How many there are for each amount. */
  readonly targets: number;
  readonly reader: RowReader;
  readonly survey: Pick<Survey, 'order' | 'point' | 'otherHeader'>;
  readonly rates: RowRates;
  readonly digits: Decimals;
  /** Undefined: that of the amounts. */
  readonly decimal: DecimalMark | undefined;
  readonly receiptOf: Receipts | undefined;
  readonly onTrouble: (trouble: Trouble, line: number, cell: string | undefined) => void;
}

/** An entry as the survey reads it. */
interface Sum {
  readonly day: Day;
  readonly amount: Amount;
  readonly from: Unit | undefined;
  readonly to: readonly (Unit | undefined)[];
}

/** What a pair and a day add to a row with this amount. */
type CellsFor = (amount: Amount) => string;

/** What is added to the rows, with delimiters between the cells. */
export class CellWriter {
  readonly #added: Added;
  readonly #delimiter: string;
  readonly #noCells: string;
  readonly #noCellsOfSum: string;
  readonly #noCellsOfTarget: string;
  readonly #mark: DecimalMark;
  readonly #made: PairCache<CellsFor | Trouble>;
  /** Rows of the same pair and period share one. */
  readonly #receipts = new WeakMap<RateOrigin, string>();

  constructor(added: Added, delimiter: string) {
    this.#added = added;
    this.#delimiter = delimiter;
    const { names, reader, targets } = added;
    this.#noCells = this.#emptyCells(names.length);
    this.#noCellsOfSum = this.#emptyCells(names.length / reader.sums.length);
    this.#noCellsOfTarget = this.#emptyCells(names.length / reader.sums.length / targets);
    this.#mark = added.decimal ?? added.survey.point;
    this.#made = new PairCache((day, from, to) => this.#cellsOf(day, from, to));
  }

  cellsFor(row: Row): string {
    const { reader, survey, onTrouble } = this.#added;
    if (survey.otherHeader !== undefined && row.line >= survey.otherHeader) {
      onTrouble('other header', row.line, undefined);
      return this.#noCells;
    }

    const entries = reader.read(row);
    if (!entries) {
      onTrouble('cells', row.line, undefined);
      return this.#noCells;
    }
    return entries.map((_, at) => this.#cellsAt(at, entries, row)).join(this.#delimiter);
  }

  /** @param at number of the amount */
  #cellsAt(at: number, entries: readonly Entry[], row: Row): string {
    const entry = entries[at] as Entry;
    const sum = this.#sumIn(entry);
    if (typeof sum !== 'string') return this.#cellsOfSum(sum, at, row);

    // of several amounts a row need not have each
    const isMissing = isEmpty(entry) && entries.some((other) => typeof this.#sumIn(other) !== 'string');
    if (!isMissing) this.#tell(sum, at, row);
    return this.#noCellsOfSum;
  }

  #cellsOfSum(sum: Sum, at: number, row: Row): string {
    const { day, amount, from, to } = sum;
    const cells = to.map((target) => {
      const found = from && target ? this.#made.get(day, from, target) : 'currency';
      if (typeof found !== 'string') return found(amount);
      // of several targets, the one that has no rate is named
      this.#tell(found, at, row, found === 'no rate' && to[1] ? target?.name : undefined);
      return this.#noCellsOfTarget;
    });
    return cells.join(this.#delimiter);
  }

  #emptyCells(count: number): string {
    return this.#delimiter.repeat(count - 1);
  }

  #sumIn({ day: written, amount: { readings, lacks }, from, to, isForeign }: Entry): Sum | Trouble {
    const { order, point } = this.#added.survey;
    const day = written.readings[order];
    const amount = readings[point];
    if (!day) return 'day';
    if (!amount) return lacks ?? 'amount';
    if (isForeign) return 'other currency';
    return { day, amount, from, to };
  }

  #cellsOf(day: Day, from: Unit, to: Unit): CellsFor | Trouble {
    const { rates, digits } = this.#added;
    const found = rates.find(day, from, to);
    if (typeof found === 'string') return found;

    const delimiter = this.#delimiter;
    const number = (decimal: string) => numberCell(withMark(decimal, this.#mark), delimiter);
    const date = quotedIfNeeded(found.date, delimiter);
    const receipt = this.#receiptCells(from, to, found.origin);
    const decimals = digits ?? decimalsIn(to);
    return (amount) => {
      const { rate, converted } = amountAt(found, amount, decimals);
      return number(rate) + delimiter + date + delimiter + number(converted) + receipt;
    };
  }

  /** From the delimiter on. */
  #receiptCells(from: Unit, to: Unit, origin: RateOrigin): string {
    const { receiptOf } = this.#added;
    if (!receiptOf) return '';
    const earlier = this.#receipts.get(origin);
    if (earlier !== undefined) return earlier;

    const { rule, derived, source, days, odd, table } = receiptOf([from.code, to.code], origin);
    const cells = ['', rule, String(derived), encoded(source), String(days), odd.join(' ')];
    if (table !== undefined) cells.push(table ?? '');
    const text = joined(cells, this.#delimiter);
    this.#receipts.set(origin, text);
    return text;
  }

  #tell(trouble: Trouble, at: number, row: Row, cell?: string): void {
    const { reader, onTrouble } = this.#added;
    onTrouble(trouble, row.line, cell ?? reader.sums[at]?.causeOf(trouble, row));
  }
}

/** Whether the row has no such amount, or no day of it. */
const isEmpty = ({ amount, day }: Entry) => amount.text.trim() === '' || day.text.trim() === '';

/** There are no quotes and line ends in it. */
function numberCell(decimal: string, delimiter: string): string {
  return decimal.includes(delimiter) ? `"${decimal}"` : decimal;
}
