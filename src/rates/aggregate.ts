import type { Day } from '../calendar/day.ts';
import type { Every, Period } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { mixedUnitIn } from '../currencies/ended.ts';
import { count, grouped } from '../words.ts';
import { type DayRates, pairOf, sideIn } from './day-rates.ts';
import { meanOf } from './decimal.ts';

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

interface RateOnDay {
  readonly rate: number;
  readonly date: Day;
}

/** Of a pair in a period. */
export interface PairFigures {
  /** Of those that have rates, how many have one of the pair. */
  readonly days: number;
  /** One for each day of the period that has rates, in order. */
  readonly rates: readonly (number | undefined)[];
  readonly mean: { readonly rate: number; readonly date?: undefined };
  readonly first: RateOnDay;
  readonly last: RateOnDay;
  readonly min: RateOnDay;
  readonly max: RateOnDay;
  /** The currency of whose two units the rates are, so that they have no mean, low and high. */
  readonly mixed?: Code | undefined;
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

interface FigureOptions {
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
  { end, symbols, of, take }: FigureOptions,
): PeriodRates {
  const codes = symbols ?? codesIn(days);
  const pairs = new Map<Code, PairFigures>();
  const refused = new Map<Code, Code>();
  for (const code of codes) {
    const figures = figuresOfPair(code, days);
    if (figures?.mixed && isOfMany(take)) refused.set(code, figures.mixed);
    else if (figures) pairs.set(code, figures);
  }
  return { period, day: period.last < end ? period.last : end, of, pairs, refused };
}

/** The currencies that any of the days has, sorted. */
export function codesIn(days: readonly DayRates[]): readonly Code[] {
  const codes = new Set<Code>();
  for (const { rates } of days) for (const code of rates.keys()) codes.add(code);
  return [...codes].sort();
}

/** Whether it compares or adds the rates of many days. */
const isOfMany = (take: Take) => take !== 'first' && take !== 'last';

/** @param days in order */
export function figuresOfPair(code: Code, days: readonly DayRates[]): PairFigures | undefined {
  const known: RateOnDay[] = [];
  const rates = days.map((day) => {
    const rate = day.rates.get(code);
    if (rate !== undefined) known.push({ rate, date: day.day });
    return rate;
  });
  const extremes = extremesOf(known, ({ rate }) => rate);
  if (!extremes || !days[0]) return undefined;
  const mean = { rate: meanOf(known.map(({ rate }) => rate)) };
  const mixed = mixedUnitIn(pairOf(sideIn(days[0]), code), rates, (at) => days[at]?.day ?? '');
  return { days: known.length, rates, mean, ...extremes, mixed };
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
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let min: T = first;
  let max: T = first;
  for (const item of items) {
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
export const ratedDaysInWords = (days: number, of?: number): string =>
  of === undefined ? count(days, 'day') : `${grouped(days)} of ${count(of, 'day')}`;

/** Whether a figure rests on too few days of its period to stand for it. */
export const isOfFewDays = (days: number, of?: number): boolean => of !== undefined && days * 2 < of;
