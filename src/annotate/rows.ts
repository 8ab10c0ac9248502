import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { alternativeNames, currencyNames } from '../currencies/names.ts';
import { codesMeant, unitSaid } from '../currencies/nicknames.ts';
import { hundredthInWords, isHundredth, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import {
  type AmountCell,
  amountReader,
  type DayForm,
  dayReader,
  isDay,
  isRead,
  noAmount,
  oneOf,
  onSide,
  sideIn,
} from './cells.ts';
import { normalName, type RowCurrency, type SumColumns } from './columns.ts';
import type { Table, TableRow } from './read.ts';

interface RowOptions {
  readonly dateFormat?: DayForm | undefined;
  /** Of all days, where the format has none. */
  readonly year?: number | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** For each amount that of all rows, where no column has their days. */
  readonly days: readonly (Day | undefined)[];
  readonly isKnown: (code: Code) => boolean;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
}

export type RowReader = ReturnType<typeof rowReader>;

/** What a row says of one amount, as far as it can be read. */
export type Entry = NonNullable<ReturnType<RowReader['read']>>[number];

/** Reads the amounts of each row, with their days and currencies. */
export function rowReader(
  { header: { names, sums, to }, textOf }: Pick<Table, 'header' | 'textOf'>,
  { dateFormat, year, decimal, days, isKnown, isListed }: RowOptions,
) {
  const readDay = dayReader(dateFormat, year);
  const readAmount = amountReader(decimal, isKnown);
  const readUnit = readOnce((text) => ({ text, unit: unitIn(text) }));
  const columns = sums.flatMap((sum) => [...figuresOf(sum), ...currenciesOf(sum)]);
  /** What cells mean that are no codes, for notes. */
  const meanings = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow) {
    if (delimitersBefore(row) === undefined) return undefined;
    return sums.map((sum, at) => {
      const side = sum.side === undefined ? undefined : textIn(row, sum.side);
      const amount = amountOf(row, sum, side);
      return {
        day: dayOf(row, sum, at),
        amount,
        side,
        from: fromOf(row, sum, amount),
        to: to.map((currency) => currencyIn(row, currency)),
      };
    });
  }

  /**
   * How many delimiters go before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced.
   */
  function delimitersBefore({ count, endsEmpty }: TableRow): number | undefined {
    const lacks = names.length - count;
    const hasColumns = lacks > 0 && columns.every((column) => column < count);
    return lacks === 0 || hasColumns || (lacks === -1 && endsEmpty) ? lacks + 1 : undefined;
  }

  function textIn({ cells }: TableRow, column: number): string {
    const text = textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  /** Without a text, the day is that of all rows. */
  function dayOf(row: TableRow, { date }: SumColumns, at: number) {
    if ('written' in date) return { readings: readDay(days[at] ?? '') };
    const text = textIn(row, date.column);
    const cell = row.sheet?.[date.column];
    const readings = readDay(cell?.kind === 'day' ? text.slice(0, 10) : cell?.kind === 'formula' ? '' : text);
    const isSerial = cell?.kind === 'number' && !isDay(readings);
    return { text, readings: isSerial ? readDay(dayOfNumber(cell) ?? '') : readings };
  }

  function amountOf(row: TableRow, { amounts: [one = -1, other] }: SumColumns, side?: string): AmountCell {
    const first = amountIn(row, one);
    if (other !== undefined) return oneOf(first, amountIn(row, other));
    return side === undefined ? first : onSide(first, side);
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return { text: '', readings: noAmount };
    const { kind = 'text' } = row.sheet?.[column] ?? {};
    const mark = text.startsWith('-') ? 'sign' : undefined;
    if (kind === 'number') return { text, readings: { point: text, comma: text, mark } };
    return { text, readings: ['day', 'time', 'formula'].includes(kind) ? noAmount : readAmount(text) };
  }

  /** That of the amount, which can be in its own cell. */
  function fromOf(row: TableRow, { from, amounts }: SumColumns, { text, readings }: AmountCell) {
    if ('unit' in from || !amounts.includes(from.column)) return currencyIn(row, from);
    const [unit, other] = readings.units ?? [];
    return { text, unit: other ? undefined : unit };
  }

  /** Without a text, the currency is that of all rows. */
  function currencyIn(
    row: TableRow,
    currency: RowCurrency,
  ): { readonly text?: string; readonly unit: Unit | undefined } {
    return 'unit' in currency ? { unit: currency.unit } : readUnit(textIn(row, currency.column));
  }

  function unitIn(text: string): Unit | undefined {
    // longer than any name of a currency
    if (text.length > 100) return undefined;
    const said = unitSaid(text);
    const meant = said && isListed(said.code) ? undefined : unitMeant(text.trim());
    const unit = meant && isKnown(meant.code) ? meant : said;
    if (!unit || !isKnown(unit.code)) return undefined;
    if (isHundredth(unit)) meanings.add(hundredthInWords(unit));
    else if (unit === meant) meanings.add(`${text.trim()} is ${unit.name}`);
    return unit;
  }

  /** What a cell that is no listed code can only mean; undefined if it can be nothing, or several things. */
  function unitMeant(name: string): Unit | undefined {
    // RUR was taken out of use for a code of the same worth
    const code = /^RUR$/i.test(name) ? 'RUB' : name.replace(aroundCode, '');
    const unit = code === name ? undefined : unitSaid(code);
    if (unit && isListed(unit.code)) return unit;
    const [meant, other] = codesMeant(name);
    return meant && !other ? unitOf(meant) : undefined;
  }

  function figuresOf({ date, amounts, side }: SumColumns): readonly number[] {
    const ofDay = 'column' in date ? [date.column] : [];
    return [...ofDay, ...amounts, ...(side === undefined ? [] : [side])];
  }

  function currenciesOf({ from }: SumColumns): readonly number[] {
    return [from, ...to].flatMap((currency) => ('column' in currency ? [currency.column] : []));
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [sum] = sums;
    if (!sum || 'written' in sum.date || isDay(dayOf(row, sum, 0).readings)) return false;
    const [figures, currencies] = [figuresOf(sum), currenciesOf(sum)];
    const all = [...new Set([...figures, ...currencies])];
    const texts = new Map(all.map((column) => [column, normalName(textIn(row, column))]));
    const isName = (column: number) => texts.get(column) === (names[column] || undefined);
    if (figures.every(isName)) return true;
    if (delimitersBefore(row) === undefined || new Set(texts.values()).size < all.length) return false;

    const isValue = (column: number, text: string) =>
      (sum.amounts.includes(column) && isRead(amountIn(row, column).readings)) ||
      (column === sum.side && sideIn(text) !== undefined) ||
      (currencies.includes(column) && isNamedCurrency(text));
    const isWord = (column: number, text: string) =>
      /\p{L}/u.test(text) && !placeholder.test(text) && !isValue(column, text);
    return [...texts].every(([column, text]) => isName(column) || isWord(column, text));
  }

  return { read, delimitersBefore, isHeader, textIn, meanings };
}

/** What a cell has for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** Unlike the name of a column, which may look like a code. */
function isNamedCurrency(text: string): boolean {
  const { code } = unitSaid(text) ?? {};
  return code !== undefined && (currencyNames.has(code) || alternativeNames.has(code));
}

/** GnuCash: `CURRENCY::EUR`; Kraken: `EUR.HOLD`, `EUR.M`, `ZEUR`, `XXBT`. */
const aroundCode = /^CURRENCY::?(?=[A-Z]{3,4}$)|(?<=^[A-Z]{3,4})\.(?:HOLD|[A-Z])$|^[XZ](?=[A-Z]{3}$)/;
