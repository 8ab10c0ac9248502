import { type Amount, readingsOf } from '../rates/amount.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { Readings } from './two-ways.ts';

type AmountReadings = Readings<DecimalMark, Amount>;

const noAmount: AmountReadings = { point: undefined, comma: undefined };

/** More digits than any sum of money. */
const longest = 100;

/**
 * As `convert` reads them, except that here a single `.` may separate thousands; `(12.00)` is negative.
 * @param only if the column is known to have this decimal point
 */
export function readAmounts(text: string, only?: DecimalMark): AmountReadings {
  if (text.length > longest) return noAmount;
  const inner = text.includes('(') ? /^\s*\(\s*([^\s+\-−].*)\)\s*$/.exec(text)?.[1] : undefined;
  let [point, comma]: (Amount | undefined)[] = [];
  for (const reading of readingsOf(inner ?? text)) {
    const amount = inner === undefined ? reading.amount : `-${reading.amount}`;
    if (reading.point !== ',' && only !== 'comma') point = amount;
    if (reading.point !== '.' && only !== 'point') comma = amount;
  }
  return { point, comma };
}
