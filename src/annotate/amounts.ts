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
}

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
const marks = {
  before: new Map(Object.entries({ '-': '-', '−': '-', '+': '+', '(': '(' })),
  after: new Map(
    Object.entries({ '-': '-', '−': '-', '+': '+', ')': ')', DR: '-', S: '-', CR: '+', H: '+' }),
  ),
};

const word = /[-−+()]|[^\s\-−+()]+/g;

function marksAndRest(text: string, table: ReadonlyMap<string, string>) {
  const all = text.match(word) ?? [];
  const signs = all.flatMap((it) => table.get(it.toUpperCase()) ?? []);
  return { signs, rest: all.filter((it) => !table.has(it.toUpperCase())) };
}

type IsKnown = (code: Code) => boolean;

/** What stands around the digits. */
interface Around {
  readonly isNegative: boolean;
  readonly units: AmountReadings['units'];
}

/**
 * Reads as `convert` does, but a single `.` may separate thousands; also marks of accounts, and signs of
 * currencies.
 * @param only the mark of all cells, if it is known
 */
export function amountReader(
  only: DecimalMark | undefined,
  isKnown: IsKnown,
): (text: string) => AmountReadings {
  const readAround = readOnce((around) => aroundIn(around, isKnown));

  return (text) => {
    if (text.length > longestAmount) return noAmount;
    if (isSimple(text)) return simpleRead(text, only);

    const usual = text.replace(dashes, '-').replace(/(\d)[.,]\s*$/, '$1');
    const [, mantissa, power] = scaled.exec(usual) ?? [];
    if (mantissa !== undefined) return shifted(digitsRead(mantissa, only), Number(power));
    if (bare.test(usual)) return digitsRead(usual, only);

    const parts = cellForm.exec(usual)?.groups;
    const around = parts && readAround(`${parts.before}0${parts.after}`);
    if (!around) return noAmount;
    const { digits = '', none } = parts;
    return digitsRead(none ? `${digits}${none}00` : digits, only, around);
  };
}

function shifted({ point, comma }: AmountReadings, power: number): AmountReadings {
  const shift = (amount: Amount | undefined) => amount && withPoint(amount, power);
  return { point: shift(point), comma: shift(comma) };
}

/** As below, without what makes it slow. */
function simpleRead(text: string, only: DecimalMark | undefined): AmountReadings {
  const hasPoint = text.includes('.');
  const hasComma = !hasPoint && text.includes(',');
  const amount = hasComma ? text.replace(',', '.') : text;
  return {
    point: hasComma || only === 'comma' ? undefined : amount,
    comma: hasPoint || only === 'point' ? undefined : amount,
    units: undefined,
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
  return { point, comma, units: around?.units };
}

/** Undefined if any of it is neither a mark nor of a currency. @param text with a 0 for the digits */
function aroundIn(text: string, isKnown: IsKnown): Around | undefined {
  const [before = '', after = ''] = text.split('0');
  const left = marksAndRest(before, marks.before);
  const right = marksAndRest(after, marks.after);
  const sign = [...left.signs, ...right.signs].join('');
  if (!/^(?:[-+]?|-?\(\))$/.test(sign)) return undefined;

  // two of them have to mean the same
  const [first, ...more] = [...left.rest, ...right.rest].map((each) => unitsOf(each, isKnown));
  const units = first?.filter((unit) => more.every((others) => isAmong(others, unit)));
  if (units?.length === 0) return undefined;
  return { isNegative: /[-(]/.test(sign), units };
}

function unitsOf(text: string, isKnown: IsKnown): readonly Unit[] {
  const hundredth = hundredthIn(text);
  if (hundredth) return [hundredth];

  const signed = codesBeside(text);
  const code = signed.length > 0 ? undefined : parseCode(text);
  return (code && isKnown(code) ? [code] : signed).map(unitOf);
}
