import type { Day } from '../../calendar/day.ts';
import { isFlat, rangeOf, type Values } from './span.ts';

/** Part of the height that each line that moves must have on a shared axis. */
const leastPart = 1 / 5;

/** Whether an axis of the rates themselves would leave too little height to a line. */
export function isSqueezed(lines: readonly Values[]): boolean {
  const all = rangeOf(lines.flat());
  return lines
    .map(rangeOf)
    .some((own) => !isFlat(own) && own.high - own.low < leastPart * (all.high - all.low));
}

/** 100 on the first day on which all lines have a rate, or if there is none, on each line's own first day. */
export function asIndex(
  lines: readonly Values[],
  days: readonly Day[],
): { readonly unit: string; readonly values: readonly Values[] } {
  // a rate of 0 cannot be 100
  const common = days.findIndex((_, at) => lines.every((rates) => rates[at]));
  const start = days[common];
  return {
    unit: `index, ${start ?? 'first day of each'} = 100`,
    values: lines.map((rates) => {
      const hundred = start ? rates[common] : rates.find(Boolean);
      return rates.map((rate) =>
        rate === undefined || !hundred ? undefined : finite((rate / hundred) * 100),
      );
    }),
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);
