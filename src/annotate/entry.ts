import { type Day, parseDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import { hundredthInWords, isAmong, isHundredth, type Unit } from '../currencies/units.ts';
import { normalName } from '../input/csv/header.ts';
import { meaningOf, readOnce } from '../input/csv/text.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { type AmountReadings, amountReader, noAmount } from './amounts.ts';
import { unitMeant } from './cell-units.ts';
import { type DayForm, type DayReadings, dayOrders, dayReader, sameInAll } from './days.ts';
import type { Header, RowCurrency, SumColumns } from './header.ts';
import { isCurrency, isOtherHeader } from './other-header.ts';
import { type AmountCell, oneOf } from './sides.ts';
import type { TableRow } from './table.ts';
import type { Trouble } from './trouble.ts';

export interface Reading {
  /** Those of all cells that are kept of a row, in that order. */
  readonly columns: readonly number[];
  readonly form: DayForm | undefined;
  /** Of all days, where the form has none. */
  readonly year?: number | undefined;
  readonly point: DecimalMark | undefined;
  readonly isKnown: (code: Code) => boolean;
  /** Of all rows, where no column has their days. */
  readonly day: Day | undefined;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
  /** Told what a cell means that is no code. */
  readonly onMeant: (words: string) => void;
}

interface DayCell {
  readonly text: string;
  readonly readings: DayReadings;
}

/** What a row says of one amount, as far as it can be read. */
export interface Entry {
  readonly day: DayCell;
  readonly amount: AmountCell;
  readonly from: Unit | undefined;
  readonly to: readonly (Unit | undefined)[];
  /** Whether the cell of the amount has the sign or code of another currency. */
  readonly isForeign: boolean;
}

/** The columns that are read, each once. */
export function columnsOf({ sums, to }: Pick<Header, 'sums' | 'to'>): readonly number[] {
  return [...new Set(sums.flatMap((sum) => columnsOfSum(sum, to)))];
}

function columnsOfSum({ date, amounts, from }: SumColumns, to: Header['to']): readonly number[] {
  const currencies = [from, ...to].flatMap((each) => ('column' in each ? each.column : []));
  return [...new Set(['column' in date ? date.column : [], amounts, currencies].flat())];
}

/** Reads one of the amounts of each row. */
export class EntryReader {
  readonly #columns: readonly number[];
  /** Of this amount. */
  readonly #own: readonly number[];
  readonly #header: Pick<Header, 'names' | 'to'>;
  readonly #sum: SumColumns;
  readonly #dateColumn: number | undefined;
  readonly #currencyColumns: readonly number[];
  readonly #readDay: (text: string) => DayReadings;
  /** That of a cell that is a day whatever the form of others, and may have a time. */
  readonly #readSheetDay = readOnce((text) => sameInAll(parseDay(text.slice(0, 10))));
  readonly #readAmount: (text: string) => AmountReadings;
  readonly #readUnit: (text: string) => Unit | undefined;
  readonly #dayOfAll: DayCell;

  constructor(
    header: Pick<Header, 'names' | 'to'>,
    sum: SumColumns,
    { columns, form, year, point, isKnown, isListed, day, onMeant }: Reading,
  ) {
    const { date, from } = sum;
    this.#columns = columns;
    this.#own = columnsOfSum(sum, header.to);
    this.#header = header;
    this.#sum = sum;
    this.#dateColumn = 'column' in date ? date.column : undefined;
    this.#currencyColumns = [from, ...header.to].flatMap((each) => ('column' in each ? each.column : []));
    this.#readDay = dayReader(form, year);
    this.#readAmount = amountReader(point, isKnown);
    this.#readUnit = readOnce((text) => {
      const said = unitSaid(text);
      const meant = said && isListed(said.code) ? undefined : unitMeant(text, isListed);
      const unit = meant && isKnown(meant.code) ? meant : said;
      if (!unit || !isKnown(unit.code)) return undefined;
      if (isHundredth(unit)) onMeant(hundredthInWords(unit));
      else if (unit === meant) onMeant(`${text.trim()} is ${unit.name}`);
      return unit;
    });
    this.#dayOfAll = { text: '', readings: sameInAll(day) };
  }

  /** @param row whose cells stand where they should */
  read(row: TableRow): Entry {
    const { amounts, from } = this.#sum;
    const [first = 0, second] = amounts;
    const one = this.#amountIn(row, first);
    const amount = second === undefined ? one : oneOf(one, this.#amountIn(row, second));
    const unit = this.#unitIn(row, from);
    const { units } = amount.readings;
    return {
      day: this.#dayIn(row),
      amount,
      from: unit,
      to: this.#header.to.map((currency) => this.#unitIn(row, currency)),
      isForeign: unit !== undefined && units !== undefined && !isAmong(units, unit),
    };
  }

  /**
   * How many delimiters stand before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced.
   */
  gap({ count, endsEmpty }: TableRow): number | undefined {
    const lacks = this.#header.names.length - count;
    const hasColumns = lacks > 0 && this.#columns.every((column) => column < count);
    const isRight = lacks === 0 || hasColumns || (lacks === -1 && endsEmpty);
    return isRight ? lacks + 1 : undefined;
  }

  /** Whether another table begins. */
  isHeader(row: TableRow): boolean {
    const dateColumn = this.#dateColumn;
    // nearly always true
    if (dateColumn !== undefined && this.#isDay(this.#textIn(row, dateColumn))) return false;

    const { names } = this.#header;
    const cells = this.#own.map((column) => {
      const text = this.#textIn(row, column);
      const isCode = this.#currencyColumns.includes(column);
      const hasMeaning = () => this.#hasMeaning(text, column);
      return { name: names[column] ?? '', text: normalName(text), isCode, hasMeaning };
    });
    return isOtherHeader(cells, dateColumn !== undefined && this.gap(row) !== undefined);
  }

  /** The cell on account of which a row has no rate. */
  causeOf(trouble: Trouble, row: TableRow): string | undefined {
    if (trouble === 'currency') {
      const cells = this.#currencyColumns.map((column) => this.#textIn(row, column));
      return cells.find((cell) => this.#readUnit(cell) === undefined);
    }
    if (trouble === 'amount' || trouble === 'other currency') return this.read(row).amount.text;

    const isOfDay = ['day', 'early', 'future', 'gap'].includes(trouble);
    return isOfDay && this.#dateColumn !== undefined ? this.#textIn(row, this.#dateColumn) : undefined;
  }

  #textIn({ cells }: TableRow, column: number): string {
    return meaningOf(cells[this.#columns.indexOf(column)] ?? '');
  }

  /** Undefined in a file that knows none. */
  #kindIn({ kinds }: TableRow, column: number) {
    return kinds?.[this.#columns.indexOf(column)];
  }

  #dayIn(row: TableRow): DayCell {
    if (this.#dateColumn === undefined) return this.#dayOfAll;
    const text = this.#textIn(row, this.#dateColumn);
    switch (this.#kindIn(row, this.#dateColumn)) {
      case 'day':
        return { text, readings: this.#readSheetDay(text) };
      case 'formula':
        return { text, readings: sameInAll(undefined) };
      default:
        return { text, readings: this.#readDay(text) };
    }
  }

  #amountIn(row: TableRow, column: number): AmountCell {
    const text = this.#textIn(row, column);
    if (isDashAlone(text)) return { text: '', readings: noAmount };
    switch (this.#kindIn(row, column)) {
      case 'number':
        return { text, readings: { point: text, comma: text } };
      case 'day':
      case 'time':
      case 'formula':
        return { text, readings: noAmount };
      default:
        return { text, readings: this.#readAmount(text) };
    }
  }

  #unitIn(row: TableRow, currency: RowCurrency): Unit | undefined {
    return 'unit' in currency ? currency.unit : this.#readUnit(this.#textIn(row, currency.column));
  }

  #isDay(text: string): boolean {
    const readings = this.#readDay(text);
    return dayOrders.some((order) => readings[order]);
  }

  #hasMeaning(text: string, column: number): boolean {
    if (column === this.#dateColumn && this.#isDay(text)) return true;
    if (this.#currencyColumns.includes(column) && isCurrency(text)) return true;
    return this.#sum.amounts.includes(column) && decimalMarks.some((mark) => this.#readAmount(text)[mark]);
  }
}

/** It stands for nothing. */
function isDashAlone(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  const isDigit = last >= 0x30 && last <= 0x39;
  // nearly always true, and told in a tenth of the time
  return !isDigit && /^\s*[-–—−]{1,2}\s*$/.test(text);
}
