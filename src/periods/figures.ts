import type { Day } from '../calendar/day.ts';
import type { Every, Period } from '../calendar/period.ts';
import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type CodeList, ListedRates } from '../rates/listed-rates.ts';
import type { Take } from './take.ts';

export interface Periods {
  readonly every: Every;
  readonly take: Take;
  readonly weekdays: boolean;
}

interface Dated {
  readonly rate: number;
  readonly date: Day;
}

interface PairFigures extends Readonly<Record<Exclude<Take, 'mean'>, Dated>> {
  readonly mean: { readonly rate: number; readonly date?: undefined };
  readonly days: number;
  /** One for each day of the period that has rates, in order. */
  readonly rates: readonly (number | undefined)[];
}

export interface PeriodRates {
  readonly period: Period;
  /** Where a period needs a day: its last one, or the last of the range if that is earlier. */
  readonly day: Day;
  readonly pairs: ReadonlyMap<Code, PairFigures>;
}

type Pairs = PeriodRates['pairs'];

export function ratesTaken(pairs: Pairs, take: Take): ReadonlyMap<Code, number> {
  return new Map(Array.from(pairs, ([code, figures]) => [code, figures[take].rate]));
}

export function datesTaken(pairs: Pairs, take: Exclude<Take, 'mean'>): ReadonlyMap<Code, Day> {
  return new Map(Array.from(pairs, ([code, figures]) => [code, figures[take].date]));
}

interface Terms {
  /** The last day of the range. */
  readonly end: Day;
  /** Undefined: every currency that the days have. */
  readonly symbols?: readonly Code[] | undefined;
}

/** @param days those of the period that have rates, in order */
export function figuresOf(period: Period, days: readonly DayRates[], { end, symbols }: Terms): PeriodRates {
  const codes = symbols ?? codesOf(days);

  const pairs = new Map<Code, PairFigures>();
  for (const code of codes) {
    const figures = figuresOfPair(days, ratesOf(code, days));
    if (figures) pairs.set(code, figures);
  }

  return { period, day: period.last < end ? period.last : end, pairs };
}

function codesOf(days: readonly DayRates[]): Code[] {
  const codes = new Set<Code>();
  let last: CodeList | undefined;
  for (const { rates } of days) {
    const list = rates instanceof ListedRates ? rates.list : undefined;
    if (list === undefined || list !== last) for (const code of rates.keys()) codes.add(code);
    last = list;
  }
  return [...codes].sort();
}

/** One for each day. */
function ratesOf(code: Code, days: readonly DayRates[]): (number | undefined)[] {
  const rates: (number | undefined)[] = [];
  let last: CodeList | undefined;
  let place: number | undefined;
  for (const day of days) {
    if (!(day.rates instanceof ListedRates)) {
      rates.push(day.rates.get(code));
      continue;
    }

    const { list, rates: all } = day.rates;
    // most days share their list
    if (list !== last) place = list.placeOf(code);
    last = list;
    rates.push(place === undefined ? undefined : all[place]);
  }
  return rates;
}

// in one loop, without an object for each rate: means of long ranges are made of hundreds of thousands
function figuresOfPair(
  days: readonly DayRates[],
  rates: readonly (number | undefined)[],
): PairFigures | undefined {
  const known: number[] = [];
  const dates: Day[] = [];
  let lowest = 0;
  let highest = 0;

  for (let at = 0; at < rates.length; at++) {
    const rate = rates[at];
    if (rate === undefined) continue;

    if (rate < (known[lowest] ?? rate)) lowest = known.length;
    if (rate > (known[highest] ?? rate)) highest = known.length;
    known.push(rate);
    dates.push((days[at] as DayRates).day);
  }

  const dated = (at: number): Dated | undefined => {
    const rate = known[at];
    const date = dates[at];
    return rate !== undefined && date ? { rate, date } : undefined;
  };
  const first = dated(0);
  const last = dated(known.length - 1);
  const min = dated(lowest);
  const max = dated(highest);
  if (!first || !last || !min || !max) return undefined;
  return { first, last, min, max, mean: { rate: meanOf(known) }, days: known.length, rates };
}

interface Extremes<T> {
  readonly first: T;
  readonly last: T;
  readonly min: T;
  readonly max: T;
}

/** Undefined of no items; of equal ones, the first counts. */
export function extremesOf<T>(items: readonly T[], rateOf: (item: T) => number): Extremes<T> | undefined {
  const [first] = items;
  if (first === undefined) return undefined;

  let last: T = first;
  let min: T = first;
  let max: T = first;
  for (const item of items) {
    last = item;
    if (rateOf(item) < rateOf(min)) min = item;
    if (rateOf(item) > rateOf(max)) max = item;
  }

  return { first, last, min, max };
}

const inWords = {
  mean: 'mean rate',
  last: 'last rate',
  first: 'first rate',
  min: 'lowest rate',
  max: 'highest rate',
} satisfies Record<Take, string>;

export function figureInWords({ take, every, weekdays }: Periods): string {
  return `the ${inWords[take]} of each ${every}${weekdays ? ', Monday to Friday' : ''}`;
}
