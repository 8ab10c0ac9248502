import { usageError } from '../../errors.ts';
import { type Amount, readAmount } from '../../rates/amount.ts';
import type { Code } from '../../rates/code.ts';
import type { Decimals } from '../../rates/convert.ts';
import { type DecimalMark, withMark } from '../../rates/decimal.ts';
import { codeFrom } from '../../run/known-codes.ts';

/** What to convert, as it was typed. */
export interface Asked {
  readonly amount: Amount;
  readonly from: Code;
  readonly to: readonly Code[];
  readonly digits: Decimals;
}

interface Written {
  readonly amount: string;
  readonly from: string;
  readonly to: readonly string[];
  /** Undefined: as the amount looks. */
  readonly decimal: DecimalMark | undefined;
}

/** @throws a usage error */
export function readAsked({ amount, from, to, decimal }: Written, digits: Decimals): Asked {
  return { amount: amountFrom(amount, decimal), from: codeFrom(from), to: codesFrom(to), digits };
}

function amountFrom(text: string, decimal: DecimalMark | undefined): Amount {
  const amount = readAmount(text, decimal);
  if (amount.is === 'read') return amount.amount;
  const word = JSON.stringify(text);
  if (amount.is === 'ambiguous')
    throw usageError(`${word} can be read in two ways`, `write ${amount.either.join(' or ')}`);
  const otherwise = readAmount(text);
  if (otherwise.is === 'read')
    throw usageError(
      `${word} is not an amount with a decimal ${decimal}`,
      `write ${withMark(otherwise.amount, decimal)}`,
    );
  throw usageError(`${word} is not an amount`, 'ratebook convert 1234.50 EUR USD');
}

/** Accepts `to USD` and `in USD,CHF` too; each code once. */
function codesFrom(words: readonly string[]): Code[] {
  const meant = words.filter((word) => word !== 'to' && word !== 'in');
  const codes = meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  if (codes.length === 0) throw usageError('there is no currency to convert to', 'ratebook convert --help');
  return [...new Set(codes.map(codeFrom))];
}
