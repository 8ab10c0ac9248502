import { type Code, parseCode, rowsIn } from './code.ts';
import { decimalsOf } from './names.ts';

/** The unit of an amount: a currency, or its hundredth, in which brokers and exchanges quote. */
export interface Unit {
  /** `GBp`; of a currency, its code. */
  readonly name: string;
  readonly code: Code;
  /** How many of it are one of the currency. */
  readonly inOne: 1 | 100;
}

const hundredths = rowsIn('GBX GBP\nGBp GBP\nZAc ZAR\nZAX ZAR\nILA ILS').map(
  ([name = '', code]): Unit => ({ name, code: code as Code, inOne: 100 }),
);

/** In any case, but for `GBp`: `gbp` and `GBP` are pounds. */
export function hundredthIn(text: string): Unit | undefined {
  const word = text.trim();
  const capitals = word.toUpperCase();
  return hundredths.find(
    ({ name, code }) => name === word || (name.toUpperCase() === capitals && code !== capitals),
  );
}

/** The one that an everyday name leads to. */
export function hundredthByName(text: string): Unit | undefined {
  const name = text.trim().replace(/^pen(ce|ny)$/i, 'GBX');
  return hundredths.find((unit) => unit.name === name.replace(/^agor(a|ot)$/i, 'ILA'));
}

export const unitOf = (code: Code): Unit => ({ name: code, code, inOne: 1 });

/** Undefined if the text is neither a hundredth nor a code. */
export function parseUnit(text: string): Unit | undefined {
  const code = parseCode(text);
  return hundredthIn(text) ?? (code && unitOf(code));
}

/** Pence are quoted to the hundredth; undefined if the currency has no minor unit. */
export const minorDecimals = (unit: Unit) => (isHundredth(unit) ? 2 : decimalsOf(unit.code));

/** Of amounts in a currency without a minor unit. */
export const usualDecimals = 6;

export const isHundredth = ({ inOne }: Unit) => inOne > 1;

/** By whatever name. */
export function isAmong(units: readonly Unit[], { code, inOne }: Unit): boolean {
  return units.some((unit) => unit.code === code && unit.inOne === inOne);
}

/** `GBp is 1/100 GBP` */
export const hundredthInWords = ({ name, inOne, code }: Unit) => `${name} is 1/${inOne} ${code}`;
