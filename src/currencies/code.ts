declare const brand: unique symbol;

/** A currency code in upper case: 2 to 12 of A-Z, 0-9 and `_`. */
export type Code = string & { readonly [brand]: 'Code' };

export const euro = 'EUR' as Code;

export const usd = 'USD' as Code;

// in the function, it would be made anew for each rate
const codePattern = /^[A-Z0-9_]{2,12}$/;

export const isCode = (text: string): text is Code => codePattern.test(text);

/** Accepts lower case and surrounding blanks; undefined if the text is not a code. */
export function parseCode(text: string): Code | undefined {
  const code = text.trim().toUpperCase();
  return isCode(code) ? code : undefined;
}

/** A table of text that begins and ends with a line break: the first word of each line, and its rest. */
export function tableOf<Key extends string = Code>(text: string): ReadonlyMap<Key, string> {
  const rows = new Map<Key, string>();
  for (let start = 1, end: number; start < text.length; start = end + 1) {
    const blank = text.indexOf(' ', start);
    end = text.indexOf('\n', start);
    rows.set(text.slice(start, blank) as Key, text.slice(blank + 1, end));
  }
  return rows;
}

// Units of amounts

/** The unit of an amount: a currency, or its hundredth, in which brokers and exchanges quote. */
export interface Unit {
  /** `GBp`; of a currency, its code. */
  readonly name: string;
  readonly code: Code;
  /** How many of it are one of the currency. */
  readonly inOne: 1 | 100;
}

const hundredths = tableOf<string>(`
GBX GBP
GBp GBP
ZAc ZAR
ZAX ZAR
ILA ILS
`);

/** In any case, but for `GBp`: `gbp` and `GBP` are pounds. */
export function hundredthIn(text: string): Unit | undefined {
  const word = text.trim();
  const capitals = word.toUpperCase();
  for (const [name, code] of hundredths)
    if (name === word || (name.toUpperCase() === capitals && code !== capitals))
      return { name, code: code as Code, inOne: 100 };
  return undefined;
}

/** As `hundredthIn`, and the one that an everyday name leads to. */
export const hundredthNamed = (text: string): Unit | undefined =>
  hundredthIn(
    text
      .trim()
      .replace(/^pen(ce|ny)$/i, 'GBX')
      .replace(/^agor(a|ot)$/i, 'ILA'),
  );

export const unitOf = (code: Code): Unit => ({ name: code, code, inOne: 1 });

/** Undefined if the text is neither a hundredth nor a code. */
export function parseUnit(text: string): Unit | undefined {
  const code = parseCode(text);
  return hundredthIn(text) ?? (code && unitOf(code));
}

/** Of amounts in a currency without a minor unit. */
export const usualDecimals = 6;

export const isHundredth = ({ inOne }: Unit) => inOne > 1;

/** By whatever name. */
export function isAmong(units: readonly Unit[], { code, inOne }: Unit): boolean {
  return units.some((unit) => unit.code === code && unit.inOne === inOne);
}

/** `GBp is 1/100 GBP` */
export const hundredthInWords = ({ name, inOne, code }: Unit) => `${name} is 1/${inOne} ${code}`;
