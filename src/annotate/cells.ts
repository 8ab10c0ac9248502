import type { Day } from '../calendar/day.ts';
import { amountAt, type Decimals, decimalsIn } from '../convert/conversion.ts';
import type { Row } from '../csv/scanner.ts';
import type { RateOrigin, Receipts } from '../periods/receipt.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { Unit } from '../rates/units.ts';
import type { EntryReader } from './entry.ts';
import type { RowRates } from './row-rates.ts';
import type { Survey } from './survey.ts';
import type { Trouble } from './trouble.ts';

const ofRate = ['rate', 'rate_date', 'converted'];
const ofReceipt = ['rule', 'derived', 'source', 'days', 'odd'];

/** Those of the added columns, as many for each target. */
export function namesAdded(targets: readonly string[], prefix = '', withReceipts = false): readonly string[] {
  const all = [...ofRate, ...(withReceipts ? ofReceipt : [])].map((name) => prefix + name);
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

type Cells = readonly string[];

/** What is added to the rows. */
export class CellWriter {
  readonly #added: Added;
  readonly #noCells: Cells;
  readonly #mark: DecimalMark;
  /** Rows of the same pair and period share one. */
  readonly #receipts = new WeakMap<RateOrigin, Cells>();

  constructor(added: Added) {
    this.#added = added;
    this.#noCells = added.names.map(() => '');
    this.#mark = added.decimal ?? added.survey.point;
  }

  cellsFor(row: Row): Cells {
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
    const found = sum.to.map((to) => this.#cellsOf(sum, to));
    this.#tellEach(found, sum, row);
    const none = this.#noCells.slice(0, this.#noCells.length / found.length);
    return found.flatMap((cells) => (typeof cells === 'string' ? none : cells));
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

  #cellsOf({ day, amount, from }: Sum, to: Unit | undefined): Cells | Trouble {
    if (!from || !to) return 'currency';
    const { rates, digits } = this.#added;
    const found = rates.find(day, from, to);
    if (typeof found === 'string') return found;

    const { date, origin } = found;
    const { rate, converted } = amountAt(found, amount, digits ?? decimalsIn(to));
    const receipt = this.#receiptCells(from, to, origin);
    return [withMark(rate, this.#mark), date, withMark(converted, this.#mark), ...receipt];
  }

  #receiptCells(from: Unit, to: Unit, origin: RateOrigin): Cells {
    const { receiptOf } = this.#added;
    if (!receiptOf) return [];
    const earlier = this.#receipts.get(origin);
    if (earlier) return earlier;

    const { rule, derived, source, days, odd } = receiptOf([from.code, to.code], origin);
    const cells = [rule, String(derived), source, String(days), odd.join(' ')];
    this.#receipts.set(origin, cells);
    return cells;
  }

  /** Each trouble of the row once; of several targets, the one that has no rate is named. */
  #tellEach(found: readonly (Cells | Trouble)[], { to }: Sum, row: Row): void {
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
