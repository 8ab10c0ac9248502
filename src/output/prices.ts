import type { Code } from '../currencies/code.ts';
import { Failure } from '../errors.ts';
import { plain } from '../rates/decimal.ts';
import { count } from '../words.ts';
import type { DayBatches, Document, FormatFindings, Piece } from './format.ts';

/** The codes that a program takes, and which these are in words. */
const rules = {
  ledger: [/^/, ''],
  beancount: [
    /^(?!(TRUE|FALSE|NULL)$)[A-Z].{0,22}[A-Z0-9]$/,
    'a Beancount currency begins with a letter, ends with a letter or digit, and is not TRUE, FALSE or NULL',
  ],
  gnucash: [/^[A-Z]{3}$/, 'a GnuCash currency has three letters'],
} as const;

type PriceFormat = keyof typeof rules;

/** Prices of one unit of each base, for accounting programs. */
export async function* prices(
  name: PriceFormat,
  batches: DayBatches,
  { base, inverted }: Document,
  { notes }: FormatFindings,
): AsyncGenerator<Piece> {
  const [allowed, words] = rules[name];
  if (!allowed.test(base)) throw new Failure('wrong_format', `${base} cannot be the base: ${words}`);

  const strange = new Map<Code, number>();
  let text = name === 'gnucash' ? 'Date,From Namespace,From Symbol,Currency To,Amount\n' : '';
  for await (const { days } of batches) {
    for (const { day, rates } of days) {
      for (const [code, rate] of rates) {
        if (code === base) continue;
        if (!allowed.test(code)) strange.set(code, (strange.get(code) ?? 0) + 1);
        else text += priceLine(name, day, inverted ? [code, base] : [base, code], plain(rate));
      }
    }
    yield text;
    text = '';
  }
  yield text;
  const codes = Array.from(strange, ([code, days]) => `${code} on ${count(days, 'day')}`);
  if (codes.length > 0) notes.push(`left out because ${words}: ${codes.join(', ')}`);
}

function priceLine(name: PriceFormat, day: string, [base, quote]: readonly [Code, Code], rate: string) {
  if (name === 'beancount') return `${day} price ${base} ${rate} ${quote}\n`;
  // the columns of its import of prices; its namespace of currencies has those of ISO 4217
  if (name === 'gnucash') return `${day},CURRENCY,${base},${quote},${rate}\n`;
  return `P ${day} ${quoted(base)} ${rate} ${quoted(quote)}\n`;
}

/** Of Ledger and hledger: a symbol of more than letters would end or join the number. */
const quoted = (code: string) => (/^[A-Z]+$/.test(code) ? code : `"${code}"`);
