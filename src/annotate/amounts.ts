import { type Code, parseCode } from '../currencies/code.ts';
import { codesBeside } from '../currencies/nicknames.ts';
import { hundredthIn, isAmong, type Unit, unitOf } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { type Amount, isSimple, readingsOf, withPoint } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';

/** What a cell says under each decimal mark. */
export interface AmountReadings extends Readonly<Record<DecimalMark, Amount | undefined>> {
  /** Those that the cell's own sign or code can mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
  /** A sign, or the word for a debit or a credit. */
  readonly mark?: 'sign' | DebitSide | undefined;
}

type DebitSide = 'debit' | 'credit';

export const noAmount: AmountReadings = { point: undefined, comma: undefined };

export const isRead = ({ point, comma }: AmountReadings) => point !== undefined || comma !== undefined;

const longestAmount = 100;

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

  return (text: string): AmountReadings => {
    if (text.length > longestAmount) return noAmount;
    if (isSimple(text)) return digitsRead(text, only, { mark: text.startsWith('-') ? 'sign' : undefined });
    const usual = text.replace(dashes, '-').replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power = 0] = scaled.exec(usual) ?? [];
    const parts = cellForm.exec(mantissa ?? usual)?.groups;
    const around = parts && readAround(`${parts.before}0${parts.after}`);
    if (!around) return noAmount;
    const { digits = '', none } = parts;
    return digitsRead(none ? `${digits}${none}00` : digits, only, around, Number(power));
  };
}

/** What is around the digits. */
interface Around extends Pick<AmountReadings, 'units' | 'mark'> {
  readonly isNegative?: boolean;
}

function digitsRead(
  digits: string,
  only: DecimalMark | undefined,
  { isNegative, units, mark }: Around,
  power = 0,
): AmountReadings {
  let point: Amount | undefined;
  let comma: Amount | undefined;
  for (const reading of readingsOf(digits)) {
    const unsigned = power === 0 ? reading.amount : withPoint(reading.amount, power);
    const amount = isNegative ? `-${unsigned}` : unsigned;
    if (reading.point !== ',' && only !== 'comma') point = amount;
    if (reading.point !== '.' && only !== 'point') comma = amount;
  }
  return { point, comma, units, mark };
}

const words = /[-+()]|[^\s\-+()]+/g;
const signBefore = /^[-+(]$/;
const signAfter = /^(?:[-+)]|DR|CR|[SDHC])$/i;

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: (code: Code) => boolean): Around | undefined {
  const [before = [], after = []] = text.split('0').map((part) => part.match(words) ?? []);
  const sign = [...before.filter(isOf(signBefore)), ...after.filter(isOf(signAfter))].join('');
  // one mark, or both brackets
  if (!/^(?:[-+]?|-?\(\)|DR|CR|[SDHC])$/i.test(sign)) return undefined;
  const isSigned = /[-+(]/.test(sign);
  const side = isSigned ? undefined : sideIn(sign);

  // two of them have to mean the same
  const others = [...before.filter(isNot(signBefore)), ...after.filter(isNot(signAfter))];
  const [first, ...more] = others.map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((all) => isAmong(all, unit)));
  if (units?.length === 0) return undefined;
  return { isNegative: side === 'debit' || /[-(]/.test(sign), units, mark: isSigned ? 'sign' : side };
}

const isOf = (sign: RegExp) => (word: string) => sign.test(word);
const isNot = (sign: RegExp) => (word: string) => !sign.test(word);

function unitsOf(text: string, isKnown: (code: Code) => boolean): readonly Unit[] {
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
  const used = [debit, credit].filter(({ text, readings }) =>
    isRead(readings) ? /[1-9]/.test(`${readings.point}${readings.comma}`) : text.trim() !== '',
  );
  const [one, other] = used;
  const lacks = other ? 'both' : 'neither';
  if (!one || other)
    return used.find(({ readings }) => !isRead(readings)) ?? { text: '', readings: noAmount, lacks };
  return one === credit ? credit : { ...debit, readings: asDebit(debit.readings) };
}

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

export function sideIn(text: string): DebitSide | undefined {
  const name = text.trim().toUpperCase();
  return sides.debit.has(name) ? 'debit' : sides.credit.has(name) ? 'credit' : undefined;
}

/** An amount without a sign, of the side that another cell names. */
export function onSide(cell: AmountCell, side: string): AmountCell {
  const { readings } = cell;
  if (!isRead(readings)) return cell;
  const named = sideIn(side);
  if (!named) return { ...cell, lacks: 'side' };
  if (readings.mark) return { ...cell, lacks: 'signed' };
  return { ...cell, readings: named === 'debit' ? asDebit(readings) : { ...readings, mark: 'sign' } };
}

/** Whether a column is called as one of credits is. */
export const isCreditName = (name: string): boolean =>
  /\b(?:credit|haben|deposit|gutschrift|bij|paid in|money in|avoir|haber|abono|crédito)s?\b/i.test(name);
