declare const brand: unique symbol;

/** A currency's code in upper case: 2 to 12 of A-Z, 0-9 and `_`. */
export type Code = string & { readonly [brand]: 'Code' };

export const usd = 'USD' as Code;

/** The code that the text is as it stands, or nothing. */
export function isCode(text: string): text is Code {
  return /^[A-Z0-9_]{2,12}$/.test(text);
}

/** The code that a person meant, lower case allowed, or nothing. */
export function parseCode(text: string): Code | undefined {
  const code = text.trim().toUpperCase();
  return isCode(code) ? code : undefined;
}
