import { pricesIn } from './prices.ts';
import { delimited } from './separated.ts';

/** The columns of its import of prices; its namespace of currencies has those of ISO 4217. */
export const gnucash = pricesIn({
  header: delimited([['Date', 'From Namespace', 'From Symbol', 'Currency To', 'Amount']], ','),
  limit: { words: 'a GnuCash currency has three letters', allows: (code) => /^[A-Z]{3}$/.test(code) },
  lines: (prices) =>
    delimited(
      prices.map(({ day, base, rate, quote }) => [day, 'CURRENCY', base, quote, rate]),
      ',',
    ),
});
