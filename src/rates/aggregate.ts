import type { Day } from '../calendar/day.ts';
import type { Every, Period } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { mixedInWords, mixedUnitIn } from '../currencies/ended.ts';
import { count, grouped } from '../words.ts';
import { type DayRates, pairOf, pivotFor } from './day-rates.ts';
import { meanOf } from './decimal.ts';

type Take = 'mean' | 'last' | 'first' | 'min' | 'max';

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

export type PeriodRates = ReturnType<typeof figuresOf>;

interface FigureTerms extends Pick<Periods, 'take'> {
  /** The last day of the range. */
  readonly end: Day;
  /** Undefined: every currency that the days have. */
  readonly symbols?: readonly Code[] | undefined;
  /** On how many of its days within the range the source publishes. */
  readonly of: number;
}

/** @param days those of the period that have rates, in order */
export function figuresOf(
  period: Period,
  days: readonly DayRates[],
  { end, symbols = codesIn(days), of, take }: FigureTerms,
) {
  const pairs = new Map<Code, NonNullable<ReturnType<typeof figuresOfPair>>>();
  /** Currencies without the figure, since their rates are of two units of this one. */
  const refused = new Map<Code, Code>();
  for (const code of symbols) {
    const figures = figuresOfPair(code, days);
    // other figures compare or add the rates of many days
    if (figures?.mixed && take !== 'first' && take !== 'last') refused.set(code, figures.mixed);
    else if (figures) pairs.set(code, figures);
  }
  /** Where a period needs a day: its last one, or the last of the range if that is earlier. */
  const day = period.last < end ? period.last : end;
  return { period, day, of, pairs, refused };
}

/** The currencies that any of the days has, sorted. */
export function codesIn(days: readonly DayRates[]): readonly Code[] {
  const codes = new Set<Code>();
  for (const { rates } of days) for (const code of rates.keys()) codes.add(code);
  return [...codes].sort();
}

/** Of a pair in a period; undefined if it has none. @param days in order */
export function figuresOfPair(code: Code, days: readonly DayRates[]) {
  const rates: (number | undefined)[] = [];
  const rated: number[] = [];
  const dates: Day[] = [];
  for (const { day, rates: all } of days) {
    const rate = all.get(code);
    rates.push(rate);
    if (rate === undefined) continue;
    rated.push(rate);
    dates.push(day);
  }
  const [day] = days;
  const [first] = dates;
  if (!day || !first) return undefined;
  const figureAt = (place: number) => ({ rate: rated.at(place) ?? 0, date: dates.at(place) ?? first });
  // of equal ones, the first counts
  const firstOf = (rate: number) => figureAt(rated.indexOf(rate));
  return {
    /** Of the days that have rates, how many have one of the pair. */
    days: rated.length,
    /** One for each day of the period that has rates, in order. */
    rates,
    mean: { rate: meanOf(rated), date: undefined },
    first: figureAt(0),
    last: figureAt(-1),
    min: firstOf(Math.min(...rated)),
    max: firstOf(Math.max(...rated)),
    /** The currency of whose two units the rates are, so that they have no mean, low and high. */
    mixed: mixedUnitIn(pairOf(day, code), rated, dates),
  };
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
  rated: Pick<ReadonlySet<Day>, 'has'>,
): number {
  return days.filter((day) => rated.has(day) || (publishes(day) && !(first && day < first))).length;
}

/** `1 of 23 days` @param of undefined if the number of publishing days is unknown */
export const ratedDaysInWords = (days: number, of?: number): string =>
  of === undefined ? count(days, 'day') : `${grouped(days)} of ${count(of, 'day')}`;

/** Whether a figure rests on too few days of its period. */
export const isOfFewDays = (days: number, of: number): boolean => days * 2 < of;

/** `EUR/RUB in 2022-03: mean of 1 of 23 days, fewer than half` */
export const fewDaysInWords = (
  pair: string,
  period: string,
  figure: string,
  days: number,
  of?: number,
): string => `${pair} in ${period}: ${figure} of ${ratedDaysInWords(days, of)}, fewer than half`;

interface PeriodView {
  readonly kind: Pick<Periods, 'take'>;
  readonly base: Code;
  readonly inverted: boolean;
  readonly symbols?: readonly Code[] | undefined;
}

/**
 * Finds the figures of periods that are refused, and those that rest on fewer than half of the days. Of
 * named currencies also periods without any, unless none has a rate, which is reported elsewhere.
 */
export class PeriodProblems {
  readonly #few = new Map<Code, string[]>();
  readonly #refused: string[] = [];
  readonly #rated = new Set<Code>();

  constructor(private readonly view: PeriodView) {}

  add({ period, pairs, refused, of }: PeriodRates): void {
    const { kind, symbols = pairs.keys() } = this.view;
    const figure = nameOfTake(kind.take);
    const pairNamed = (code: Code) => pairOf(pivotFor(this.view), code).join('/');
    for (const [code, mixed] of refused)
      this.#refused.push(`no ${figure} of ${pairNamed(code)} in ${period.name}: ${mixedInWords(mixed)}`);

    for (const code of symbols) {
      const days = pairs.get(code)?.days ?? 0;
      if (days > 0) this.#rated.add(code);
      if (refused.has(code) || !isOfFewDays(days, of)) continue;
      const text = fewDaysInWords(pairNamed(code), period.name, figure, days, of);
      if (!this.#few.get(code)?.push(text)) this.#few.set(code, [text]);
    }
  }

  lines(): readonly string[] {
    const few = [...this.#few].filter(([code]) => this.#rated.has(code));
    const lines = few.map(([, [first = '', ...more]]) =>
      more.length > 0 ? `${first}; so in ${count(more.length, 'more period')}` : first,
    );
    return [...limitedLines(this.#refused), ...limitedLines(lines)];
  }
}

const mostNamed = 20;

/** Of many lines that differ in the currency. */
export function limitedLines(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostNamed;
  return more > 0 ? [...lines.slice(0, mostNamed), `the same of ${count(more, 'more figure')}`] : lines;
}
