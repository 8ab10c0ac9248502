import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { ShownRates } from '../rates/day-rates.ts';
import { meanOf } from './mean.ts';
import type { Every, Period } from './period.ts';

export const takeNames = ['mean', 'last', 'first', 'min', 'max'] as const;

export type Take = (typeof takeNames)[number];

/** How a range is divided, and which figure of each period is wanted. */
export interface Periods {
  readonly every: Every;
  readonly take: Take;
  /** Only Monday to Friday count. */
  readonly weekdays: boolean;
}

/** The rate of one day. */
interface Dated {
  readonly rate: number;
  readonly date: Day;
}

/** Of one pair, over the days that have it. */
interface PairFigures extends Readonly<Record<Exclude<Take, 'mean'>, Dated>> {
  readonly mean: { readonly rate: number; readonly date?: undefined };
  /** How many. */
  readonly days: number;
  /** Of each day of the period that has rates, in order. */
  readonly rates: readonly (number | undefined)[];
}

export interface PeriodRates {
  readonly period: Period;
  /** Where a period needs a day: its last one, or the last of the range if that is earlier. */
  readonly day: Day;
  /** In display order, without those that no day has. */
  readonly pairs: ReadonlyMap<Code, PairFigures>;
}

type Pairs = PeriodRates['pairs'];

export function ratesTaken(pairs: Pairs, take: Take): ReadonlyMap<Code, number> {
  return new Map(Array.from(pairs, ([code, figures]) => [code, figures[take].rate]));
}

export function datesTaken(pairs: Pairs, take: Exclude<Take, 'mean'>): ReadonlyMap<Code, Day> {
  return new Map(Array.from(pairs, ([code, figures]) => [code, figures[take].date]));
}

interface Asked {
  /** The last day. */
  readonly end: Day;
  readonly symbols?: readonly Code[] | undefined;
}

/** @param days those of the period that have rates, in order */
export function figuresOf(period: Period, days: readonly ShownRates[], { end, symbols }: Asked): PeriodRates {
  const pairs = new Map<Code, PairFigures>();
  for (const code of symbols ?? codesOf(days)) {
    const figures = figuresOfPair(days, code);
    if (figures) pairs.set(code, figures);
  }
  return { period, day: period.last < end ? period.last : end, pairs };
}

function codesOf(days: readonly ShownRates[]): Code[] {
  const codes = new Set<Code>();
  for (const { rates } of days) for (const code of rates.keys()) codes.add(code);
  return [...codes].sort();
}

function figuresOfPair(days: readonly ShownRates[], code: Code): PairFigures | undefined {
  const rates: (number | undefined)[] = [];
  const known: Dated[] = [];
  for (const { day: date, rates: all } of days) {
    const rate = all.get(code);
    rates.push(rate);
    if (rate !== undefined) known.push({ date, rate });
  }
  const [first] = known;
  if (!first) return undefined;
  let [last, min, max] = [first, first, first];
  for (const figure of known) {
    last = figure;
    if (figure.rate < min.rate) min = figure;
    if (figure.rate > max.rate) max = figure;
  }
  const mean = { rate: meanOf(known.map(({ rate }) => rate)) };
  return { mean, first, last, min, max, days: known.length, rates };
}
