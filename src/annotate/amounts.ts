import { readOnce } from '../csv/read-once.ts';
import { type Amount, readingsOf } from '../rates/amount.ts';
import { type Code, parseCode } from '../rates/code.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { codesBeside } from '../rates/said.ts';
import { hundredthIn, isAmong, type Unit, unitOf } from '../rates/units.ts';

interface AmountReadings extends Readonly<Record<DecimalMark, Amount | undefined>> {
  /** That the cell's own sign or code may mean; undefined: it has none. */
  readonly units?: readonly Unit[] | undefined;
}

const noAmount: AmountReadings = { point: undefined, comma: undefined };

const longest = 100;

/** All that `convert` reads. */
const bare = /^\s*[-−+]?[\d.,'’][\d.,'’\s]*$/;

/** In `Rs.500` the point belongs to the sign, in `1'000.–` nothing follows it. */
const cellForm =
  /^(?<before>\D*?)(?<digits>(?<![^\s(+−$€£¥-])[.,]\d(?:.*\d)?|\d(?:.*\d)?)(?:(?<none>[.,])[-–—]{1,2}(?![-–—]))?(?<after>\D*)$/s;

/** What makes an amount negative, or says that it is not; of these a cell has one, or both brackets. */
const marks = {
  before: { '-': '-', '−': '-', '+': '+', '(': '(' },
  after: { '-': '-', '−': '-', '+': '+', ')': ')', DR: '-', S: '-', CR: '+', H: '+' },
};

const word = /[-−+()]|[^\s\-−+()]+/g;

function marksAndRest(text: string, table: Readonly<Record<string, string>>) {
  const all = text.match(word) ?? [];
  const signs = all.flatMap((it) => table[it.toUpperCase()] ?? []);
  return { signs, rest: all.filter((it) => table[it.toUpperCase()] === undefined) };
}

/** As `convert` reads, but a single `.` may separate thousands; also marks of accounts, and signs of currencies. */
export function amountReader(only: DecimalMark | undefined, isKnown: (code: Code) => boolean) {
  function unitsOf(text: string): readonly Unit[] {
    const hundredth = hundredthIn(text);
    if (hundredth) return [hundredth];
    const signed = codesBeside(text);
    const code = signed.length > 0 ? undefined : parseCode(text);
    return (code && isKnown(code) ? [code] : signed).map(unitOf);
  }

  /** Undefined if any of it is neither a mark nor of a currency. @param around with a 0 for the digits */
  const readAround = readOnce((around) => {
    const [before = '', after = ''] = around.split('0');
    const [left, right] = [marksAndRest(before, marks.before), marksAndRest(after, marks.after)];
    const [first, ...more] = [...left.rest, ...right.rest].map(unitsOf);
    const units = first?.filter((unit) => more.every((others) => isAmong(others, unit)));
    const sign = [...left.signs, ...right.signs].join('');
    if (units?.length === 0 || !/^(?:[-+]?|\(\))$/.test(sign)) return undefined;
    return { isNegative: /[-(]/.test(sign), units };
  });

  return (text: string): AmountReadings => {
    if (text.length > longest) return noAmount;
    const parts = bare.test(text) ? undefined : cellForm.exec(text)?.groups;
    const around = parts && readAround(`${parts.before}0${parts.after}`);
    if (parts && !around) return noAmount;
    const digits = parts?.none ? `${parts.digits}${parts.none}00` : (parts?.digits ?? text);
    let point: Amount | undefined;
    let comma: Amount | undefined;
    for (const reading of readingsOf(digits)) {
      const amount = around?.isNegative ? `-${reading.amount}` : reading.amount;
      if (reading.point !== ',' && only !== 'comma') point = amount;
      if (reading.point !== '.' && only !== 'point') comma = amount;
    }
    return { point, comma, units: around?.units };
  };
}

export interface Sum {
  readonly amount: string;
  readonly amounts: AmountReadings;
  readonly lacks?: 'both' | 'neither';
}

/** Of a debit and a credit, a row has one: a zero is as good as an empty cell, and a debit is negative whatever its sign. */
export function oneOf(debit: Sum, credit: Sum): Sum {
  const [one, other] = [debit, credit].filter((sum) => !isNothing(sum));
  if (!one) return { ...nothing, lacks: 'neither' };
  if (other) return [one, other].find((sum) => !isRead(sum)) ?? { ...nothing, lacks: 'both' };
  const { point, comma, units } = one.amounts;
  return one === credit ? one : { ...one, amounts: { point: negative(point), comma: negative(comma), units } };
}

const nothing: Sum = { amount: '', amounts: noAmount };

const isRead = ({ amounts: { point, comma } }: Sum) => point !== undefined || comma !== undefined;

const isNothing = (sum: Sum) =>
  isRead(sum) ? !/[1-9]/.test(`${sum.amounts.point}${sum.amounts.comma}`) : sum.amount.trim() === '';

const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;
