import type { Day } from '../calendar/day.ts';
import type { Every, Period } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { mixedUnitIn } from '../currencies/ended.ts';
import { count, grouped } from '../words.ts';
import { type DayRates, pairOf, sideIn } from './day-rates.ts';
import { meanOf } from './decimal.ts';
import { type CodeList, ListedRates } from './listed-rates.ts';

const takes = ['mean', 'last', 'first', 'min', 'max'] as const;

export type Take = (typeof takes)[number];

export const takeNames = ['mean', 'last', 'first', 'low', 'high', 'min', 'max'] as const;

export type TakeName = (typeof takeNames)[number];

export function takeNamed(name: TakeName): Take {
  if (name === 'low') return 'min';
  return name === 'high' ? 'max' : name;
}

/** As tables have it. */
export function nameOfTake(take: Take): Exclude<TakeName, 'min' | 'max'> {
  if (take === 'min') return 'low';
  return take === 'max' ? 'high' : take;
}

export interface Periods {
  readonly every: Every;
  readonly take: Take;
  readonly weekdays: boolean;
}

interface Dated {
  readonly rate: number;
  readonly date: Day;
}

/**
 * Of a pair in a period. Each figure is made when it is asked for, as most outputs have only one of them.
 */
export class PairFigures {
  readonly #known: readonly number[];

  /** @param all one for each of the days; NaN where a day has none */
  constructor(
    private readonly of: readonly DayRates[],
    private readonly all: readonly number[],
    /** The currency of whose two units the rates are, so that they have no mean, low and high. */
    readonly mixed?: Code,
  ) {
    this.#known = all.includes(Number.NaN) ? all.filter((rate) => !Number.isNaN(rate)) : all;
  }

  /** Of those that have rates, how many have one of the pair. Without any, there are no other figures. */
  get days(): number {
    return this.#known.length;
  }

  /** One for each day of the period that has rates, in order. */
  get rates(): (number | undefined)[] {
    return this.all.map((rate) => (Number.isNaN(rate) ? undefined : rate));
  }

  get mean(): { readonly rate: number; readonly date?: undefined } {
    return { rate: meanOf(this.#known) };
  }

  get first(): Dated {
    return this.#dated(this.all.indexOf(this.#known[0] as number));
  }

  get last(): Dated {
    return this.#dated(this.all.lastIndexOf(this.#known.at(-1) as number));
  }

  get min(): Dated {
    return this.#dated(this.all.indexOf(Math.min(...this.#known)));
  }

  get max(): Dated {
    return this.#dated(this.all.indexOf(Math.max(...this.#known)));
  }

  #dated(place: number): Dated {
    return { rate: this.all[place] as number, date: (this.of[place] as DayRates).day };
  }
}

export interface PeriodRates {
  readonly period: Period;
  /** Where a period needs a day: its last one, or the last of the range if that is earlier. */
  readonly day: Day;
  /** On how many of its days within the range the source publishes. */
  readonly of: number;
  readonly pairs: ReadonlyMap<Code, PairFigures>;
  /** Currencies without the figure, since their rates are of two units of this one. */
  readonly refused: ReadonlyMap<Code, Code>;
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
  readonly of: number;
  readonly take: Take;
}

/** @param days those of the period that have rates, in order */
export function figuresOf(
  period: Period,
  days: readonly DayRates[],
  { end, symbols, of, take }: Terms,
): PeriodRates {
  const codes = symbols ?? codesOf(days);

  const pairs = new Map<Code, PairFigures>();
  const refused = new Map<Code, Code>();
  for (const code of codes) {
    const rates = ratesOf(code, days);
    const mixed = mixedIn(code, days, rates);
    const figures = new PairFigures(days, rates, mixed);
    if (mixed && isOfMany(take)) refused.set(code, mixed);
    else if (figures.days > 0) pairs.set(code, figures);
  }

  return { period, day: period.last < end ? period.last : end, of, pairs, refused };
}

/** Whether it compares or adds the rates of many days. */
const isOfMany = (take: Take) => take !== 'first' && take !== 'last';

function mixedIn(code: Code, days: readonly DayRates[], rates: readonly number[]): Code | undefined {
  const [first] = days;
  if (!first) return undefined;
  const pair = pairOf(sideIn(first), code);
  return mixedUnitIn(pair, rates, (at) => days[at]?.day ?? '');
}

function codesOf(days: readonly DayRates[]): readonly Code[] {
  const lists = new Set(days.map(({ rates }) => (rates instanceof ListedRates ? rates.list : undefined)));
  const [only] = lists;
  if (lists.size === 1 && only?.isSorted) return only.codes;

  const codes = new Set<Code>();
  for (const { rates } of days) for (const code of rates.keys()) codes.add(code);
  return [...codes].sort();
}

/** One for each day; NaN where it has none. */
function ratesOf(code: Code, days: readonly DayRates[]): number[] {
  const rates: number[] = [];
  let last: CodeList | undefined;
  let place: number | undefined;
  for (const day of days) {
    if (!(day.rates instanceof ListedRates)) {
      rates.push(day.rates.get(code) ?? Number.NaN);
      continue;
    }

    const { list, rates: all } = day.rates;
    // most days share their list
    if (list !== last) place = list.placeOf(code);
    last = list;
    rates.push(place === undefined ? Number.NaN : (all[place] as number));
  }
  return rates;
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

export type PublishingCalendar = Pick<Calendar, 'first' | 'publishes'>;

/**
 * On how many of the days the source publishes; a day with rates counts, whatever the calendar says of it.
 */
export function countPublishingDays(
  days: readonly Day[],
  { first, publishes }: PublishingCalendar,
  hasRates: (day: Day) => boolean,
): number {
  return days.filter((day) => hasRates(day) || (publishes(day) && !(first && day < first))).length;
}

/** `1 of 23 days` @param of undefined: nobody knows on how many days there should be rates */
export const daysInWords = (days: number, of?: number): string =>
  of === undefined ? count(days, 'day') : `${grouped(days)} of ${count(of, 'day')}`;

/** Whether a figure rests on too few days of its period to stand for it. */
export const isOfFewDays = (days: number, of?: number): boolean => of !== undefined && days * 2 < of;
