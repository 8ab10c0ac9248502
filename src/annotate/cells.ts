import { type Day, dayAt, firstDay, parseDay } from '../calendar/day.ts';
import { afterWeekday, monthNumber, type Order, partsOf, unaccented } from '../calendar/parse.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { endInWords } from '../currencies/ended.ts';
import { codesBesideAmount, codesOfText, unitOfSign } from '../currencies/nicknames.ts';
import {
  hundredthIn,
  hundredthInWords,
  isAmong,
  isHundredth,
  type Unit,
  unitOf,
} from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import { type Amount, isSimple, readingsOf, withPoint } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { reasons } from './compute.ts';
import { normalName, type Table, type TableRow } from './read.ts';

// The candidates for each cell of a table: days in each order, amounts under each decimal mark.

export const dayForms = [
  'DMY',
  'MDY',
  'YMD',
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DDMM',
] as const;

/** Between which some row has to decide. */
export const dayOrders = ['DMY', 'MDY', 'YMD'] as const satisfies readonly Order[];

/** The day of a text in each order. */
export type DayReadings = {
  readonly [order in Order]?: Day | undefined;
} & {
  /** That of a time since 1970, which may be any other number among days that are written out. */
  readonly isNumber?: true;
};

export const isDay = (readings: DayReadings) => dayOrders.some((order) => readings[order]);

const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

/** Of a cell with a day, an amount or a currency. */
const longest = 100;

/**
 * Reads the same in all orders what does not depend on the order. Equal readings are one object.
 * @param form of all cells, if it is known; ISO days have one reading in any
 * @param year of all cells, where they have none
 */
export function dayReader(form: string | undefined, year?: number): (text: string) => DayReadings {
  const shared = readOnce((json): DayReadings => JSON.parse(json));
  const only = dayOrders.find((order) => order[0] === form?.[0]);
  return readOnce((written) => {
    const text = written.length > longest ? '' : unaccented(withoutTime(written).normalize('NFKC').trim());
    const day = parseDay(text) ?? dayInYear(text, year);
    return shared(JSON.stringify(day ? sameInAll(day) : readingsIn(text, only)));
  });
}

/** `1701` or `312`, as German bookkeeping has days. */
function dayInYear(text: string, year: number | undefined) {
  const [, day = '', month = ''] = /^(\d\d?)(\d\d)$/.exec(text) ?? [];
  return parseDay(`${year}-${month}-${day.padStart(2, '0')}`);
}

function readingsIn(text: string, only: Order | undefined): DayReadings {
  for (const written of [text, afterWeekday(text) ?? '']) {
    const readings: { [order in Order]?: Day | undefined } = {};
    for (const { order, needsOrder, parts } of partsOf(written)) {
      const { year, month, day } = parts;
      if (only ? order === only : !needsOrder)
        readings[order] = parseDay(`${year.padStart(4, '20')}-${monthNumber(month)}-${day.padStart(2, '0')}`);
    }
    const days = Object.values(readings);
    if (isDay(readings)) return days.length === 1 ? sameInAll(days[0]) : readings;
  }
  const day = dayAtNumber(text);
  return day ? { ...sameInAll(day), isNumber: true } : {};
}

/** Seconds, with a fraction or none, or milliseconds since 1970, of a day that may have rates. */
function dayAtNumber(text: string) {
  const [, digits = ''] = /^(\d{9,10}|\d{12,13})(?:\.\d+)?$/.exec(text) ?? [];
  const day = digits && dayAt(Number(digits.length > 10 ? digits : `${digits}000`));
  return day && day >= firstDay && day < '2100' ? day : undefined;
}

