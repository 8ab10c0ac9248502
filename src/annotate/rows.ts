import { type Day, parseDay } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { alternativeNames, currencyNames } from '../currencies/names.ts';
import { codesMeant, unitSaid } from '../currencies/nicknames.ts';
import { hundredthInWords, isAmong, isHundredth, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import type { Amount } from '../rates/amount.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import type { NoRate } from '../rates/found-rate.ts';
import {
  type AmountCell,
  type AmountReadings,
  amountReader,
  asDebit,
  isRead,
  noAmount,
  oneOf,
  onSide,
  sideIn,
} from './amounts.ts';
import { type Header, normalName, type RowCurrency, type SumColumns } from './columns.ts';
import { type DayForm, type DayReadings, dayOrders, dayReader, sameInAll } from './days.ts';
import type { Table, TableRow } from './table.ts';

/** Why a row has no rate. */
export type Trouble =
  | 'other header'
  | 'cells'
  | 'day'
  | 'amount'
  | 'both'
  | 'neither'
  | 'side'
  | 'signed'
  | 'unmarked'
  | 'currency'
  | 'other currency'
  | NoRate;

/** What a row says of one amount, as far as it can be read. */
export interface Entry {
  readonly day: { readonly text: string | undefined; readonly readings: DayReadings };
  readonly amount: AmountCell;
  readonly side: string | undefined;
  readonly from: CurrencyCell;
  readonly to: readonly CurrencyCell[];
}

/** Without a text, the currency is that of all rows. */
interface CurrencyCell {
  readonly text?: string;
  readonly unit: Unit | undefined;
}

/** How the cells of all rows are read: what options say of them, and their rows show. */
export interface Formats {
  readonly order: Order;
  /** Whether all days are times since 1970. */
  readonly hasNumbers: boolean;
  /** Of each amount. */
  readonly amounts: readonly AmountFormat[];
}

export interface AmountFormat {
  /** Undefined: each cell is clear by itself. */
  readonly mark: DecimalMark | undefined;
  /** What an amount is that nothing marks. */
  readonly unmarked: 'as written' | 'debit' | 'unclear';
}

/** An entry that is read in the format of its column. */
export interface Sum {
  readonly day: Day;
  readonly amount: Amount;
}

export interface RowOptions {
  readonly form?: DayForm | undefined;
  /** Of all days, where the form has none. */
  readonly year?: number | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** Of all rows, where no column has their days. */
  readonly dayOf: (sum: SumColumns) => Day | undefined;
  readonly isKnown: (code: Code) => boolean;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
}

/** Reads the amounts of each row, with their days and currencies. */
export class RowReader {
  /** What cells mean that are no codes, for notes. */
  readonly meanings = new Set<string>();
  readonly #table: Pick<Table, 'header' | 'textOf'>;
  readonly #header: Header;
  readonly #options: RowOptions;
  readonly #columns: readonly number[];
  readonly #readDay: (text: string) => DayReadings;
  readonly #readAmount: (text: string) => AmountReadings;
  readonly #readUnit: (text: string) => CurrencyCell;

  constructor(table: Pick<Table, 'header' | 'textOf'>, options: RowOptions) {
    this.#table = table;
    this.#header = table.header;
    this.#options = options;
    this.#columns = this.#header.sums.flatMap((sum) => this.#columnsOf(sum));
    this.#readDay = dayReader(options.form, options.year);
    this.#readAmount = amountReader(options.decimal, options.isKnown);
    this.#readUnit = readOnce((text) => ({ text, unit: this.#unitOf(text) }));
  }

  /** One per amount; undefined if cells may be displaced. */
  read(row: TableRow): readonly Entry[] | undefined {
    if (this.gap(row) === undefined) return undefined;
    return this.#header.sums.map((sum) => {
      const side = sum.side === undefined ? undefined : this.textIn(row, sum.side);
      const amount = this.#amountOf(row, sum, side);
      return {
        day: this.#dayOf(row, sum),
        amount,
        side,
        from: this.#currencyOf(row, sum, amount),
        to: this.#header.to.map((currency) => this.#currencyIn(row, currency)),
      };
    });
  }

  /**
   * How many delimiters go before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced.
   */
  gap({ count, endsEmpty }: TableRow): number | undefined {
    const lacks = this.#header.names.length - count;
    const hasColumns = lacks > 0 && this.#columns.every((column) => column < count);
    return lacks === 0 || hasColumns || (lacks === -1 && endsEmpty) ? lacks + 1 : undefined;
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  isHeader(row: TableRow): boolean {
    const [sum] = this.#header.sums;
    if (!sum) return false;
    const date = this.#dateColumn(sum);
    if (date !== undefined && isDay(this.#dayOf(row, sum).readings)) return false;

    const cells = [...new Set(this.#columnsOf(sum))].map((column) => {
      const text = normalName(this.textIn(row, column));
      return { column, text, isName: text !== '' && text === this.#header.names[column] };
    });
    const currencies = this.#currencyColumns(sum);
    const figures = cells.filter(({ column }) => !currencies.includes(column));
    if ((figures.length > 1 ? figures : cells).every(({ isName }) => isName)) return true;

    const hasMeaning = (column: number, text: string) =>
      (column === sum.side && sideIn(text) !== undefined) ||
      (currencies.includes(column) && isCurrency(text)) ||
      (sum.amounts.includes(column) && isRead(this.#amountIn(row, column).readings));
    const areApart = new Set(cells.map(({ text }) => text)).size === cells.length;
    if (date === undefined || this.gap(row) === undefined || !areApart) return false;
    return cells.every(
      ({ column, text, isName }) =>
        isName || (/\p{L}/u.test(text) && !placeholder.test(text) && !hasMeaning(column, text)),
    );
  }

  textIn({ cells }: TableRow, column: number): string {
    const text = this.#table.textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  #dateColumn({ date }: SumColumns): number | undefined {
    return 'column' in date ? date.column : undefined;
  }

  #currencyColumns({ from }: SumColumns): readonly number[] {
    return [from, ...this.#header.to].flatMap((each) => ('column' in each ? each.column : []));
  }

  #columnsOf(sum: SumColumns): readonly number[] {
    const all = [this.#dateColumn(sum) ?? [], sum.amounts, sum.side ?? [], this.#currencyColumns(sum)];
    return all.flat();
  }

  #dayOf(row: TableRow, sum: SumColumns): Entry['day'] {
    const column = this.#dateColumn(sum);
    if (column === undefined) return { text: undefined, readings: sameInAll(this.#options.dayOf(sum)) };
    const text = this.textIn(row, column);
    const cell = row.sheet?.[column];
    if (cell?.kind === 'day') return { text, readings: sameInAll(parseDay(text.slice(0, 10))) };
    if (cell?.kind === 'formula') return { text, readings: sameInAll(undefined) };
    const readings = this.#readDay(text);
    if (cell?.kind !== 'number' || isDay(readings)) return { text, readings };
    return { text, readings: sameInAll(dayOfNumber(cell)) };
  }

  #amountOf(row: TableRow, { amounts }: SumColumns, side: string | undefined): AmountCell {
    const [one = -1, other] = amounts;
    const first = this.#amountIn(row, one);
    if (other !== undefined) return oneOf(first, this.#amountIn(row, other));
    return side === undefined ? first : onSide(first, side);
  }

  #amountIn(row: TableRow, column: number): AmountCell {
    const text = this.textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return { text: '', readings: noAmount };
    switch (row.sheet?.[column]?.kind) {
      case 'number':
        return {
          text,
          readings: { point: text, comma: text, mark: text.startsWith('-') ? 'sign' : undefined },
        };
      case 'day':
      case 'time':
      case 'formula':
        return { text, readings: noAmount };
      default:
        return { text, readings: this.#readAmount(text) };
    }
  }

  /** That of the amount, which can be in its own cell. */
  #currencyOf(row: TableRow, { from, amounts }: SumColumns, { text, readings }: AmountCell): CurrencyCell {
    if ('unit' in from || !amounts.includes(from.column)) return this.#currencyIn(row, from);
    const [unit, other] = readings.units ?? [];
    return { text, unit: other ? undefined : unit };
  }

  #currencyIn(row: TableRow, currency: RowCurrency): CurrencyCell {
    return 'unit' in currency ? { unit: currency.unit } : this.#readUnit(this.textIn(row, currency.column));
  }

  #unitOf(text: string): Unit | undefined {
    const { isKnown, isListed } = this.#options;
    const said = unitSaid(text);
    const meant = said && isListed(said.code) ? undefined : unitMeant(text, isListed);
    const unit = meant && isKnown(meant.code) ? meant : said;
    if (!unit || !isKnown(unit.code)) return undefined;
    if (isHundredth(unit)) this.meanings.add(hundredthInWords(unit));
    else if (unit === meant) this.meanings.add(`${text.trim()} is ${unit.name}`);
    return unit;
  }
}

const isDay = (readings: DayReadings) => dayOrders.some((order) => readings[order]);

/** What a cell has for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** Unlike the name of a column, which may look like a code. */
function isCurrency(text: string): boolean {
  const { code } = unitSaid(text) ?? {};
  return code !== undefined && (currencyNames.has(code) || alternativeNames.has(code));
}

/** As exchanges and bookkeeping write codes; the first group is that of the currency. */
const codeForms = [
  // GnuCash
  /^CURRENCY::?([A-Z]{3,4})$/i,
  // Kraken: what is held back or earns interest, and its own names of currencies
  /^([A-Z]{3,4})\.(?:HOLD|[A-Z])$/,
  /^[XZ]([A-Z]{3})$/,
];

/** What a cell that is no listed code can only mean; undefined if it can be nothing, or several things. */
function unitMeant(text: string, isListed: (code: Code) => boolean): Unit | undefined {
  const name = text.trim();
  // taken out of use for a code of the same worth
  const written = /^RUR$/i.test(name) ? ['RUB'] : codeForms.flatMap((form) => form.exec(name)?.[1] ?? []);
  for (const code of written) {
    const unit = unitSaid(code);
    if (unit && isListed(unit.code)) return unit;
  }
  const [code, other] = codesMeant(name);
  return code && !other ? unitOf(code) : undefined;
}

/** What an entry says in the format of its column, or why it says nothing. */
export function sumIn({ day, amount, from }: Entry, at: number, formats: Formats): Sum | Trouble {
  const { mark, unmarked } = formats.amounts[at] ?? { mark: 'point', unmarked: 'as written' };
  const isOfKind = formats.hasNumbers || !day.readings.isNumber;
  const found = isOfKind ? day.readings[formats.order] : undefined;
  if (!found) return 'day';
  if (amount.lacks) return amount.lacks;
  const readings = unmarked === 'debit' && !amount.readings.mark ? asDebit(amount.readings) : amount.readings;
  const number = mark ? readings[mark] : decimalMarks.map((each) => readings[each]).find(Boolean);
  if (!number) return 'amount';
  if (unmarked === 'unclear' && !readings.mark) return 'unmarked';
  if (isForeign({ amount, from })) return 'other currency';
  return { day: found, amount: number };
}

/** Whether the cell of the amount has the sign or code of another currency. */
export function isForeign({ amount: { readings }, from: { unit } }: Pick<Entry, 'amount' | 'from'>): boolean {
  return unit !== undefined && readings.units !== undefined && !isAmong(readings.units, unit);
}

/** The cell because of which an entry has no figures. */
export function cellFor(trouble: Trouble, { day, amount, side, from, to }: Entry): string | undefined {
  switch (trouble) {
    case 'currency':
      return [from, ...to].find(({ unit }) => !unit)?.text;
    case 'side':
      return side;
    case 'amount':
    case 'signed':
    case 'unmarked':
    case 'other currency':
      return amount.text;
    case 'day':
    case 'early':
    case 'future':
    case 'gap':
      return day.text;
    default:
      return undefined;
  }
}

/** Whether the row has no such amount, or no day of it. */
export function isEmpty({ amount, day }: Entry): boolean {
  const hasNoAmount = amount.text.trim() === '' && amount.lacks !== 'both';
  return hasNoAmount || (day.text?.trim() === '' && !isDay(day.readings));
}
