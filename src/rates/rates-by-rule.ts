import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import { type Calendar, lastFinal } from '../calendar/publishing.ts';
import { cutLine } from '../calendar/ranges.ts';
import type { Code } from '../currencies/code.ts';
import { type PublishedPair, publishedCode, publishedPair } from '../currencies/replaced.ts';
import { readOnce } from '../read-once.ts';
import { countPublishingDays } from './aggregate.ts';
import type { DayRates } from './day-rates.ts';
import { type FileRates, findFileRate } from './file-rates.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  type NoRate,
  type RateResult,
  rateOn,
} from './found-rate.ts';
import { basisOf, daysBack, isCut, nameOfBasis, neededDays, type RateBasis, type RateRule } from './rules.ts';

/**
 * The days that need rates, ascending, whether any can have some or not, with the codes of their pairs, such
 * as `USD EUR`.
 */
export function neededFor(pairsOn: readonly (readonly [day: Day | undefined, pairs: Iterable<string>])[]) {
  const days = new Set<Day>();
  const codes = new Set<Code>();
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  const replaced = new Set<Code>();
  for (const [day, pairs] of pairsOn) {
    if (!day) continue;
    for (const pair of pairs) {
      const published = publishedPair(...(pair.split(' ') as [Code, Code]), day);
      for (const code of published.replaced) replaced.add(code);
      if (published.from === published.to) continue;
      codes.add(published.from).add(published.to);
      days.add(day);
    }
  }
  return { days: [...days].sort(), codes, replaced };
}

export type RatesByRule = ReturnType<typeof ratesByRule>;

/**
 * What the rates that count for these days rest on; once it is added, the rates of any pair.
 * @param rule undefined: the default of the source's days
 * @param fileRates the rates of a file instead: of any day, and nothing is needed for them
 */
export function ratesByRule(
  days: readonly Day[],
  rule: RateRule | undefined,
  now: number,
  calendar: Calendar,
  fileRates?: FileRates,
) {
  const today = dayAt(now);
  const finished = lastFinal(calendar, now);
  const stored = new Map<Day, DayRates>();
  /**
   * The currencies that were taken at their fixed rates to the euro, and those of the files that were not.
   */
  const fixed = new Set<Code>();
  const listed = new Set<Code>();
  /** Each the same for all days of its period. */
  const means = new Map<string, FoundRate | NoRate>();
  const basisFor = readOnce((day: Day) => {
    const basis = basisOf(rule, day, calendar.publishes);
    const needed = neededDays(basis, today, finished);
    if (day < firstDay || needed === 'early') return 'early';
    if (day > today || needed === 'future') return 'future';
    return { day, basis, needed, name: nameOfBasis(basis) };
  });
  const bases = (fileRates ? [] : days).map(basisFor).filter((basis) => typeof basis !== 'string');

  function find(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const found = foundFor(day, from, to);
    if (typeof found === 'string') return found;
    for (const code of found.fixed) fixed.add(code);
    for (const code of found.listed) listed.add(code);
    return found;
  }

  function foundFor(day: Day, from: Code, to: Code): FoundRate | NoRate {
    if (fileRates) {
      const found = findFileRate(fileRates, rule ?? 'day', day, from, to);
      const isInFile = (code: Code) =>
        fileRates.codes.has(code) || fileRates.codes.has(publishedCode(code, day));
      return found || (isInFile(from) && isInFile(to)) ? foundOr(found) : 'not in file';
    }
    if (day > today && from !== to) return 'future';
    const published = publishedPair(from, to, day);
    if (published.from === published.to) return foundOr(foundAtFixedRates(foundInItself(day), published));
    const counting = basisFor(day);
    if (typeof counting === 'string') return counting;
    const { basis, needed, name } = counting;
    if (basis.of === 'mean') {
      const key = `${name} ${from} ${to}`;
      const mean = means.get(key) ?? rateOver(published, basis, needed);
      means.set(key, mean);
      return mean;
    }
    const found = rateOver(published, basis, basis.of === 'last' ? daysBack(basis.day, basis.back) : needed);
    // where no rule is named, a day that does not count itself is a closed one
    const isClosed = !rule && name !== day && typeof found !== 'string';
    return isClosed ? { ...found, rule: 'last-published' } : found;
  }

  function rateOver(published: PublishedPair, basis: RateBasis, days: readonly Day[]) {
    const rated: DayRates[] = [];
    for (const day of days) {
      const rates = stored.get(day);
      if (rates) rated.push(rates);
    }
    if (rated.length === 0) return 'gap';
    const of = basis.of === 'mean' ? countPublishingDays(days, calendar, stored) : undefined;
    return foundOr(rateOn(published, basis, rated, of));
  }

  return {
    stored,
    fixed,
    listed,
    find,
    add: (day: DayRates) => void stored.set(day.day, day),
    /** The days whose rates these days need, ascending, each once. */
    needed: [...new Set(bases.flatMap(({ needed }) => needed))].sort(),
    /** Closed days, and the day whose rates count for each by the default rule. */
    closed: new Map(rule ? [] : bases.flatMap(({ day, name }) => (name === day ? [] : [[day, name as Day]]))),
    /** Notes about the periods whose means are cut because they are not over. */
    cut: new Set(bases.flatMap(({ basis, name }) => (isCut(basis, finished) ? cutLine(name, finished) : []))),
  };
}

const foundOr = (found: RateResult): FoundRate | NoRate =>
  !found ? 'no rate' : 'mixed' in found ? 'mixed' : found;
