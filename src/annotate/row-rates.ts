import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import { type Unit, unitOf } from '../currencies/units.ts';
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

const mostRemembered = 100_000;

interface Moment {
  readonly now: number;
  /** The last day whose rates are final. */
  readonly finished: Day;
  readonly calendar: PublishingCalendar;
}

/** Which rate counts for each row. */
export class RowRates {
  /**
   * The currencies that were taken at their fixed rates to the euro, and those of the files that were not.
   */
  readonly fixed = new Set<Code>();
  readonly listed = new Set<Code>();
  readonly #today: Day;
  readonly #finished: Day;
  readonly #calendar: PublishingCalendar;
  readonly #basisOf: (day: Day) => RateBasis;
  readonly #days = new Map<Day, DayRates>();
  readonly #found = new Map<string, FoundRate | NoRate>();

  /**
   * @param rule undefined: the default of the source's days
   * @param own the rates of a file instead: of any day, and nothing is needed for them
   */
  constructor(
    private readonly rule: RateRule | undefined,
    { now, finished, calendar }: Moment,
    private readonly own?: Pick<OwnRates, 'find' | 'codes'>,
  ) {
    this.#today = dayAt(now);
    this.#finished = finished;
    this.#calendar = calendar;
    this.#basisOf = readOnce<Day, RateBasis>((day) => basisOf(rule, day, calendar.publishes));
  }

  /** Closed days among these, and the day whose rates count for each by the default rule. */
  closed(days: readonly Day[]): ReadonlyMap<Day, Day> {
    if (this.rule || this.own) return new Map();
    const counting = days.map((day) => [day, publishingDay(day, this.#calendar.publishes)] as const);
    return new Map(counting.filter(([day, counts]) => counts !== day));
  }

  isServed(day: Day): boolean {
    return this.#outside(day) === undefined;
  }

  isToCome(day: Day): boolean {
    return this.#outside(day) === 'future';
  }

  /** The days whose rates these days need, ascending, each once. @param days that are served */
  needed(days: readonly Day[]): Day[] {
    const needed = this.#basesOf(days).flatMap((basis) => this.#neededFor(basis).days);
    return [...new Set(needed)].sort();
  }

  /** The periods whose means are cut because they are not over. @param days that are served */
  cut(days: readonly Day[]): string[] {
    const cut = this.#basesOf(days).filter((basis) => isCut(basis, this.#finished));
    return cut.filter((basis) => !this.#neededFor(basis).lacks).map(nameOfBasis);
  }

  add(day: DayRates, codes: ReadonlySet<Code>): void {
    this.#days.set(day.day, day.rates.size > codes.size ? pick(day, [...codes]) : day);
  }

  /** Of the units; the origin is the same object for the same pair and period. */
  find(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    if (from.code === to.code) return inUnits(foundInItself(day), from, to);
    const found = this.#outside(day) ?? this.#rateAsked(day, from, to);
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
    return neededDays(basis, this.#today, this.#finished);
  }

  /**
   * By the published pair, before any day is looked at: no rule leads back to when a currency was its own.
   */
  #rateAsked(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const pair = publishedPair(from.code, to.code, day);
    if (pair.replaced.length === 0) return this.#rateOf(day, from, to);
    // what the files list may count, and differs from day to day
    if (this.own) return this.#rateOfUnits(day, from, to);

    const isFixed = pair.from === pair.to;
    const found = isFixed ? foundInItself(day) : this.#rateOf(day, unitOf(pair.from), unitOf(pair.to));
    if (typeof found === 'string') return found;
    for (const code of pair.replaced) this.fixed.add(code);
    return inUnits(foundAtFixedRates(found, pair), from, to);
  }

  #rateOf(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const basis = this.#basisOf(day);
    // it is asked for once, and to remember it for every day takes long
    if (isItself(basis, day)) return this.#rateOfUnits(day, from, to);

    const key = `${nameOfBasis(basis)} ${from.name} ${to.name}`;
    const earlier = this.#found.get(key);
    if (earlier) return earlier;

    const found = this.#underDefault(this.#rateOfUnits(day, from, to));
    if (this.#found.size >= mostRemembered) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  /** Where no rule is named, a day that does not count itself is a closed one. */
  #underDefault(found: FoundRate | NoRate): FoundRate | NoRate {
    if (this.rule || typeof found === 'string') return found;
    return { ...found, origin: { ...found.origin, rule: 'last-published' } };
  }

  #rateOfUnits(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const whole = this.#rateOfPair(day, from.code, to.code);
    return typeof whole === 'string' ? whole : inUnits(whole, from, to);
  }

  #rateOfPair(day: Day, from: Code, to: Code): FoundRate | NoRate {
    if (!this.own) return this.#publishedRate(day, from, to);
    const found = foundOr(this.own.find({ rule: this.rule ?? 'day', on: day }, from, to));
    const { fixed = [], listed = [] } = typeof found === 'string' ? {} : found.origin;
    for (const code of fixed) this.fixed.add(code);
    for (const code of listed) this.listed.add(code);
    return found;
  }

  #publishedRate(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const basis = this.#basisOf(day);
    if (isItself(basis, day)) return this.#rateOfItsOwn(day, from, to);

    const { days, lacks } = this.#neededFor(basis);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';

    const counting = basis.of === 'last' ? daysBack(basis.day, basis.back) : days;
    const held = counting.flatMap((each) => this.#days.get(each) ?? []);
    if (held.length === 0) return 'gap';
    const hasRates = (each: Day) => this.#days.has(each);
    const of = basis.of === 'mean' ? countPublishingDays(days, this.#calendar, hasRates) : undefined;
    return foundOr(rateAmong(basis, held, [from, to], of));
  }

  /** What it comes to where the day counts itself. @param day that is served */
  #rateOfItsOwn(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const held = this.#days.get(day);
    if (!held) return 'gap';
    const pair = pairRate(held, from, to);
    return pair ? foundOn(day, pair) : 'no rate';
  }
}

/** Whether nothing but the day counts, as for nearly all rows. */
const isItself = (basis: RateBasis, day: Day) => basis.of === 'day' && basis.day === day;

function foundOr(found: FoundRate | MixedUnits | undefined): FoundRate | NoRate {
  if (!found) return 'no rate';
  return 'mixed' in found ? 'mixed' : found;
}
