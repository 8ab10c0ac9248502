import type { Amount } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';

export type AmountReadings = Readonly<Record<DecimalMark, Amount | undefined>>;

export const noAmount: AmountReadings = { point: undefined, comma: undefined };

export interface Sum {
  readonly amount: string;
  readonly amounts: AmountReadings;
  readonly lacks?: 'both' | 'neither';
}

/** Of a debit and a credit, a row has one: a zero is as good as an empty cell, and a debit is negative whatever its sign. */
export function oneOf(debit: Sum, credit: Sum): Sum {
  const [noDebit, noCredit] = [isNothing(debit), isNothing(credit)];
  if (noDebit === noCredit) return { amount: '', amounts: noAmount, lacks: noDebit ? 'neither' : 'both' };
  if (noDebit) return credit;
  const { point, comma } = debit.amounts;
  return { ...debit, amounts: { point: negative(point), comma: negative(comma) } };
}

const isNothing = ({ amount, amounts: { point, comma } }: Sum) =>
  point === undefined && comma === undefined ? amount.trim() === '' : !/[1-9]/.test(`${point}${comma}`);

const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;
