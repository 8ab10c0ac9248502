import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import type { Unit } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { countPublishingDays, type PublishingCalendar } from '../rates/aggregate.ts';
import { inUnits } from '../rates/cross.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
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

export type RowRates = ReturnType<typeof rowRates>;

/**
 * Finds the rate that counts for each row.
 * @param rule undefined: the default of the source's days
 * @param own the rates of a file instead: of any day, and nothing is needed for them
 */
export function rowRates(
  rule: RateRule | undefined,
  { now, finished, calendar }: Moment,
  own?: Pick<OwnRates, 'find' | 'codes'>,
) {
  const today = dayAt(now);
  const { publishes } = calendar;
  const known = new Map<Day, DayRates>();
  /** By period and pair. */
  const means = new Map<string, FoundRate | NoRate>();
  /** The currencies that were taken at their fixed rates to the euro, and those of the files that were not. */
  const fixed = new Set<Code>();
  const listed = new Set<Code>();
  const basisFor = readOnce((day: Day): RateBasis => basisOf(rule, day, publishes));
  const neededFor = (basis: RateBasis) => neededDays(basis, today, finished);

  function outside(day: Day): NoRate | undefined {
    if (own) return undefined;
    if (day < firstDay) return 'early';
    return day > today ? 'future' : undefined;
  }

  /** What the served ones of these days rest on, each once. */
  function basesOf(days: readonly Day[]): RateBasis[] {
    const served = own ? [] : days.filter((day) => !outside(day));
    return [...new Map(served.map(basisFor).map((basis) => [nameOfBasis(basis), basis])).values()];
  }

  /** The days whose rates these days need, ascending, each once. */
  const needed = (days: readonly Day[]): Day[] =>
    [...new Set(basesOf(days).flatMap((basis) => neededFor(basis).days))].sort();

  /** Closed days among these, and the day whose rates count for each by the default rule. */
  function closed(days: readonly Day[]): ReadonlyMap<Day, Day> {
    const served = rule || own ? [] : days.filter((day) => !outside(day));
    const counting = served.map((day) => [day, publishingDay(day, publishes)] as const);
    return new Map(counting.filter(([day, counts]) => counts !== day));
  }

  /** The periods whose means are cut because they are not over. */
  function cut(days: readonly Day[]): string[] {
    const bases = basesOf(days).filter((basis) => isCut(basis, finished));
    return bases.filter((basis) => !neededFor(basis).lacks).map(nameOfBasis);
  }

  function add(day: DayRates, codes: ReadonlySet<Code>): void {
    known.set(day.day, day.rates.size > codes.size ? pick(day, [...codes]) : day);
  }

  /** Of the units. */
  function find(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    if (from.code === to.code) return inUnits(foundInItself(day), from, to);
    const found =
      outside(day) ?? (own ? ofFiles(own, day, from.code, to.code) : published(day, from.code, to.code));
    return typeof found === 'string' ? found : inUnits(found, from, to);
  }

  function ofFiles(files: Pick<OwnRates, 'find' | 'codes'>, day: Day, from: Code, to: Code) {
    const found = foundOr(files.find({ rule: rule ?? 'day', on: day }, from, to));
    const isInFile = (code: Code) => files.codes.has(code) || files.codes.has(publishedCode(code, day));
    if (typeof found === 'string')
      return found === 'no rate' && ![from, to].every(isInFile) ? 'not in file' : found;
    for (const code of found.origin.fixed ?? []) fixed.add(code);
    for (const code of found.origin.listed ?? []) listed.add(code);
    return found;
  }

  /** No rule leads back to when a currency was its own: the published pair is that of the day itself. */
  function published(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const pair = publishedPair(from, to, day);
    const found = pair.from === pair.to ? foundInItself(day) : ofBasis(day, pair.from, pair.to);
    if (typeof found === 'string') return found;
    for (const code of pair.replaced) fixed.add(code);
    return foundAtFixedRates(found, pair);
  }

  function ofBasis(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const basis = basisFor(day);
    const key = `${nameOfBasis(basis)} ${from} ${to}`;
    const found = means.get(key) ?? among(basis, from, to);
    if (basis.of === 'mean') means.set(key, found);
    // where no rule is named, a day that does not count itself is a closed one
    const isItself = nameOfBasis(basis) === day;
    return rule || isItself || typeof found === 'string'
      ? found
      : { ...found, origin: { ...found.origin, rule: 'last-published' } };
  }

  function among(basis: RateBasis, from: Code, to: Code): FoundRate | NoRate {
    const { days, lacks } = neededFor(basis);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';
    const counting = basis.of === 'last' ? daysBack(basis.day, basis.back) : days;
    const stored = counting.flatMap((each) => known.get(each) ?? []);
    if (stored.length === 0) return 'gap';
    const of =
      basis.of === 'mean' ? countPublishingDays(days, calendar, (each) => known.has(each)) : undefined;
    return foundOr(rateAmong(basis, stored, [from, to], of));
  }

  return { fixed, listed, needed, closed, cut, add, find };
}

function foundOr(found: FoundRate | MixedUnits | undefined): FoundRate | NoRate {
  if (!found) return 'no rate';
  return 'mixed' in found ? 'mixed' : found;
}
