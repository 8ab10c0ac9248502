import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { alternativeNames, currencyNames } from '../currencies/names.ts';
import { codesMeant, unitSaid } from '../currencies/nicknames.ts';
import { hundredthInWords, isHundredth, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { type AmountCell, amountReader, isRead, noAmount, oneOf, onSide, sideIn } from './amounts.ts';
import { normalName, type RowCurrency, type SumColumns } from './columns.ts';
import { type DayForm, type DayReadings, dayReader, isDay } from './days.ts';
import type { Table, TableRow } from './table.ts';

/** What a row says of one amount, as far as it can be read. */
export interface Entry {
  /** Without a text, the day is that of all rows. */
  readonly day: { readonly text?: string; readonly readings: DayReadings };
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

export interface RowOptions {
  readonly form?: DayForm | undefined;
  /** Of all days, where the form has none. */
  readonly year?: number | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** For each amount that of all rows, where no column has their days. */
  readonly days: readonly (Day | undefined)[];
  readonly isKnown: (code: Code) => boolean;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
}

export type RowReader = ReturnType<typeof rowReader>;

/** Reads the amounts of each row, with their days and currencies. */
export function rowReader(
  { header, textOf }: Pick<Table, 'header' | 'textOf'>,
  { form, year, decimal, days, isKnown, isListed }: RowOptions,
) {
  const { names, sums, to } = header;
  const columns = sums.flatMap(columnsOf);
  const readDay = dayReader(form, year);
  const readAmount = amountReader(decimal, isKnown);
  const readUnit = readOnce((text): CurrencyCell => ({ text, unit: unitIn(text) }));
  /** What cells mean that are no codes, for notes. */
  const meanings = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow): readonly Entry[] | undefined {
    if (gap(row) === undefined) return undefined;
    return sums.map((sum, at) => {
      const side = sum.side === undefined ? undefined : textIn(row, sum.side);
      const amount = amountOf(row, sum.amounts, side);
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
  function gap({ count, endsEmpty }: TableRow): number | undefined {
    const lacks = names.length - count;
    const hasColumns = lacks > 0 && columns.every((column) => column < count);
    return lacks === 0 || hasColumns || (lacks === -1 && endsEmpty) ? lacks + 1 : undefined;
  }

  function textIn({ cells }: TableRow, column: number): string {
    const text = textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  function dayOf(row: TableRow, { date }: SumColumns, at: number): Entry['day'] {
    if ('written' in date) return { readings: readDay(days[at] ?? '') };
    const text = textIn(row, date.column);
    const cell = row.sheet?.[date.column];
    if (cell?.kind === 'day') return { text, readings: readDay(text.slice(0, 10)) };
    const readings = readDay(cell?.kind === 'formula' ? '' : text);
    return cell?.kind === 'number' && !isDay(readings)
      ? { text, readings: readDay(dayOfNumber(cell) ?? '') }
      : { text, readings };
  }

  function amountOf(row: TableRow, [one = -1, other]: readonly number[], side?: string): AmountCell {
    const first = amountIn(row, one);
    if (other !== undefined) return oneOf(first, amountIn(row, other));
    return side === undefined ? first : onSide(first, side);
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return { text: '', readings: noAmount };
    const { kind = 'text' } = row.sheet?.[column] ?? {};
    if (kind === 'number')
      return {
        text,
        readings: { point: text, comma: text, mark: text.startsWith('-') ? 'sign' : undefined },
      };
    return { text, readings: ['day', 'time', 'formula'].includes(kind) ? noAmount : readAmount(text) };
  }

  /** That of the amount, which can be in its own cell. */
  function fromOf(
    row: TableRow,
    { from, amounts }: SumColumns,
    { text, readings }: AmountCell,
  ): CurrencyCell {
    if ('unit' in from || !amounts.includes(from.column)) return currencyIn(row, from);
    const [unit, other] = readings.units ?? [];
    return { text, unit: other ? undefined : unit };
  }

  function currencyIn(row: TableRow, currency: RowCurrency): CurrencyCell {
    return 'unit' in currency ? { unit: currency.unit } : readUnit(textIn(row, currency.column));
  }

  function unitIn(text: string): Unit | undefined {
    if (text.length > longestCurrency) return undefined;
    const said = unitSaid(text);
    const meant = said && isListed(said.code) ? undefined : unitMeant(text, isListed);
    const unit = meant && isKnown(meant.code) ? meant : said;
    if (!unit || !isKnown(unit.code)) return undefined;
    if (isHundredth(unit)) meanings.add(hundredthInWords(unit));
    else if (unit === meant) meanings.add(`${text.trim()} is ${unit.name}`);
    return unit;
  }

  function columnsOf({ date, amounts, side, from }: SumColumns): readonly number[] {
    const all = [date, ...amounts.map((column) => ({ column })), { column: side }, from, ...to];
    return all.flatMap((each) => ('column' in each ? (each.column ?? []) : []));
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [sum] = sums;
    if (!sum || isDay(dayOf(row, sum, 0).readings)) return false;
    const cells = [...new Set(columnsOf(sum))].map((column) => {
      const text = normalName(textIn(row, column));
      const isCurrency = [sum.from, ...to].some((each) => 'column' in each && each.column === column);
      return { column, text, isCurrency, isName: text !== '' && text === names[column] };
    });
    const figures = cells.filter(({ isCurrency }) => !isCurrency);
    if ((figures.length > 1 ? figures : cells).every(({ isName }) => isName)) return true;

    const areApart = new Set(cells.map(({ text }) => text)).size === cells.length;
    if ('written' in sum.date || gap(row) === undefined || !areApart) return false;
    return cells.every(({ column, text, isCurrency, isName }) => {
      const isFigure = sum.amounts.includes(column) && isRead(amountIn(row, column).readings);
      const isSide = column === sum.side && sideIn(text) !== undefined;
      const isValue = isFigure || isSide || (isCurrency && isNamedCurrency(text));
      return isName || (/\p{L}/u.test(text) && !placeholder.test(text) && !isValue);
    });
  }

  return { read, gap, isHeader, textIn, meanings };
}

/** Longer than any name of a currency. */
const longestCurrency = 100;

/** What a cell has for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** Unlike the name of a column, which may look like a code. */
function isNamedCurrency(text: string): boolean {
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
  const unit = written.flatMap((code) => unitSaid(code) ?? []).find(({ code }) => isListed(code));
  const [code, other] = unit ? [] : codesMeant(name);
  return unit ?? (code && !other ? unitOf(code) : undefined);
}
