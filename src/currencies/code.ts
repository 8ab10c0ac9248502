declare const brand: unique symbol;

/** A currency code in upper case: 2 to 12 of A-Z, 0-9 and `_`. */
export type Code = string & { readonly [brand]: 'Code' };

export const euro = 'EUR' as Code;

export const usd = 'USD' as Code;

export function isCode(text: string): text is Code {
  return /^[A-Z0-9_]{2,12}$/.test(text);
}

/** Accepts lower case and surrounding blanks; undefined if the text is not a code. */
export function parseCode(text: string): Code | undefined {
  const code = text.trim().toUpperCase();
  return isCode(code) ? code : undefined;
}

/** The words of each line of a table of text. */
export const rowsIn = (table: string): readonly string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