const hour = '(?:[01]?\\d|2[0-4])';
/** `20240117132211`, `20240117;132211` */
const packed = /^\s*(\d{8});?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const timed = new RegExp(
  `^(.*?\\d\\.?)(?:(?:T|(?<=^\\s*[\\d./-]{6,11})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string) {
  return (text.length > 10 && (packed.exec(text) ?? timed.exec(text))?.[1]) || text;
}

/** Why a row has no figures. */
export interface NoFigures {
  readonly reason: keyof typeof reasons;
  /** Because of which. */
  readonly cell?: string | undefined;
  /** A warning about a currency that has ended or changed its unit. */
  readonly why?: string | undefined;
}

/** The amount of a cell under each decimal mark; neither: it cannot be read. */
export interface AmountCell extends Readonly<Partial<Record<DecimalMark, Amount | undefined>>> {
  readonly text: string;
  /** Those that the cell's own sign or code can mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
  /** Its sign, or the word for a debit, which is negative whatever its sign, or for a credit. */
  readonly mark?: 'minus' | 'plus' | 'debit' | 'credit' | undefined;
  /** The error in a debit and a credit, in the side, or in the currency. */
  readonly problem?: NoFigures;
}

export const isRead = ({ point, comma }: AmountCell) => (point ?? comma) !== undefined;

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** `1.5E+3` */
const scaled = /^\s*([-+]?[\d.,]*\d)e([-+]?\d\d?)\s*$/i;

/** In `Rs.500` the point belongs to the sign, in `1'000.–` nothing follows it. */
const cellForm =
  /^(?<before>\D*?)(?<digits>(?<![^\s(+$€£¥-])[.,]\d(?:.*\d)?|\d(?:.*\d)?)(?:(?<none>[.,])-{1,2}(?!-))?(?<after>\D*)$/s;

/**
 * Reads as `convert` does, but a single `.` may separate thousands; also marks of accounts, and signs of
 * currencies.
 * @param only the decimal mark of all cells, if it is known
 */
export function amountReader(only: DecimalMark | undefined, isKnown: (code: Code) => boolean) {
  const readAround = readOnce((around) => aroundIn(around, isKnown));

  function read(text: string, digits: string, { units, mark }: Around, power = 0): AmountCell {
    let point: Amount | undefined;
    let comma: Amount | undefined;
    for (const reading of readingsOf(digits)) {
      const sign = mark === 'minus' ? '-' : '';
      const amount = sign + (power ? withPoint(reading.amount, power) : reading.amount);
      if (reading.point !== ',' && only !== 'comma') point = amount;
      if (reading.point !== '.' && only !== 'point') comma = amount;
    }
    return { text, point, comma, units, mark };
  }

  return (text: string): AmountCell => {
    if (text.length > longest) return { text };
    if (isSimple(text))
      return read(text, text.replace('-', ''), { mark: text[0] === '-' ? 'minus' : undefined });
    const usual = text.replace(dashes, '-').replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power] = scaled.exec(usual) ?? [];
    const { before, digits = '', none, after } = cellForm.exec(mantissa ?? usual)?.groups ?? {};
    const around = digits && readAround(`${before}0${after}`);
    return around ? read(text, none ? `${digits}${none}00` : digits, around, Number(power ?? 0)) : { text };
  };
}

/** What is around the digits. */
type Around = Pick<AmountCell, 'units' | 'mark'>;

const marks = /[-+()]|(?<=0.*)(?<![^\s\-+()0])(?:DR|CR|[SDHC])(?![^\s\-+()])/gis;

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: (code: Code) => boolean): Around | undefined {
  const sign = (text.match(marks) ?? []).join('');
  // one mark, or both brackets
  if (!/^(?:[-+]?|-?\(\)|DR|CR|[SDHC])$/i.test(sign)) return undefined;
  // two of them have to mean the same
  const others = text.replace(marks, ' ').replace('0', ' ').match(/\S+/g) ?? [];
  const [first, ...more] = others.map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((all) => isAmong(all, unit)));
  if (units?.length === 0) return undefined;
  return { units, mark: /[-(]/.test(sign) ? 'minus' : sign === '+' ? 'plus' : pivotIn(sign) };
}

function unitsOf(text: string, isKnown: (code: Code) => boolean): readonly Unit[] {
  const hundredth = hundredthIn(text);
  if (hundredth) return [hundredth];
  const signed = codesBesideAmount(text);
  const code = signed.length > 0 ? undefined : parseCode(text);
  return (code && isKnown(code) ? [code] : signed).map(unitOf);
}

/** Of a debit and a credit, a row has one: a zero is as good as an empty cell. */
export function oneOf(debit: AmountCell, credit: AmountCell): AmountCell {
  const used = [debit, credit].filter((cell) =>
    isRead(cell) ? /[1-9]/.test(`${cell.point}${cell.comma}`) : cell.text.trim() !== '',
  );
  const unread = used.find((cell) => !isRead(cell));
  if (unread) return unread;
  const [one, other] = used;
  // with a mark, so that nothing else decides about its sign
  if (one && !other) return { ...one, mark: one === debit ? 'debit' : (one.mark ?? 'plus') };
  return { text: '', problem: { reason: one ? 'both' : 'neither' } };
}

/** An amount without a sign, of the side that another cell names. */
function onSide(cell: AmountCell, text: string): AmountCell {
  if (!isRead(cell)) return cell;
  const side = pivotIn(text);
  if (!side) return { ...cell, problem: { reason: 'side', cell: text } };
  if (cell.mark) return { ...cell, problem: { reason: 'signed', cell: cell.text } };
  return { ...cell, mark: side === 'debit' ? 'debit' : 'plus' };
}

