import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import { readOnce } from '../csv/read-once.ts';
import { type FoundRate, foundOn, rateFrom } from '../periods/mean-rates.ts';
import type { OwnRates } from '../periods/own-rates.ts';
import { daysBack, nameOfSource, neededDays, type RateRule, rateRules, type Source } from '../periods/rate-rules.ts';
import type { Origin } from '../periods/receipt.ts';
import type { Amount } from '../rates/amount.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import { inUnits, pairRate, rateForAmount, rateInUnits } from '../rates/pair-rate.ts';
import type { Unit } from '../rates/units.ts';

/** Why there is no rate: the day is too early or still to come, has no rates, or lacks one of the currencies. */
export type NoRate = 'early' | 'future' | 'gap' | 'no rate';

const mostRemembered = 100_000;

export type RowRates = ReturnType<typeof rowRates>;

/** @param own the rates of a file instead: of any day, and nothing is needed for them */
export function rowRates(
  rule: RateRule,
  { now, finished }: { readonly now: number; readonly finished: Day },
  own?: Pick<OwnRates, 'find'>,
) {
  const today = dayAt(now);
  const known = new Map<Day, DayRates>();
  const found = new Map<string, FoundRate | NoRate>();
  const sourceOf = readOnce<Day, Source>(rateRules[rule]);

  function outside(day: Day): NoRate | undefined {
    if (own) return undefined;
    if (day < firstDay) return 'early';
    return day > today ? 'future' : undefined;
  }

  const sourcesOf = (days: readonly Day[]) =>
    own ? [] : [...new Map(days.map(sourceOf).map((source) => [nameOfSource(source), source])).values()];

  const neededFor = (source: Source) => neededDays(source, today, finished);

  function heldPair(day: Day, from: Code, to: Code): FoundRate | NoRate {
    const source = sourceOf(day);
    const { days, lacks } = neededFor(source);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';
    const meant = source.of === 'last' ? daysBack(source.day) : days;
    const all = meant.flatMap((day) => known.get(day) ?? []);
    if (all.length === 0) return 'gap';
    return rateFrom(source, all, (held) => foundOn(held.day, pairRate(held, from, to))) ?? 'no rate';
  }

  function pairOf(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const key = `${nameOfSource(sourceOf(day))} ${from.name} ${to.name}`;
    const earlier = found.get(key);
    if (earlier) return earlier;
    const codes = [from.code, to.code] as const;
    const whole = own ? (own.find(rule, day, ...codes) ?? 'no rate') : heldPair(day, ...codes);
    const pair = typeof whole === 'string' ? whole : inUnits(whole, from, to);
    if (found.size >= mostRemembered) found.clear();
    found.set(key, pair);
    return pair;
  }

  return {
    isServed: (day: Day) => outside(day) === undefined,

    isToCome: (day: Day) => outside(day) === 'future',

    /** The days whose rates these days need, ascending, each once. @param days that are served */
    needed(days: readonly Day[]): Day[] {
      const needed = sourcesOf(days).flatMap((source) => neededFor(source).days);
      return [...new Set(needed)].sort();
    },

    /** The periods whose means are cut because they are not over. @param days that are served */
    cut: (days: readonly Day[]) =>
      sourcesOf(days).flatMap((source) =>
        source.of === 'mean' && source.period.last > finished && !neededFor(source).lacks ? source.period.name : [],
      ),

    add({ day, base, rates }: DayRates, codes: ReadonlySet<Code>): void {
      known.set(day, pick({ day, base, rates }, [...codes]));
    },

    /** With as many digits as the amount needs; the origin is the same object for the same pair and period. */
    find(day: Day, from: Unit, to: Unit, amount: Amount, decimals: number) {
      if (from.code === to.code) return { rate: rateInUnits('1', from, to), date: day, origin: itself };
      const pair = outside(day) ?? pairOf(day, from, to);
      if (typeof pair === 'string') return pair;
      const { date, origin } = pair;
      return { rate: rateForAmount(pair, amount, decimals), date, origin };
    },
  };
}

const itself: Origin = { days: [], derived: false };
