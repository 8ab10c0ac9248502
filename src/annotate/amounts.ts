import { type Code, parseCode } from '../currencies/code.ts';
import { codesBeside } from '../currencies/nicknames.ts';
import { hundredthIn, isAmong, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { type Amount, isSimple, readingsOf, withPoint } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';

/** What a cell says under each decimal mark. */
export interface AmountReadings extends Readonly<Record<DecimalMark, Amount | undefined>> {
  /** Those that the cell's own sign or code may mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
  /** Undefined: nothing marks it. */
  readonly mark?: AmountMark | undefined;
}

/** A sign, or the word for a debit or a credit. */
export type AmountMark = 'sign' | 'debit' | 'credit';

export const noAmount: AmountReadings = { point: undefined, comma: undefined };

const longestAmount = 100;

const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** `1.5E+3` */
const scaled = /^\s*([-+]?[\d.,]*\d)e([-+]?\d\d?)\s*$/i;

/** All that `convert` reads. */
const bare = /^\s*[-−+]?[\d.,'’][\d.,'’\s]*$/;

/** In `Rs.500` the point belongs to the sign, in `1'000.–` nothing follows it. */
const cellForm =
  /^(?<before>\D*?)(?<digits>(?<![^\s(+−$€£¥-])[.,]\d(?:.*\d)?|\d(?:.*\d)?)(?:(?<none>[.,])[-–—]{1,2}(?![-–—]))?(?<after>\D*)$/s;

/** What makes an amount negative, or says that it is not; of these a cell has one, or both brackets. */
const signs = {
  before: new Map(Object.entries({ '-': '-', '−': '-', '+': '+', '(': '(' })),
  after: new Map(
    Object.entries({
      ...{ '-': '-', '−': '-', '+': '+', ')': ')' },
      ...{ DR: 'debit', S: 'debit', D: 'debit', CR: 'credit', H: 'credit', C: 'credit' },
    }),
  ),
};

const word = /[-−+()]|[^\s\-−+()]+/g;

function signsAndRest(text: string, table: ReadonlyMap<string, string>) {
  const all = text.match(word) ?? [];
  const found = all.flatMap((it) => table.get(it.toUpperCase()) ?? []);
  return { found, rest: all.filter((it) => !table.has(it.toUpperCase())) };
}

type IsKnown = (code: Code) => boolean;

/** What is around the digits. */
interface Around extends Pick<AmountReadings, 'units' | 'mark'> {
  readonly isNegative: boolean;
}

/**
 * Reads as `convert` does, but a single `.` may separate thousands; also marks of accounts, and signs of
 * currencies.
 * @param only the decimal mark of all cells, if it is known
 */
export function amountReader(
  only: DecimalMark | undefined,
  isKnown: IsKnown,
): (text: string) => AmountReadings {
  const readAround = readOnce((around) => aroundIn(around, isKnown));

  return (text) => {
    if (text.length > longestAmount) return noAmount;
    if (isSimple(text)) return digitsRead(text, only);
    const usual = text.replace(dashes, '-').replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power] = scaled.exec(usual) ?? [];
    if (mantissa !== undefined) {
      const { point, comma, mark } = digitsRead(mantissa, only);
      const shift = (amount: Amount | undefined) => amount && withPoint(amount, Number(power));
      return { point: shift(point), comma: shift(comma), mark };
    }
    if (bare.test(usual)) return digitsRead(usual, only);

    const parts = cellForm.exec(usual)?.groups;
    const around = parts && readAround(`${parts.before}0${parts.after}`);
    if (!around) return noAmount;
    const { digits = '', none } = parts;
    return digitsRead(none ? `${digits}${none}00` : digits, only, around);
  };
}

function digitsRead(digits: string, only: DecimalMark | undefined, around?: Around): AmountReadings {
  let point: Amount | undefined;
  let comma: Amount | undefined;
  for (const reading of readingsOf(digits)) {
    const amount = around?.isNegative ? `-${reading.amount}` : reading.amount;
    if (reading.point !== ',' && only !== 'comma') point = amount;
    if (reading.point !== '.' && only !== 'point') comma = amount;
  }
  const mark = around ? around.mark : /^\s*[-−+]/.test(digits) ? 'sign' : undefined;
  return { point, comma, units: around?.units, mark };
}

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: IsKnown): Around | undefined {
  const [before = '', after = ''] = text.split('0');
  const left = signsAndRest(before, signs.before);
  const right = signsAndRest(after, signs.after);
  const sign = [...left.found, ...right.found].join('');
  if (!/^(?:[-+]?|-?\(\)|debit|credit)$/.test(sign)) return undefined;

  // two of them have to mean the same
  const [first, ...more] = [...left.rest, ...right.rest].map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((others) => isAmong(others, unit)));
  if (units?.length === 0) return undefined;
  const mark = sign === 'debit' || sign === 'credit' ? sign : sign === '' ? undefined : 'sign';
  return { isNegative: /[-(]|debit/.test(sign), units, mark };
}