/** As banks call the sides. */
function pivotIn(text: string) {
  const name = text.trim();
  if (/^(?:af|d|s|dr|dbit|debit|debet|soll|-)$/i.test(name)) return 'debit';
  return /^(?:bij|c|h|k|cr|crdt|credit|haben|kredit|\+)$/i.test(name) ? 'credit' : undefined;
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
  { header: { names, sums, to, columns }, textOf }: Pick<Table, 'header' | 'textOf'>,
  { dateFormat, year, decimal, isKnown, isListed }: RowOptions,
) {
  const readDay = dayReader(dateFormat, year);
  const readAmount = amountReader(decimal, isKnown);
  const readUnit = readOnce((text) => unitIn(text) ?? unknownCurrency(text));
  const unknownCurrency = (cell: string): NoFigures => ({
    reason: 'currency',
    cell,
    why: endInWords(parseCode(cell) ?? ''),
  });
  const currencyIn = (row: TableRow, currency: number | Unit) =>
    typeof currency === 'number' ? readUnit(textIn(row, currency)) : currency;
  const columnsOf = (...all: readonly unknown[]) => all.filter((each) => typeof each === 'number');
  /** The codes of cells with signs or names, for notes. */
  const meanings = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow) {
    if (delimitersBefore(row) === undefined) return undefined;
    return sums.map((sum) => {
      const { amounts, side } = sum;
      const [one = { text: '' }, credit] = amounts.map((column) => amountIn(row, column));
      const written = credit ? oneOf(one, credit) : side === undefined ? one : onSide(one, textIn(row, side));
      const { text, units } = written;
      const [unit, other] = units ?? [];
      // the currency can be in the cell of the amount
      const isInside = typeof sum.from === 'number' && amounts.includes(sum.from);
      const inside = unit && !other ? unit : unknownCurrency(text);
      const from = isInside ? inside : currencyIn(row, sum.from);
      const isForeign = units && 'code' in from && !isAmong(units, from);
      const amount: AmountCell = isForeign
        ? { problem: { reason: 'other currency', cell: text }, ...written }
        : written;
      return {
        day: dayOf(row, sum.date),
        amount,
        from,
        to: to.map((currency) => currencyIn(row, currency)),
      };
    });
  }

  /**
   * How many delimiters go before the added cells: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced, as they cannot be in a sheet.
   */
  function delimitersBefore({ count, text, cells, sheet }: TableRow) {
    const missing = sheet ? 0 : names.length - count;
    const hasColumns = missing > 0 && columns.every((column) => column < count);
    const endsEmpty = cells.at(-1) === '' && !text.endsWith('"');
    return missing === 0 || hasColumns || (missing === -1 && endsEmpty) ? missing + 1 : undefined;
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
    const cell = row.sheet?.[date];
    const isSerial = cell?.kind === 'number' && !isDay(readings);
    return { text, readings: isSerial ? readDay(dayOfNumber(cell) ?? '') : readings };
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return { text: '' };
    if (row.sheet?.[column]?.kind !== 'number') return readAmount(text);
    return { text, point: text, comma: text, mark: text.startsWith('-') ? 'minus' : undefined };
  }

  function unitIn(text: string): Unit | undefined {
    if (text.length > longest) return undefined;
    const written = unitOfSign(text);
    const implied = written && isListed(written.code) ? undefined : unitImplied(text.trim());
    const unit = [implied, written].find((each) => each && isKnown(each.code));
    if (unit && isHundredth(unit)) meanings.add(hundredthInWords(unit));
    else if (unit && unit !== written) meanings.add(`${text.trim()} is ${unit.name}`);
    return unit;
  }

  /** The only currency that a cell can name without being a code; undefined if there is none, or several. */
  function unitImplied(name: string) {
    // RUR was taken out of use for a code of the same worth
    const unit = unitOfSign(name.replace(/^RUR$/i, 'RUB').replace(aroundCode, ''));
    if (unit && isListed(unit.code)) return unit;
    const [one, other] = codesOfText(name);
    return one && !other ? unitOf(one) : undefined;
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [sum] = sums;
    if (typeof sum?.date !== 'number' || isDay(dayOf(row, sum.date).readings)) return false;
    const figures = columnsOf(sum.date, ...sum.amounts, sum.side);
    const nameIn = (column: number) => normalName(textIn(row, column));
    const isName = (column: number) => nameIn(column) === (names[column] || undefined);
    if (figures.every(isName)) return true;
    const all = [...new Set(columnsOf(...figures, sum.from, ...to))];
    if (delimitersBefore(row) === undefined || new Set(all.map(nameIn)).size < all.length) return false;

    const isWord = (column: number) => {
      const text = nameIn(column);
      const { code } = unitOfSign(text) ?? {};
      const isSide = column === sum.side && pivotIn(text);
      const isValue = isSide || isRead(amountIn(row, column)) || (code && isListed(code));
      // unlike a value, the name of a column may look like a code
      return !isValue && /\p{L}/u.test(text) && !placeholder.test(text);
    };
    return all.every((column) => isName(column) || isWord(column));
  }

  return { read, delimitersBefore, isHeader, textIn, meanings };
}

/** Cells that mean nothing, and are not names of columns. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** GnuCash: `CURRENCY::EUR`; Kraken: `EUR.HOLD`, `EUR.M`, `ZEUR`, `XXBT`. */
const aroundCode = /^CURRENCY::?(?=[A-Z]{3,4}$)|(?<=^[A-Z]{3,4})\.(?:HOLD|[A-Z])$|^[XZ](?=[A-Z]{3}$)/;
