import type { Day } from '../calendar/day.ts';
import { everyNames, type Period, periodOf } from '../calendar/period.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import type { Code } from '../rates/code.ts';
import { plain } from '../rates/decimal.ts';
import { derivedRate, type PairRate } from '../rates/pair-rate.ts';
import { type FoundRate, foundInItself, foundOn, rateFrom } from './mean-rates.ts';
import { daysBack, daysIn, type RateRule, rateRules, type Source } from './rate-rules.ts';

/** As text if no number has all its digits. */
export type OwnRate = number | string;

type Quotes = Map<Code, OwnRate>;

/** Rates of a file: of days and longer periods. */
export class OwnRates {
  readonly codes = new Set<Code>();
  readonly #rated = new Map<string, { readonly period: Period; readonly byBase: Map<Code, Quotes> }>();
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
    this.#newest ??= Array.from(this.#rated.values(), ({ period }) => period).sort((a, b) =>
      b.first + a.last < a.first + b.last ? -1 : 1,
    );
    return this.#newest;
  }

  get newestDay(): Day | undefined {
    return this.newestFirst.find(({ first, last }) => first === last)?.first;
  }

  /** @param on undefined: the newest period that has the pair */
  find(rule: RateRule, on: Day | undefined, from: Code, to: Code): FoundRate | undefined {
    const day = on ?? (rule === 'day' ? undefined : this.newestDay);
    const date = day ?? this.newestFirst[0]?.name ?? '';
    if (from === to) return foundInItself(date);
    // it has no weeks
    if (day && day < '0001') return undefined;
    const source = day && rateRules[rule](day);
    return rateFrom(source, this.#namesOf(source, rule), (name) => this.#rateOf(name, from, to));
  }

  #namesOf(source: Source | undefined, rule: RateRule): readonly string[] {
    if (!source) return this.newestFirst.map(({ name }) => name);
    if (source.of !== 'day') return source.of === 'mean' ? daysIn(source) : daysBack(source.day);
    return [source.day, ...(rule === 'day' ? everyNames.map((every) => periodOf(source.day, every).name) : [])];
  }

  #rateOf(name: string, from: Code, to: Code): FoundRate | undefined {
    const { period, byBase } = this.#rated.get(name) ?? {};
    return period && byBase && foundOn(period.first, pairIn(byBase, from, to), name);
  }
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
  const leg = legIn(pairs, from, to);
  if (leg) return derivedRate(...leg);
  const others = new Set([...pairs.keys(), ...(pairs.get(from)?.keys() ?? [])]);
  for (const over of [...others].sort()) {
    const [one, other] = [legIn(pairs, from, over), legIn(pairs, over, to)];
    if (one && other) return derivedRate(timesExactly(one[0], other[0]), timesExactly(one[1], other[1]));
  }
  return undefined;
}

function legIn(pairs: Pairs, from: Code, to: Code): [dividend: string, divisor: string] | undefined {
  const [own, inverse] = [pairs.get(from)?.get(to), pairs.get(to)?.get(from)];
  if (own !== undefined) return [decimalOf(own), '1'];
  return inverse ? ['1', decimalOf(inverse)] : undefined;
}

export const decimalOf = (rate: OwnRate) => (typeof rate === 'number' ? plain(rate) : rate);
