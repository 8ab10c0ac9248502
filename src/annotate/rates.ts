import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import type { Unit } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { countPublishingDays, type PublishingCalendar } from '../rates/aggregate.ts';
import { inUnits, pairRate } from '../rates/cross.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  foundOn,
  isCut,
  type MixedUnits,
  type NoRate,
  rateAmong,
} from '../rates/found-rate.ts';
import type { OwnRates } from '../rates/own-rates.ts';
import {
  basisOf,
  daysBack,
  nameOfBasis,
  neededDays,
  publishingDay,
  type RateBasis,
  type RateRule,
} from '../rates/rules.ts';

interface Moment {
  readonly now: number;
  /** The last day whose rates are final. */
  readonly finished: Day;
  readonly calendar: PublishingCalendar;
}

/** Which rate counts for each row. */
export class RowRates {
  /** The currencies that were taken at their fixed rates to the euro, and those of the files that were not. */
  readonly fixed = new Set<Code>();
  readonly listed = new Set<Code>();
  readonly #today: Day;
  readonly #basisOf: (day: Day) => RateBasis;
  readonly #days = new Map<Day, DayRates>();
  /** By period and pair. */
  readonly #means = new Map<string, FoundRate | NoRate>();

  /**
   * @param rule undefined: the default of the source's days
   * @param own the rates of a file instead: of any day, and nothing is needed for them
   */
  constructor(
    private readonly rule: RateRule | undefined,
    private readonly moment: Moment,
    private readonly own?: Pick<OwnRates, 'find' | 'codes'>,
  ) {
    this.#today = dayAt(moment.now);
    const { publishes } = moment.calendar;
    this.#basisOf = readOnce<Day, RateBasis>((day) => basisOf(rule, day, publishes));
  }

  /** Closed days among these, and the day whose rates count for each by the default rule. */
  closed(days: readonly Day[]): ReadonlyMap<Day, Day> {
    if (this.rule || this.own) return new Map();
    const counting = days.map((day) => [day, publishingDay(day, this.moment.calendar.publishes)] as const);
    return new Map(counting.filter(([day, counts]) => counts !== day));
  }

  isServed(day: Day): boolean {
    return this.#outside(day) === undefined;
  }

  /** The days whose rates these days need, ascending, each once. @param days that are served */
  needed(days: readonly Day[]): Day[] {
    return [...new Set(this.#basesOf(days).flatMap((basis) => this.#neededFor(basis).days))].sort();
  }

  /** The periods whose means are cut because they are not over. @param days that are served */
  cut(days: readonly Day[]): string[] {
    const cut = this.#basesOf(days).filter((basis) => isCut(basis, this.moment.finished));
    return cut.filter((basis) => !this.#neededFor(basis).lacks).map(nameOfBasis);
  }

  add(day: DayRates, codes: ReadonlySet<Code>): void {
    this.#days.set(day.day, day.rates.size > codes.size ? pick(day, [...codes]) : day);
  }

  /** Of the units. */
  find(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    if (from.code === to.code) return inUnits(foundInItself(day), from, to);
    const found = this.#outside(day) ?? this.#published(day, from, to);
    const { codes } = this.own ?? {};
    const isInFile = ({ code }: Unit) => codes?.has(code) || codes?.has(publishedCode(code, day));
    return found === 'no rate' && codes && ![from, to].every(isInFile) ? 'not in file' : found;
  }

  #outside(day: Day): NoRate | undefined {
    if (this.own) return undefined;
    if (day < firstDay) return 'early';
    return day > this.#today ? 'future' : undefined;
  }

  #basesOf(days: readonly Day[]): RateBasis[] {
    if (this.own) return [];
    const named = days.map(this.#basisOf).map((basis) => [nameOfBasis(basis), basis] as const);
    return [...new Map(named).values()];
  }

  #neededFor(basis: RateBasis) {
    return neededDays(basis, this.#today, this.moment.finished);
  }

  /** No rule leads back to when a currency was its own: the published pair is that of the day itself. */
  #published(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const pair = publishedPair(from.code, to.code, day);
    // what the files list can count, and differs from day to day
    if (pair.replaced.length === 0 || this.own)
      return inUnitsOr(this.#ofBasis(day, from.code, to.code), from, to);

    const isFixed = pair.from === pair.to;
    const found = isFixed ? foundInItself(day) : this.#ofBasis(day, pair.from, pair.to);
    if (typeof found === 'string') return found;
    for (const code of pair.replaced) this.fixed.add(code);
    return inUnits(foundAtFixedRates(found, pair), from, to);
  }

  #ofBasis(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const basis = this.#basisOf(day);
    if (basis.of !== 'mean' || this.own) return this.#ofDay(day, basis, from, to);
    const key = `${nameOfBasis(basis)} ${from} ${to}`;
    const found = this.#means.get(key) ?? this.#ofDay(day, basis, from, to);
    this.#means.set(key, found);
    return found;
  }

  #ofDay(day: Day, basis: RateBasis, from: Code, to: Code): FoundRate | NoRate {
    if (this.own) {
      const found = foundOr(this.own.find({ rule: this.rule ?? 'day', on: day }, from, to));
      const { fixed = [], listed = [] } = typeof found === 'string' ? {} : found.origin;
      for (const code of fixed) this.fixed.add(code);
      for (const code of listed) this.listed.add(code);
      return found;
    }
    const on = basis.of === 'mean' ? day : basis.day;
    const rates = basis.of === 'mean' ? undefined : this.#days.get(on);
    const pair = rates && pairRate(rates, from, to);
    const isItself = basis.of === 'day' && basis.day === day;
    if (!pair && isItself) return rates ? 'no rate' : 'gap';
    const found = pair ? foundOn(on, pair) : this.#among(basis, from, to);
    // where no rule is named, a day that does not count itself is a closed one
    return this.rule || isItself || typeof found === 'string'
      ? found
      : { ...found, origin: { ...found.origin, rule: 'last-published' } };
  }

  #among(basis: RateBasis, from: Code, to: Code): FoundRate | NoRate {
    const { days, lacks } = this.#neededFor(basis);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';
    const counting = basis.of === 'last' ? daysBack(basis.day, basis.back) : days;
    const stored = counting.flatMap((each) => this.#days.get(each) ?? []);
    if (stored.length === 0) return 'gap';
    const hasRates = (each: Day) => this.#days.has(each);
    const of = basis.of === 'mean' ? countPublishingDays(days, this.moment.calendar, hasRates) : undefined;
    return foundOr(rateAmong(basis, stored, [from, to], of));
  }
}

const inUnitsOr = (found: FoundRate | NoRate, from: Unit, to: Unit) =>
  typeof found === 'string' ? found : inUnits(found, from, to);

function foundOr(found: FoundRate | MixedUnits | undefined): FoundRate | NoRate {
  if (!found) return 'no rate';
  return 'mixed' in found ? 'mixed' : found;
}