function unitsOf(text: string, isKnown: IsKnown): readonly Unit[] {
  const hundredth = hundredthIn(text);
  if (hundredth) return [hundredth];

  const signed = codesBeside(text);
  const code = signed.length > 0 ? undefined : parseCode(text);
  return (code && isKnown(code) ? [code] : signed).map(unitOf);
}

export interface AmountCell {
  readonly text: string;
  readonly readings: AmountReadings;
  /** What is wrong with a debit and a credit, or with the side. */
  readonly lacks?: 'both' | 'neither' | 'side' | 'signed';
}

/**
 * Of a debit and a credit, a row has one: a zero is as good as an empty cell. A debit is negative, whatever
 * its sign.
 */
export function oneOf(debit: AmountCell, credit: AmountCell): AmountCell {
  const [one, other] = [debit, credit].filter(({ text, readings }) =>
    isRead(readings) ? /[1-9]/.test(`${readings.point}${readings.comma}`) : text.trim() !== '',
  );
  if (!one) return { text: '', readings: noAmount, lacks: 'neither' };
  if (other)
    return (
      [one, other].find(({ readings }) => !isRead(readings)) ?? {
        text: '',
        readings: noAmount,
        lacks: 'both',
      }
    );
  return one === credit ? credit : { ...debit, readings: asDebit(debit.readings) };
}

export const isRead = ({ point, comma }: AmountReadings) => point !== undefined || comma !== undefined;

const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;

/** With a mark, so that it counts as told. */
export const asDebit = (readings: AmountReadings): AmountReadings => ({
  ...readings,
  point: negative(readings.point),
  comma: negative(readings.comma),
  mark: 'sign',
});

/** As banks call the sides, in capitals. */
const sides = {
  debit: new Set(['AF', 'D', 'S', 'DR', 'DBIT', 'DEBIT', 'DEBET', 'SOLL', '-']),
  credit: new Set(['BIJ', 'C', 'H', 'K', 'CR', 'CRDT', 'CREDIT', 'HABEN', 'KREDIT', '+']),
};

export function sideIn(text = ''): 'debit' | 'credit' | undefined {
  const name = text.trim().toUpperCase();
  return sides.debit.has(name) ? 'debit' : sides.credit.has(name) ? 'credit' : undefined;
}

/** An amount without a sign, of the side that another cell names. */
export function onSide(cell: AmountCell, side: 'debit' | 'credit' | undefined): AmountCell {
  const { text, readings } = cell;
  if (!isRead(readings)) return cell;
  if (!side) return { text, readings, lacks: 'side' };
  if (readings.mark) return { text, readings, lacks: 'signed' };
  return { text, readings: side === 'debit' ? asDebit(readings) : { ...readings, mark: 'sign' } };
}

/** Whether a column is called as one of credits is. */
export const isCreditName = (name: string): boolean =>
  /\b(?:credit|haben|deposit|gutschrift|bij|paid in|money in|avoir|haber|abono|crédito)s?\b/i.test(name);
