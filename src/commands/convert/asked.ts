import { usageError } from '../../errors.ts';
import { type Amount, readAmount } from '../../rates/amount.ts';
import type { Code } from '../../rates/code.ts';
import type { Decimals } from '../../rates/convert.ts';
import { codeFrom } from '../../run/known-codes.ts';

/** What to convert, as it was typed. */
export interface Asked {
  readonly amount: Amount;
  readonly from: Code;
  readonly to: readonly Code[];
  readonly digits: Decimals;
}

/** @throws a usage error */
export function readAsked(amount: string, from: string, to: readonly string[], digits: Decimals): Asked {
  return { amount: amountFrom(amount), from: codeFrom(from), to: codesFrom(to), digits };
}

function amountFrom(text: string): Amount {
  const amount = readAmount(text);
  if (amount.is === 'read') return amount.amount;
  const word = JSON.stringify(text);
  if (amount.is === 'ambiguous')
    throw usageError(`${word} can be read in two ways`, `write ${amount.either.join(' or ')}`);
  throw usageError(`${word} is not an amount`, 'ratebook convert 1234.50 EUR USD');
}

/** Accepts `to USD` and `in USD,CHF` too; each code once. */
function codesFrom(words: readonly string[]): Code[] {
  const meant = words.filter((word) => word !== 'to' && word !== 'in');
  const codes = meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  if (codes.length === 0) throw usageError('there is no currency to convert to', 'ratebook convert --help');
  return [...new Set(codes.map(codeFrom))];
}
