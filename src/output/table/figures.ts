import { extremesOf } from '../../periods/figures.ts';
import { averageOf } from '../../rates/computed.ts';
import { plain } from '../../rates/decimal.ts';

/** Of one currency over many days, by their headings. */
export interface FigureTexts {
  readonly first: string;
  readonly last: string;
  readonly change: string;
  readonly low: string;
  readonly high: string;
  readonly mean: string;
}

/** Undefined where no day has a rate. */
export function figureTexts(rates: readonly (number | undefined)[]): FigureTexts | undefined {
  const known = rates.filter((rate) => rate !== undefined);
  const extremes = extremesOf(known, (rate) => rate);
  if (!extremes) return undefined;
  const { first, last, min, max } = extremes;
  const exact = { first: plain(first), last: plain(last), low: plain(min), high: plain(max) };
  return { ...exact, change: changeOf(first, last), mean: meanText(averageOf(known), Object.values(exact)) };
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
