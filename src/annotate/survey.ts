import type { Day } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { fixedRateOf, publishedPair } from '../currencies/replaced.ts';
import type { Unit } from '../currencies/units.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { type DayReadings, dayOrders } from './days.ts';
import type { Entry } from './entry.ts';
import type { RowRates } from './row-rates.ts';
import type { RowReader } from './row-reader.ts';
import type { Counted, Table, TableRow } from './table.ts';
import { Ways } from './ways.ts';

/** How the rows of a file are to be read, and what they need. */
export interface Survey {
  readonly order: Order;
  readonly point: DecimalMark;
  /** Whether all days are times since 1970. */
  readonly hasNumbers: boolean;
  /** What nothing but days to come has decided. */
  readonly note: string | undefined;
  /** With a rate, ascending. */
  readonly days: readonly Day[];
  readonly codes: ReadonlySet<Code>;
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  readonly replaced: ReadonlySet<Code>;
  /** How many there are, without the header. */
  readonly rows: number;
  /** The line of another header, with which the table ends. */
  readonly otherHeader: number | undefined;
}

type Served = Pick<RowRates, 'isServed' | 'isToCome'>;

/** Of some rows alone, by other cells. */
export interface SomeRows {
  /** With those that the reader reads. */
  readonly columns: readonly number[];
  readonly isMeant: (row: TableRow) => boolean;
}

/**
 * @param some the rows that need rates; undefined: all
 * @throws a usage error if the rows do not show how they are to be read
 */
export async function surveyOf(
  table: Table,
  reader: RowReader,
  rates: Served,
  some?: SomeRows,
): Promise<Survey> {
  const surveyor = new Surveyor(reader, rates, table.counted, some?.isMeant);
  for await (const rows of table.rows(some?.columns ?? reader.columns))
    for (const row of rows) surveyor.see(row);
  return surveyor.survey();
}

class Surveyor {
  readonly #orders: Ways<Order, Day>;
  readonly #points: Ways<DecimalMark, string>;
  readonly #days = { DMY: new Set<Day>(), MDY: new Set<Day>(), YMD: new Set<Day>() };
  readonly #numberDays = new Set<Day>();
  #hasWrittenDays = false;
  readonly #codes = new Set<Code>();
  readonly #replaced = new Set<Code>();
  /** Those whose codes have been counted. */
  readonly #units = new Set<Unit>();
  /** Those whose days have been counted: most rows have the day of an earlier one. */
  readonly #counted = new WeakSet<DayReadings>();
  /** The first one is the header. */
  #rows = -1;
  #otherHeader: number | undefined;

  constructor(
    private readonly reader: RowReader,
    private readonly rates: Served,
    counted: Counted,
    private readonly isMeant: (row: TableRow) => boolean = () => true,
  ) {
    this.#orders = new Ways(dayOrders, { what: 'days', counted }, (day: Day) => rates.isToCome(day));
    this.#points = new Ways(decimalMarks, { what: 'amounts', counted });
  }

  see(row: TableRow): void {
    if (row.count === 0) return;
    this.#rows++;
    if (this.#rows === 0 || this.#otherHeader !== undefined) return;

    const entries = this.reader.read(row) ?? [];
    if (!entries.some(hasAmount) && this.reader.isHeader(row)) this.#otherHeader = row.line;
    if (this.#otherHeader !== undefined) return;

    for (const entry of entries) {
      const { day, amount } = entry;
      this.#hasWrittenDays ||= isWrittenOut(day);
      this.#orders.see(day.readings, day.text, row.line);
      this.#points.see(amount.readings, amount.text, row.line);
      if (hasAmount(entry) && this.isMeant(row)) this.#need(entry);
    }
  }

  /** @throws a usage error if the rows do not show how they are to be read */
  survey(): Survey {
    const { way: order, note } = this.#orders.decide();
    const { way: point } = this.#points.decide();
    const hasNumbers = !this.#hasWrittenDays;
    const days = [...new Set([...this.#days[order], ...(hasNumbers ? this.#numberDays : [])])].sort();
    const [codes, replaced, rows, otherHeader] = [this.#codes, this.#replaced, this.#rows, this.#otherHeader];
    return { order, point, hasNumbers, note, days, codes, replaced, rows, otherHeader };
  }

  #need({ day, from, to, isForeign }: Entry): void {
    if (!from || isForeign) return;
    for (const unit of to) {
      if (!unit || unit.code === from.code) continue;
      if (fixedRateOf(from.code) || fixedRateOf(unit.code)) {
        this.#needPublished(from, unit, day.readings);
        continue;
      }
      this.#needCodeOf(from);
      this.#needCodeOf(unit);
      this.#needDay(day.readings);
    }
  }

  /** At fixed rates, what is needed differs from day to day. */
  #needPublished(from: Unit, to: Unit, readings: DayReadings): void {
    for (const order of dayOrders) {
      const said = readings[order];
      if (!said) continue;
      const pair = publishedPair(from.code, to.code, said);
      for (const code of pair.replaced) this.#replaced.add(code);
      if (pair.from === pair.to) continue;
      this.#codes.add(pair.from).add(pair.to);
      this.#addDay(said, order, readings);
    }
  }

  #needCodeOf(unit: Unit): void {
    if (this.#units.has(unit)) return;
    this.#units.add(unit);
    this.#codes.add(unit.code);
  }

  #needDay(readings: DayReadings): void {
    if (this.#counted.has(readings)) return;
    this.#counted.add(readings);
    for (const order of dayOrders) {
      const said = readings[order];
      if (said) this.#addDay(said, order, readings);
    }
  }

  #addDay(day: Day, order: Order, { isNumber }: DayReadings): void {
    const days = isNumber ? this.#numberDays : this.#days[order];
    if (this.rates.isServed(day)) days.add(day);
  }
}

/** Whether a cell has a day, and not as a number. */
function isWrittenOut({ text, readings }: Entry['day']): boolean {
  return text !== '' && !readings.isNumber && dayOrders.some((order) => readings[order]);
}

function hasAmount({ amount: { readings } }: Entry): boolean {
  return readings.point !== undefined || readings.comma !== undefined;
}
