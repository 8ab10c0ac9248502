import type { Day } from '../calendar/day.ts';
import { amountAt, type Decimals, decimalsIn } from '../convert/conversion.ts';
import { encoded } from '../csv/encoding.ts';
import { joined, quotedIfNeeded } from '../csv/quoted.ts';
import type { Row } from '../csv/scanner.ts';
import type { RateOrigin, Receipts } from '../periods/receipt.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { Unit } from '../rates/units.ts';
import type { EntryReader } from './entry.ts';
import { PairCache } from './pair-cache.ts';
import type { RowRates } from './row-rates.ts';
import type { Survey } from './survey.ts';
import type { Trouble } from './trouble.ts';

const ofRate = ['rate', 'rate_date', 'converted'];
const ofReceipt = ['rule', 'derived', 'source', 'days', 'odd'];

/** @param hasTable whether the source numbers its tables */
export const namesOfReceipt = (hasTable = false): readonly string[] => [
  ...ofReceipt,
  ...(hasTable ? ['table'] : []),
];

/** Those of the added columns, as many for each target. */
export function namesAdded(
  targets: readonly string[],
  prefix = '',
  receipt: readonly string[] = [],
): readonly string[] {
  const all = [...ofRate, ...receipt].map((name) => prefix + name);
  return targets.length === 1 ? all : targets.flatMap((target) => all.map((name) => `${name}_${target}`));
}

export interface Added {
  readonly names: readonly string[];
  readonly reader: EntryReader;
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
  readonly #mark: DecimalMark;
  readonly #made: PairCache<CellsFor | Trouble>;
  /** Rows of the same pair and period share one. */
  readonly #receipts = new WeakMap<RateOrigin, string>();

  constructor(added: Added, delimiter: string) {
    this.#added = added;
    this.#delimiter = delimiter;
    this.#noCells = this.#emptyCells(added.names.length);
    this.#mark = added.decimal ?? added.survey.point;
    this.#made = new PairCache((day, from, to) => this.#cellsOf(day, from, to));
  }

  cellsFor(row: Row): string {
    const { survey, onTrouble } = this.#added;
    if (survey.otherHeader !== undefined && row.line >= survey.otherHeader) {
      onTrouble('other header', row.line, undefined);
      return this.#noCells;
    }

    const sum = this.#sumIn(row);
    if (typeof sum === 'string') {
      this.#tell(sum, row);
      return this.#noCells;
    }
    const { day, amount, from, to } = sum;
    const found = to.map((each) => (from && each ? this.#made.get(day, from, each) : 'currency'));
    this.#tellEach(found, sum, row);
    const none = this.#emptyCells(this.#added.names.length / to.length);
    return found.map((cells) => (typeof cells === 'string' ? none : cells(amount))).join(this.#delimiter);
  }

  #emptyCells(count: number): string {
    return this.#delimiter.repeat(count - 1);
  }

  #sumIn(row: Row): Sum | Trouble {
    const { reader, survey } = this.#added;
    const entry = reader.read(row);
    if (!entry) return 'cells';

    const { from, to } = entry;
    const day = entry.day.readings[survey.order];
    const amount = entry.amount.readings[survey.point];
    if (!day) return 'day';
    if (!amount) return entry.amount.lacks ?? 'amount';
    if (entry.isForeign) return 'other currency';
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

  /** Each trouble of the row once; of several targets, the one that has no rate is named. */
  #tellEach(found: readonly (CellsFor | Trouble)[], { to }: Sum, row: Row): void {
    for (const [at, trouble] of found.entries()) {
      if (typeof trouble !== 'string' || found.indexOf(trouble) < at) continue;
      this.#tell(trouble, row, trouble === 'no rate' && to[1] ? to[at]?.name : undefined);
    }
  }

  #tell(trouble: Trouble, row: Row, cell?: string): void {
    const { reader, onTrouble } = this.#added;
    onTrouble(trouble, row.line, cell ?? reader.causeOf(trouble, row));
  }
}

/** There are no quotes and line ends in it. */
function numberCell(decimal: string, delimiter: string): string {
  return decimal.includes(delimiter) ? `"${decimal}"` : decimal;
}
