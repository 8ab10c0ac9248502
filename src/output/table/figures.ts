import { plain } from '../../rates/decimal.ts';

/** Of one currency over many days, as text. */
export interface Figures {
  readonly first: string;
  readonly last: string;
  readonly change: string;
  readonly low: string;
  readonly high: string;
  readonly mean: string;
}

/** Undefined where no day has a rate. */
export function figuresOf(rates: Iterable<number | undefined>): Figures | undefined {
  let first: number | undefined;
  let [last, low, high, sum, days] = [0, Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const rate of rates) {
    if (rate === undefined) continue;
    first ??= rate;
    last = rate;
    low = Math.min(low, rate);
    high = Math.max(high, rate);
    sum += rate;
    days++;
  }
  if (first === undefined) return undefined;
  const exact = { first: plain(first), last: plain(last), low: plain(low), high: plain(high) };
  return { ...exact, change: changeOf(first, last), mean: meanText(sum / days, Object.values(exact)) };
}

/** `+0.14%`; empty where it cannot be computed. */
export function changeOf(from: number, to: number): string {
  const percent = (to / from - 1) * 100;
  if (!Number.isFinite(percent)) return '';
  const text = plain(Number(Math.abs(percent).toFixed(2)));
  const [whole, fraction = ''] = text.split('.');
  const sign = text === '0' ? '' : percent < 0 ? '-' : '+';
  return `${sign}${whole}.${fraction.padEnd(2, '0')}%`;
}

const leastDigits = 6;

/** With as many decimals as the rates have. */
function meanText(mean: number, rates: readonly string[]): string {
  const decimals = Math.max(...rates.map((rate) => rate.split('.')[1]?.length ?? 0));
  const whole = plain(mean).split('.')[0] ?? '';
  const enough = whole === '0' ? 0 : leastDigits - whole.length;
  return plain(Number(mean.toFixed(Math.min(100, Math.max(decimals, enough)))));
}
