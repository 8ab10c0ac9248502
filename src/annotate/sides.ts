import type { Amount } from '../rates/amount.ts';
import { type AmountReadings, noAmount } from './amounts.ts';

export interface AmountCell {
  readonly text: string;
  readonly readings: AmountReadings;
  /** What is wrong with a debit and a credit. */
  readonly lacks?: 'both' | 'neither';
}

/**
 * Of a debit and a credit, a row has one: a zero is as good as an empty cell. A debit is negative, whatever
 * its sign.
 */
export function oneOf(debit: AmountCell, credit: AmountCell): AmountCell {
  const [one, other] = [debit, credit].filter((cell) => !isNothing(cell));
  if (!one) return { ...nothing, lacks: 'neither' };
  if (other) return [one, other].find((cell) => !isRead(cell)) ?? { ...nothing, lacks: 'both' };
  if (one === credit) return credit;

  const { point, comma, units } = debit.readings;
  return { ...debit, readings: { point: negative(point), comma: negative(comma), units } };
}

const nothing: AmountCell = { text: '', readings: noAmount };

function isRead({ readings: { point, comma } }: AmountCell): boolean {
  return point !== undefined || comma !== undefined;
}

function isNothing(cell: AmountCell): boolean {
  const { text, readings } = cell;
  return isRead(cell) ? !/[1-9]/.test(`${readings.point}${readings.comma}`) : text.trim() === '';
}

const negative = (amount: Amount | undefined) => amount && `-${amount.replace('-', '')}`;
