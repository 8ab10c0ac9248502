import type { Amount } from '../rates/amount.ts';
import { type AmountReadings, noAmount } from './amounts.ts';

export interface Sum {
  readonly amount: string;
  readonly amounts: AmountReadings;
  readonly lacks?: 'both' | 'neither';
}

/** Of a debit and a credit, a row has one: a zero is as good as an empty cell, and a debit is negative whatever its sign. */
export function oneOf(debit: Sum, credit: Sum): Sum {
  const [one, other] = [debit, credit].filter((sum) => !isNothing(sum));
  if (!one) return { ...nothing, lacks: 'neither' };
  if (other) return [one, other].find((sum) => !isRead(sum)) ?? { ...nothing, lacks: 'both' };
  const { point, comma, codes } = one.amounts;
  return one === credit ? one : { ...one, amounts: { point: negative(point), comma: negative(comma), codes } };
}

const nothing: Sum = { amount: '', amounts: noAmount };

const isRead = ({ amounts: { point, comma } }: Sum) => point !== undefined || comma !== undefined;

const isNothing = (sum: Sum) =>
  isRead(sum) ? !/[1-9]/.test(`${sum.amounts.point}${sum.amounts.comma}`) : sum.amount.trim() === '';

const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;
