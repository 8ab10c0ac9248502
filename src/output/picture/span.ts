/** A value per day; undefined interrupts the line. */
export type Values = readonly (number | undefined)[];

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Of no values, high is below low. */
export function rangeOf(values: Values): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

/** Changes below this part of the value are noise of the last digits. */
const noise = 0.0001;

export const isFlat = ({ low, high }: Range) => !(high - low > noise * high);

const around = 0.01;

/** Widened if flat, so that noise does not fill the height. */
export function domainOf(range: Range): readonly [number, number] {
  const { low, high } = range;
  if (low > high) return [0, 1];
  if (!isFlat(range)) return [low, high];
  if (high === 0) return [0, 1];
  return [low * (1 - around), high * (1 + around)];
}
