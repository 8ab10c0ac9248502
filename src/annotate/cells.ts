import { type Day, dayAt, firstDay, parseDay } from '../calendar/day.ts';
import { afterWeekday, monthNumber, type Order, partsOf, unaccented } from '../calendar/parse.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { codesBeside } from '../currencies/nicknames.ts';
import { hundredthIn, isAmong, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { type Amount, isSimple, readingsOf, withPoint } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { reasons } from './compute.ts';

// What the cells of a table say, as far as one cell can tell: days in each order, amounts under each mark.

export const dayForms = [
  ...(['DMY', 'MDY', 'YMD', 'YYYY-MM-DD', 'DD.MM.YYYY', 'YYYYMMDD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const),
  'DDMM',
] as const;

export type DayForm = (typeof dayForms)[number];

/** Between which some row has to decide. */
export const dayOrders = ['DMY', 'MDY', 'YMD'] as const satisfies readonly Order[];

/** What a text says in each order. */
export type DayReadings = {
  readonly [order in Order]?: Day | undefined;
} & {
  /** That of a time since 1970, which may be any other number among days that are written out. */
  readonly isNumber?: true;
};

export const isDay = (readings: DayReadings) => dayOrders.some((order) => readings[order]);

const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

/** Of a cell with a day or an amount. */
const longest = 100;

/**
 * Reads the same in all orders what does not depend on the order. Equal readings are one object.
 * @param form of all cells, if it is known; ISO days have one reading in any
 * @param year of all cells, where they have none
 */
export function dayReader(form: DayForm | undefined, year?: number): (text: string) => DayReadings {
  const shared = new Map<string, DayReadings>();
  const only = dayOrders.find((order) => order[0] === form?.[0]);
  return readOnce((written) => {
    const text = written.length > longest ? '' : unaccented(withoutTime(written).normalize('NFKC').trim());
    const isPlain = /^\d{4}-\d{2}-\d{2}$/.test(text) || form === 'DDMM';
    const readings = isPlain ? sameInAll(parseDay(text) ?? dayInYear(text, year)) : readingsIn(text, only);
    const key = JSON.stringify(readings);
    const same = shared.get(key) ?? readings;
    shared.set(key, same);
    return same;
  });
}

/** `1701` or `312`, as German bookkeeping has days. */
function dayInYear(text: string, year: number | undefined): Day | undefined {
  const [, day = '', month = ''] = /^(\d\d?)(\d\d)$/.exec(text) ?? [];
  return parseDay(`${year}-${month}-${day.padStart(2, '0')}`);
}

function readingsIn(text: string, only: Order | undefined): DayReadings {
  const readings = inOrders(text, only);
  if (isDay(readings)) return readings;
  const rest = afterWeekday(text);
  if (rest !== undefined) return inOrders(rest, only);
  const day = dayAtNumber(text);
  return day ? { ...sameInAll(day), isNumber: true } : readings;
}

function inOrders(text: string, only: Order | undefined): DayReadings {
  const readings: { [order in Order]?: Day | undefined } = {};
  for (const { order, needsOrder, parts } of partsOf(text)) {
    const { year, month, day } = parts;
    if (only ? order === only : !needsOrder)
      readings[order] = parseDay(`${year.padStart(4, '20')}-${monthNumber(month)}-${day.padStart(2, '0')}`);
  }
  const days = Object.values(readings);
  return days.length === 1 ? sameInAll(days[0]) : readings;
}

/** Seconds, with a fraction or none, or milliseconds since 1970, of a day that may have rates. */
function dayAtNumber(text: string): Day | undefined {
  const [, seconds, milliseconds] = /^(?:(\d{9,10})|(\d{12,13}))(?:\.\d+)?$/.exec(text) ?? [];
  const time = seconds ? Number(seconds) * 1000 : Number(milliseconds);
  const day = Number.isNaN(time) ? undefined : dayAt(time);
  return day && day >= firstDay && day < '2100' ? day : undefined;
}

const hour = '(?:[01]?\\d|2[0-4])';
/** `20240117132211`, `20240117;132211` */
const packed = /^\s*(\d{8});?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const timed = new RegExp(
  `^(.*?\\d\\.?)(?:(?:T|(?<=^\\s*[\\d./-]{6,11})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string): string {
  return (text.length > 10 && (packed.exec(text) ?? timed.exec(text))?.[1]) || text;
}

/** Why there are no figures. */
export interface Lack {
  readonly problem: keyof typeof reasons;
  /** Because of which. */
  readonly cell?: string | undefined;
  /** What there is to say of a currency that has ended or changed its unit. */
  readonly why?: string | undefined;
}

type DebitSide = 'debit' | 'credit';

/** What a cell says under each decimal mark. */
export interface AmountCell extends Readonly<Record<DecimalMark, Amount | undefined>> {
  readonly text: string;
  /** Those that the cell's own sign or code can mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
  /** A sign, or the word for a debit or a credit. */
  readonly mark?: 'sign' | DebitSide | undefined;
  /** What is wrong with a debit and a credit, or with the side. */
  readonly lack?: Lack;
}

export const unreadAmount = (text: string): AmountCell => ({ text, point: undefined, comma: undefined });

export const isRead = ({ point, comma }: AmountCell) => point !== undefined || comma !== undefined;

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

  function read(text: string, digits: string, { isNegative, units, mark }: Around, power = 0): AmountCell {
    let point: Amount | undefined;
    let comma: Amount | undefined;
    for (const reading of readingsOf(digits)) {
      const amount = (isNegative ? '-' : '') + (power ? withPoint(reading.amount, power) : reading.amount);
      if (reading.point !== ',' && only !== 'comma') point = amount;
      if (reading.point !== '.' && only !== 'point') comma = amount;
    }
    return { text, point, comma, units, mark };
  }

  return (text: string): AmountCell => {
    if (text.length > longest) return unreadAmount(text);
    if (isSimple(text)) return read(text, text, { mark: text.startsWith('-') ? 'sign' : undefined });
    const usual = text.replace(dashes, '-').replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power] = scaled.exec(usual) ?? [];
    const { before, digits = '', none, after } = cellForm.exec(mantissa ?? usual)?.groups ?? {};
    const around = digits && readAround(`${before}0${after}`);
    return around
      ? read(text, none ? `${digits}${none}00` : digits, around, Number(power ?? 0))
      : unreadAmount(text);
  };
}

/** What is around the digits. */
interface Around extends Pick<AmountCell, 'units' | 'mark'> {
  readonly isNegative?: boolean;
}

const [marksBefore, marksAfter] = [/[-+(]/g, /[-+)]|(?<![^\s\-+()])(?:DR|CR|[SDHC])(?![^\s\-+()])/gi];

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: (code: Code) => boolean): Around | undefined {
  const [before = '', after = ''] = text.split('0');
  const sign = [...(before.match(marksBefore) ?? []), ...(after.match(marksAfter) ?? [])].join('');
  // one mark, or both brackets
  if (!/^(?:[-+]?|-?\(\)|DR|CR|[SDHC])$/i.test(sign)) return undefined;
  const isSigned = /[-+(]/.test(sign);
  const side = isSigned ? undefined : sideIn(sign);

  // two of them have to mean the same
  const others = `${before.replace(marksBefore, ' ')} ${after.replace(marksAfter, ' ')}`.match(/\S+/g) ?? [];
  const [first, ...more] = others.map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((all) => isAmong(all, unit)));
  if (units?.length === 0) return undefined;
  return { isNegative: side === 'debit' || /[-(]/.test(sign), units, mark: isSigned ? 'sign' : side };
}

function unitsOf(text: string, isKnown: (code: Code) => boolean): readonly Unit[] {
  const hundredth = hundredthIn(text);
  if (hundredth) return [hundredth];
  const signed = codesBeside(text);
  const code = signed.length > 0 ? undefined : parseCode(text);
  return (code && isKnown(code) ? [code] : signed).map(unitOf);
}

/**
 * Of a debit and a credit, a row has one: a zero is as good as an empty cell. A debit is negative, whatever
 * its sign.
 */
export function oneOf(debit: AmountCell, credit: AmountCell): AmountCell {
  const used = [debit, credit].filter((cell) =>
    isRead(cell) ? /[1-9]/.test(`${cell.point}${cell.comma}`) : cell.text.trim() !== '',
  );
  const unread = used.find((cell) => !isRead(cell));
  if (unread) return unread;
  const [one, other] = used;
  if (one && !other) return one === credit ? credit : asDebit(debit);
  return { ...unreadAmount(''), lack: { problem: one ? 'both' : 'neither' } };
}

/** An amount without a sign, of the side that another cell names. */
export function onSide(cell: AmountCell, text: string): AmountCell {
  if (!isRead(cell)) return cell;
  const side = sideIn(text);
  if (!side) return { ...cell, lack: { problem: 'side', cell: text } };
  if (cell.mark) return { ...cell, lack: { problem: 'signed', cell: cell.text } };
  return side === 'debit' ? asDebit(cell) : { ...cell, mark: 'sign' };
}

/** With a mark, so that nothing else decides about its sign. */
export function asDebit(cell: AmountCell): AmountCell {
  const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;
  return { ...cell, point: negative(cell.point), comma: negative(cell.comma), mark: 'sign' };
}

/** As banks call the sides. */
export function sideIn(text: string): DebitSide | undefined {
  const name = text.trim();
  if (/^(?:af|d|s|dr|dbit|debit|debet|soll|-)$/i.test(name)) return 'debit';
  return /^(?:bij|c|h|k|cr|crdt|credit|haben|kredit|\+)$/i.test(name) ? 'credit' : undefined;
}
