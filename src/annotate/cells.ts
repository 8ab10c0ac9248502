import { type DayReadings, isDay, readDate } from '../calendar/formats.ts';
import { type Code, isAmong, parseCode, type Unit } from '../currencies/code.ts';
import { endInWords } from '../currencies/ended.ts';
import { unitInCell, unitOfSign } from '../currencies/nicknames.ts';
import { normalName } from '../input/columns.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import {
  type AmountCell,
  amountOnSide,
  amountReader,
  debitOrCredit,
  isRead,
  type SidedAmount,
  sideIn,
} from '../rates/amount-cell.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { readOnce } from '../read-once.ts';
import type { reasons } from './compute.ts';
import type { Table, TableRow } from './read.ts';

// What the cells of a row can say: days in each order, amounts under each decimal mark.

/** Why a row has no figures. */
export interface NoFigures {
  readonly reason: keyof typeof reasons;
  /** Because of which. */
  readonly cell?: string | undefined;
  /** A warning about a currency that has ended or changed its unit. */
  readonly why?: string | undefined;
}

interface RowOptions {
  readonly dateFormat?: string | undefined;
  /** Of all days, where the format has none. */
  readonly year?: number | undefined;
  readonly decimal?: DecimalMark | undefined;
  readonly isKnown: (code: Code) => boolean;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
}

export type RowReader = ReturnType<typeof rowReader>;

/** The fields of one amount of a row, as far as they can be read. */
export type Entry = NonNullable<ReturnType<RowReader['read']>>[number];

/** Reads the amounts of each row, with their days and currencies. */
export function rowReader(
  { header: { names, conversions, to, columns }, textOf }: Pick<Table, 'header' | 'textOf'>,
  { dateFormat, year, decimal, isKnown, isListed }: RowOptions,
) {
  // equal readings are one object
  const shared = readOnce((json: string): DayReadings => JSON.parse(json));
  const readDay = readOnce((text: string) => shared(JSON.stringify(readDate(text, dateFormat, year))));
  const readAmount = amountReader(decimal, isKnown);
  const readUnit = readOnce((text: string) => {
    const { unit, note } = unitInCell(text, isKnown, isListed) ?? {};
    if (note) notes.add(note);
    return unit ?? unknownCurrency(text);
  });
  const unknownCurrency = (cell: string): NoFigures => ({
    reason: 'currency',
    cell,
    why: endInWords(parseCode(cell) ?? ''),
  });
  const currencyIn = (row: TableRow, currency: number | Unit) =>
    typeof currency === 'number' ? readUnit(textIn(row, currency)) : currency;
  /** What signs and names of currencies in cells are read as. */
  const notes = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow) {
    return missingIn(row) === undefined
      ? undefined
      : conversions.map((conversion) => entryOf(row, conversion));
  }

  function entryOf(row: TableRow, { date, amounts, side, from }: (typeof conversions)[number]) {
    const [column = -1, credit] = amounts;
    let amount: SidedAmount = amountIn(row, column);
    if (credit !== undefined) amount = debitOrCredit(amount, amountIn(row, credit));
    else if (side !== undefined) amount = amountOnSide(amount, textIn(row, side));
    const { text, units } = amount;
    // the currency can be in the cell of the amount
    const isInside = typeof from === 'number' && amounts.includes(from);
    const inside = units?.length === 1 ? units[0] : undefined;
    const currency = isInside ? (inside ?? unknownCurrency(text)) : currencyIn(row, from);
    const isForeign = units && 'code' in currency && !isAmong(units, currency);
    const foreign: NoFigures | undefined = isForeign ? { reason: 'other currency', cell: text } : undefined;
    return {
      day: dayOf(row, date),
      amount,
      /** The error in a debit and a credit, in the side, or in the currency. */
      problem: amount.problem ?? foreign,
      from: currency,
      to: to.map((each) => currencyIn(row, each)),
    };
  }

  /**
   * How many cells the row lacks at its end; -1 where it ends with a delimiter too many. Undefined if cells
   * may be displaced, as they cannot be in a sheet.
   */
  function missingIn({ count, text, cells, values }: TableRow) {
    const missing = values ? 0 : names.length - count;
    if (missing === 0) return 0;
    const hasColumns = missing > 0 && columns.every((column) => column < count);
    const endsEmpty = cells.at(-1) === '' && !text.endsWith('"');
    return hasColumns || (missing === -1 && endsEmpty) ? missing : undefined;
  }

  function textIn({ cells }: TableRow, column: number) {
    const text = textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  /** Without a text, the day is that of all rows. */
  function dayOf(row: TableRow, date: string | number): { text?: string; readings: DayReadings } {
    if (typeof date !== 'number') return { readings: readDay(date) };
    const text = textIn(row, date);
    const readings = readDay(text);
    const cell = row.values?.[date];
    const isSerial = cell?.kind === 'number' && !isDay(readings);
    return { text, readings: isSerial ? readDay(dayOfNumber(cell) ?? '') : readings };
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    if (row.values?.[column]?.kind !== 'number') return readAmount(text);
    return { text, point: text, comma: text, mark: text.startsWith('-') ? 'minus' : undefined };
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [conversion] = conversions;
    if (typeof conversion?.date !== 'number' || isDay(dayOf(row, conversion.date).readings)) return false;
    const columnsOf = (...all: readonly unknown[]) => all.filter((each) => typeof each === 'number');
    const figures = columnsOf(conversion.date, ...conversion.amounts, conversion.side);
    const nameIn = (column: number) => normalName(textIn(row, column));
    const isName = (column: number) => nameIn(column) === (names[column] || undefined);
    if (figures.every(isName)) return true;
    const all = [...new Set(columnsOf(...figures, conversion.from, ...to))];
    if (missingIn(row) === undefined || new Set(all.map(nameIn)).size < all.length) return false;

    const isWord = (column: number) => {
      const text = nameIn(column);
      const { code } = unitOfSign(text) ?? {};
      const isSide = column === conversion.side && sideIn(text);
      const isValue = isSide || isRead(amountIn(row, column)) || (code && isListed(code));
      // unlike a value, the name of a column may look like a code
      return !isValue && /\p{L}/u.test(text) && !placeholder.test(text);
    };
    return all.every((column) => isName(column) || isWord(column));
  }

  return { read, missingIn, isHeader, textIn, notes };
}

/** Cells that mean nothing, and are not names of columns. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;
