import type { Code } from '../currencies/code.ts';
import { Failure } from '../errors.ts';
import { plain } from '../rates/decimal.ts';
import type { Format } from './format.ts';

/** The codes that a program takes, and which these are in words. */
type CodeRule = readonly [pattern: RegExp, words: string];

/**
 * For Ledger and hledger. A symbol of more than letters needs quotes, or else it ends or joins the number.
 */
export const ledger = pricesIn(
  (day, base, rate, quote) => `P ${day} ${named(base)} ${rate} ${named(quote)}\n`,
);

const named = (code: string) => (/^[A-Z]+$/.test(code) ? code : `"${code}"`);

export const beancount = pricesIn(
  (day, base, rate, quote) => `${day} price ${base} ${rate} ${quote}\n`,
  [
    /^(?!(TRUE|FALSE|NULL)$)[A-Z].{0,22}[A-Z0-9]$/,
    'a Beancount currency begins with a letter, ends with a letter or digit, and is not TRUE, FALSE or NULL',
  ],
);

/** The columns of its import of prices; its namespace of currencies has those of ISO 4217. */
export const gnucash = pricesIn(
  (day, base, rate, quote) => `${day},CURRENCY,${base},${quote},${rate}\n`,
  [/^[A-Z]{3}$/, 'a GnuCash currency has three letters'],
  'Date,From Namespace,From Symbol,Currency To,Amount\n',
);

function pricesIn(
  line: (day: string, base: Code, rate: string, quote: Code) => string,
  [allowed, words]: CodeRule = [/^/, ''],
  header = '',
): Format {
  return async function* (batches, { base, inverted }, { leftOut }) {
    if (!allowed.test(base)) throw new Failure('wrong_format', `${base} cannot be the base: ${words}`);

    const strange = new Map<Code, number>();
    let text = header;
    for await (const { days } of batches) {
      for (const { day, rates } of days) {
        for (const [code, rate] of rates) {
          if (code === base) continue;
          if (!allowed.test(code)) strange.set(code, (strange.get(code) ?? 0) + 1);
          else text += inverted ? line(day, code, plain(rate), base) : line(day, base, plain(rate), code);
        }
      }
      yield text;
      text = '';
    }
    yield text;
    leftOut.push({ why: words, days: strange });
  };
}
