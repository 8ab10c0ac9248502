import { pricesIn } from './prices.ts';

/** For Ledger and hledger. Without quotes, anything but letters in a symbol ends it or is part of the number. */
export const ledger = pricesIn({
  symbol: (code) => (/^[A-Z]+$/.test(code) ? code : `"${code}"`),
  lines: (prices) =>
    prices.map(({ day, base, rate, quote }) => `P ${day} ${base} ${rate} ${quote}\n`).join(''),
});
