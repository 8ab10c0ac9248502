import type { Day } from '../../calendar/day.ts';

/** A value per day; undefined interrupts the line. */
export type Values = readonly (number | undefined)[];

interface Span {
  readonly min: number;
  readonly max: number;
}

/** Of no values, max is below min. */
function spanOf(values: Values): Span {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === undefined) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min, max };
}

/** Changes below this part of the value are noise of the last digits. */
const noise = 0.0001;

const isFlat = ({ min, max }: Span) => !(max - min > noise * max);

const around = 0.01;

/** Widened if flat, so that noise does not fill the height. */
export function domainOf(lines: readonly Values[]): readonly [number, number] {
  const span = spanOf(lines.flat());
  const { min, max } = span;
  if (min > max || max === 0) return [0, 1];
  return isFlat(span) ? [min * (1 - around), max * (1 + around)] : [min, max];
}

/** Part of the height that each line that moves must have on a shared axis. */
const leastPart = 1 / 5;

/** Whether an axis of the rates themselves would leave too little height to a line. */
export function isSqueezed(lines: readonly Values[]): boolean {
  const all = spanOf(lines.flat());
  return lines.map(spanOf).some((own) => !isFlat(own) && own.max - own.min < leastPart * (all.max - all.min));
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
