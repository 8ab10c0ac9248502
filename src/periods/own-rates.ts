import type { Day } from '../calendar/day.ts';
import { everyNames, type Period, periodOf } from '../calendar/period.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import type { Code } from '../rates/code.ts';
import { plain } from '../rates/decimal.ts';
import { derivedRate, type PairRate } from '../rates/pair-rate.ts';
import { type FoundRate, foundInItself, foundOn, rateFrom } from './mean-rates.ts';
import { basisOf, daysBack, daysIn, type RateBasis, type RateRule } from './rate-rules.ts';

/** A text if no number has all the digits. */
export type OwnRate = number | string;

type Quotes = Map<Code, OwnRate>;

interface RuleOnDay {
  readonly rule: RateRule;
  /** Undefined: the newest period that has the pair. */
  readonly on: Day | undefined;
}

interface Rated {
  readonly period: Period;
  readonly byBase: Map<Code, Quotes>;
}

/** Rates of a file: of days and longer periods. */
export class OwnRates {
  readonly codes = new Set<Code>();
  readonly #rated = new Map<string, Rated>();
  #newest: readonly Period[] | undefined;

  constructor(readonly name: string) {}

  /** False if the period has the pair with another rate. */
  add(period: Period, base: Code, quote: Code, rate: OwnRate): boolean {
    const { byBase } = entryOf(this.#rated, period.name, () => ({ period, byBase: new Map() }));
    const quotes = entryOf(byBase, base, (): Quotes => new Map());
    const earlier = quotes.get(quote);
    quotes.set(quote, rate);
    this.codes.add(base).add(quote);
    return earlier === undefined || earlier === rate;
  }

  /** Those that begin last first, of these the shortest. */
  get newestFirst(): readonly Period[] {
    this.#newest ??= Array.from(this.#rated.values(), ({ period }) => period).sort(newerFirst);
    return this.#newest;
  }

  get newestDay(): Day | undefined {
    return this.newestFirst.find(({ first, last }) => first === last)?.first;
  }

  find({ rule, on }: RuleOnDay, from: Code, to: Code): FoundRate | undefined {
    const day = on ?? (rule === 'day' ? undefined : this.newestDay);
    const date = day ?? this.newestFirst[0]?.name ?? '';
    if (from === to) return foundInItself(date);
    // the year 0 has no weeks
    if (day && day < '0001') return undefined;

    const basis = day && basisOf(rule, day);
    return rateFrom(basis, this.#namesOf(basis, rule), (name) => this.#rateOf(name, from, to));
  }

  /** The periods whose rates count, in that order. */
  #namesOf(basis: RateBasis | undefined, rule: RateRule): readonly string[] {
    if (!basis) return this.newestFirst.map(({ name }) => name);
    if (basis.of === 'mean') return daysIn(basis);
    if (basis.of === 'last') return daysBack(basis.day, basis.back);
    if (rule !== 'day') return [basis.day];
    return [basis.day, ...everyNames.map((every) => periodOf(basis.day, every).name)];
  }

  #rateOf(name: string, from: Code, to: Code): FoundRate | undefined {
    const { period, byBase } = this.#rated.get(name) ?? {};
    return period && byBase && foundOn(period.first, pairIn(byBase, from, to), name);
  }
}

function newerFirst(a: Period, b: Period): number {
  if (a.first !== b.first) return a.first > b.first ? -1 : 1;
  return a.last < b.last ? -1 : 1;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  if (!map.has(key)) map.set(key, value);
  return value;
}

type Pairs = ReadonlyMap<Code, ReadonlyMap<Code, OwnRate>>;

/** The rate itself, or that of the way back, or one over the first common currency by its code. */
function pairIn(pairs: Pairs, from: Code, to: Code): PairRate | undefined {
  const own = pairs.get(from)?.get(to);
  if (own !== undefined) return { rate: decimalOf(own), of: undefined };

  const direct = legIn(pairs, from, to);
  if (direct) return derivedRate(direct.dividend, direct.divisor);

  const others = new Set([...pairs.keys(), ...(pairs.get(from)?.keys() ?? [])]);
  for (const over of [...others].sort()) {
    const first = legIn(pairs, from, over);
    const second = legIn(pairs, over, to);
    if (!first || !second) continue;

    const dividend = timesExactly(first.dividend, second.dividend);
    return derivedRate(dividend, timesExactly(first.divisor, second.divisor));
  }
  return undefined;
}

/** A rate, as the quotient that it is. */
interface Leg {
  readonly dividend: string;
  readonly divisor: string;
}

function legIn(pairs: Pairs, from: Code, to: Code): Leg | undefined {
  const own = pairs.get(from)?.get(to);
  if (own !== undefined) return { dividend: decimalOf(own), divisor: '1' };

  const inverse = pairs.get(to)?.get(from);
  return inverse ? { dividend: '1', divisor: decimalOf(inverse) } : undefined;
}

export const decimalOf = (rate: OwnRate) => (typeof rate === 'number' ? plain(rate) : rate);
