import { type Amount, readingsOf } from '../rates/amount.ts';
import { type Code, parseCode } from '../rates/code.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { codesBeside } from '../rates/said.ts';
import { remembered } from './remembered.ts';

export interface AmountReadings extends Readonly<Record<DecimalMark, Amount | undefined>> {
  /** That the cell's own sign or code may mean; undefined: it has none. */
  readonly codes?: readonly Code[] | undefined;
}

export const noAmount: AmountReadings = { point: undefined, comma: undefined };

const longest = 100;

/** `Rs.500` has no point before its digits, and `1'000.–` nothing behind it. */
const cellForm = /^(\D*?)((?:(?<![\p{L}\p{M}])[.,])?\d(?:.*\d)?)(?:([.,])[-–—])?(\D*)$/su;

/** What makes an amount negative, or says that it is not; of these a cell has one, or both brackets. */
const marks = {
  before: { '-': '-', '−': '-', '+': '+', '(': '(' },
  after: { '-': '-', '−': '-', '+': '+', ')': ')', DR: '-', S: '-', CR: '+', H: '+' },
};

const word = /[-−+()]|[^\s\-−+()]+/g;

/** Of what stands on one side of the digits, the marks and the rest. */
function sorted(text: string, table: Readonly<Record<string, string>>) {
  const all = text.match(word) ?? [];
  const signs = all.flatMap((it) => table[it.toUpperCase()] ?? []);
  return { signs, rest: all.filter((it) => table[it.toUpperCase()] === undefined) };
}

/**
 * Reads as `convert` does, except that a single `.` may separate thousands; also marks of accounts, and the sign or code
 * of a currency.
 * @param only if the column is known to have this decimal point
 */
export function amountReader(only: DecimalMark | undefined, isKnown: (code: Code) => boolean) {
  function codesOf(text: string): readonly Code[] {
    const signed = codesBeside(text);
    const code = signed.length > 0 ? undefined : parseCode(text);
    return code && isKnown(code) ? [code] : signed;
  }

  /** Undefined if any of it is neither a mark nor of a currency. @param around with a 0 for the digits */
  const readAround = remembered((around) => {
    const [before = '', after = ''] = around.split('0');
    const [left, right] = [sorted(before, marks.before), sorted(after, marks.after)];
    if (left.rest.length > 1 || right.rest.length > 1) return undefined;
    const [some, more] = [...left.rest, ...right.rest].map(codesOf);
    const codes = more ? some?.filter((code) => more.includes(code)) : some;
    const sign = [...left.signs, ...right.signs].join('');
    if (codes?.length === 0 || !/^(?:[-+]?|\(\))$/.test(sign)) return undefined;
    return { isNegative: /[-(]/.test(sign), codes };
  });

  function withAround(text: string) {
    const [, before = '', digits, mark, after = ''] = cellForm.exec(text) ?? [];
    const around = digits && readAround(`${before}0${after}`);
    return around ? { ...around, readings: readingsOf(mark ? `${digits}${mark}00` : digits) } : undefined;
  }

  return (text: string): AmountReadings => {
    if (text.length > longest) return noAmount;
    const usual = readingsOf(text);
    const around = usual.length > 0 ? undefined : withAround(text);
    let [point, comma]: (Amount | undefined)[] = [];
    for (const reading of around?.readings ?? usual) {
      const amount = around?.isNegative ? `-${reading.amount}` : reading.amount;
      if (reading.point !== ',' && only !== 'comma') point = amount;
      if (reading.point !== '.' && only !== 'point') comma = amount;
    }
    return { point, comma, codes: around?.codes };
  };
}
