import { type Day, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { DayRates } from './day-rates.ts';
import { meanOf } from './decimal.ts';

/** A rate that is far from the stored rates around it. */
export interface Outlier {
  readonly day: Day;
  readonly code: Code;
  readonly rate: number;
  /** The medians of the rates before and after it. */
  readonly before: number;
  /** Undefined: there is none yet, so it is a jump that may last. */
  readonly after: number | undefined;
}

/** How many rates on each side of one count, and how far away they may be, in days. */
const mostRates = 5;
export const reach = 10;

const leastBefore = 2;

/** A rate that differs by less is never odd. */
const leastDifference = 0.08;

/** Median moves from day to day that a rate must differ by, where they are large. */
const moves = 10;

/** Far from some rate before it; the rates after it decide. */
interface Suspect extends Pick<Outlier, 'day' | 'code' | 'rate'> {
  /** Days from 1970 to it. */
  readonly at: number;
  /** The oldest first. */
  readonly before: readonly number[];
  readonly after: number[];
}

/** Finds outliers in days as they pass, each once later rates have decided. */
export class Outliers {
  /** The last rates of each code, the oldest first, and the days from 1970 to each. */
  readonly #before = new Map<Code, { readonly days: number[]; readonly rates: number[] }>();
  #suspects: Suspect[] = [];

  /** @param day later than all before @param rates relative to the same currency; undefined: it has none */
  add(day: Day, rates: DayRates['rates'] = new Map()): Outlier[] {
    const at = numberOf(day);
    const waiting: Suspect[] = [];
    const outliers: Outlier[] = [];
    for (const suspect of this.#suspects) {
      const days = at - suspect.at;
      const rate = days <= reach && rates.get(suspect.code);
      if (rate) suspect.after.push(rate);
      if (days < reach && suspect.after.length < mostRates) waiting.push(suspect);
      else outliers.push(...outlierIn(suspect));
    }
    rates.forEach((rate, code) => {
      if (!(rate > 0)) return;
      const before = this.#lastBefore(at, code);
      if (isFarFromAny(rate, before.rates))
        waiting.push({ day, at, code, rate, before: [...before.rates], after: [] });
      before.days.push(at);
      before.rates.push(rate);
    });
    this.#suspects = waiting;
    return outliers;
  }

  #lastBefore(at: number, code: Code) {
    const last = this.#before.get(code) ?? { days: [], rates: [] };
    if (last.days.length === 0) this.#before.set(code, last);
    while (last.days.length > mostRates || (last.days[0] ?? at) < at - reach) {
      last.days.shift();
      last.rates.shift();
    }
    return last;
  }

  /** Whether later rates may show that one is odd. */
  get waits(): boolean {
    return this.#suspects.length > 0;
  }

  /** To be called after the last day. */
  end(): Outlier[] {
    return this.#suspects.splice(0).flatMap(outlierIn);
  }
}

function isFarFromAny(rate: number, others: readonly number[]) {
  for (const other of others) if (differenceOf(rate, other) > leastDifference) return true;
  return false;
}

function outlierIn({ day, code, rate, before: rates, after: later }: Suspect): Outlier[] {
  if (rates.length < leastBefore) return [];
  const before = median(rates);
  const after = later.length > 0 ? median(later) : undefined;
  const next = after ?? before;
  const difference = Math.min(differenceOf(rate, before), differenceOf(rate, next));
  if (difference <= mostDifference([...rates, ...later])) return [];

  const apart = differenceOf(before, next);
  // where the market moves, sides may differ, but less than half as much as the rate from the nearer one
  const isBack = later.length !== 1 || apart <= mostDifference(rates);
  return apart < difference / 2 && isBack ? [{ day, code, rate, before, after }] : [];
}

function mostDifference(rates: readonly number[]) {
  const all = rates.slice(1).map((rate, at) => differenceOf(rate, rates[at] ?? rate));
  return Math.max(leastDifference, moves * median(all));
}

/** Finite, also of the smallest and the largest number. */
const differenceOf = (rate: number, from: number) => Math.min(Math.abs(rate / from - 1), 1e9);

/** @param numbers at least one */
function median(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] ?? 0;
  const high = sorted[sorted.length >> 1] ?? low;
  return low === high ? low : meanOf([low, high]);
}
