import { type Day, isWeekend } from '../calendar/day.ts';
import { everyNames, type Period, periodOf } from '../calendar/period.ts';
import type { Code } from '../currencies/code.ts';
import { isReplaced, type PublishedPair, publishedPair } from '../currencies/replaced.ts';
import { derivedRate, type PairRate } from './cross.ts';
import { plain, timesExactly } from './decimal.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  foundOn,
  type MixedUnits,
  rateFrom,
} from './found-rate.ts';
import { basisOf, daysBack, daysIn, type RateBasis, type RateRule } from './rules.ts';

/** A text if no number has all the digits. */
export type OwnRate = number | string;

/** What a file says of a pair in a period. */
interface OwnFigure {
  readonly period: Period;
  readonly base: Code;
  readonly quote: Code;
  readonly rate: OwnRate;
  readonly file: string;
}

interface RuleOnDay {
  readonly rule: RateRule;
  /** Undefined: the newest period that has the pair. */
  readonly on: Day | undefined;
}

/** The figures of a period, by base and quote. */
interface Rated {
  readonly period: Period;
  readonly byBase: Map<Code, Map<Code, OwnFigure>>;
}

/** Rates of files: of days and longer periods. */
export class OwnRates {
  readonly codes = new Set<Code>();
  readonly #rated = new Map<string, Rated>();
  /** Those of any two days, as offices have them, which may overlap; the last to begin comes first. */
  readonly #spans: Rated[] = [];
  #newest: readonly Rated[] | undefined;

  constructor(readonly files: readonly string[]) {}

  /** As a receipt names them. */
  get name(): string {
    return this.files.join(', ');
  }

  /** `own.csv has`, to go on with. */
  get nameAndVerb(): string {
    return `${this.name} ${this.files.length > 1 ? 'have' : 'has'}`;
  }

  /** Another figure for the pair in that period, if there is one. */
  add(figure: OwnFigure): OwnFigure | undefined {
    const { period, base, quote, rate } = figure;
    const { byBase } = this.#rated.get(period.name) ?? this.#begin(period);
    const quotes = byBase.get(base) ?? new Map<Code, OwnFigure>();
    byBase.set(base, quotes);

    const earlier = quotes.get(quote);
    if (earlier && earlier.rate !== rate) return earlier;
    quotes.set(quote, figure);
    return undefined;
  }

  /** `2024-01-05 to 2024-01-31`; undefined if there is none. */
  get extent(): string | undefined {
    const periods = Array.from(this.#rated.values(), ({ period }) => period);
    const [first] = periods.map((period) => period.first).sort();
    const last = periods
      .map((period) => period.last)
      .sort()
      .at(-1);
    if (!first || !last) return undefined;
    return first === last ? first : `${first} to ${last}`;
  }

  get newestDay(): Day | undefined {
    return this.#newestFirst.find(({ period: { first, last } }) => first === last)?.period.first;
  }

  find({ rule, on }: RuleOnDay, from: Code, to: Code): FoundRate | MixedUnits | undefined {
    const day = on ?? (rule === 'day' ? undefined : this.newestDay);
    const date = day ?? this.#newestFirst[0]?.period.name ?? '';
    if (from === to) return foundInItself(date);
    // the year 0 has no weeks
    if (day && day < '0001') return undefined;

    const asked = day ?? this.#newestFirst[0]?.period.last;
    if (!asked) return undefined;
    const { replaced } = publishedPair(from, to, asked);
    // what the files list themselves comes before any fixed rate
    const ways = replaced.length > 0 ? [replaced, [from], [to], []] : [[]];
    for (const listed of ways) {
      const pair = publishedPair(from, to, asked, listed);
      const isFixed = pair.from === pair.to;
      const found = isFixed ? foundInItself(asked) : this.#findListed({ rule, on: day }, pair, asked);
      if (found) return foundAtFixedRates(withListed(found, replaced, listed), pair);
    }
    return undefined;
  }

  #findListed({ rule, on }: RuleOnDay, pair: PublishedPair, asked: Day): FoundRate | MixedUnits | undefined {
    const basis = on && this.basisOf(rule, on);
    const rateOf = (rated: Rated) => this.#rateOf(rated, { on, asked }, pair.from, pair.to);
    return rateFrom(basis, this.#ratedFor(basis, rule), rateOf, { pair: [pair.from, pair.to] });
  }

  /** What the rule rests on. The end of a period is the last day in it that the files have. */
  basisOf(rule: RateRule, day: Day): RateBasis {
    const newest = this.#newestFirst[0]?.period.first ?? '';
    // before the newest row every day is known; behind it, weekdays may still come
    return basisOf(rule, day, (each) => this.#rated.has(each) || (each > newest && !isWeekend(each)));
  }

  #begin(period: Period): Rated {
    const rated = { period, byBase: new Map() };
    this.#rated.set(period.name, rated);
    if (period.name.includes('/')) {
      this.#spans.push(rated);
      this.#spans.sort((a, b) => newerFirst(a.period, b.period));
    }
    return rated;
  }

  /** Those that begin last first, of these the shortest. */
  get #newestFirst(): readonly Rated[] {
    this.#newest ??= [...this.#rated.values()].sort((a, b) => newerFirst(a.period, b.period));
    return this.#newest;
  }

  /** What counts, in that order. */
  #ratedFor(basis: RateBasis | undefined, rule: RateRule): readonly Rated[] {
    if (!basis) return this.#newestFirst;
    if (basis.of === 'mean') return this.#named(daysIn(basis));
    if (basis.of === 'last') return this.#named(daysBack(basis.day, basis.back));
    return rule === 'day' ? this.#ratedOn(basis.day) : this.#named([basis.day]);
  }

  /** The day and each period that has it: the shortest first, but a span before what begins before it. */
  #ratedOn(day: Day): readonly Rated[] {
    const rated = this.#named([day, ...everyNames.map((every) => periodOf(day, every).name)]);
    for (const span of this.#spans.filter(({ period }) => isIn(period, day)).reverse()) {
      const later = rated.findIndex(
        ({ period }) => period.name !== day && newerFirst(span.period, period) < 0,
      );
      rated.splice(later < 0 ? rated.length : later, 0, span);
    }
    return rated;
  }

  #named(names: readonly string[]): Rated[] {
    return names.flatMap((name) => this.#rated.get(name) ?? []);
  }

  #rateOf(rated: Rated, { on, asked }: AskedDay, from: Code, to: Code): FoundRate | undefined {
    const { period } = rated;
    // one leg may be replaced from a later day on, while the other stays
    const replacing = this.#spans.filter(
      (span) => beginsWithin(span.period, period) && (!on || isIn(span.period, on)),
    );
    const found = pairIn([...replacing, rated], asked, from, to);
    if (!found) return undefined;

    const { pair, figures } = found;
    const [newest = rated] = figures.sort((a, b) => newerFirst(a.period, b.period));
    const files = this.files.filter((name) => figures.some(({ file }) => file === name));
    return foundOn(newest.period.first, pair, { date: newest.period.name, files });
  }
}

interface AskedDay {
  readonly on: Day | undefined;
  /** The same, or the last day of all. */
  readonly asked: Day;
}

function withListed<Found extends FoundRate | MixedUnits>(
  found: Found,
  replaced: readonly Code[],
  listed: readonly Code[],
): Found {
  const codes = replaced.filter((code) => listed.includes(code));
  return codes.length > 0 && 'origin' in found
    ? { ...found, origin: { ...found.origin, listed: codes } }
    : found;
}

const isIn = ({ first, last }: Period, day: Day) => first <= day && day <= last;

const beginsWithin = ({ first }: Period, longer: Period) => longer.first < first && first <= longer.last;

function newerFirst(a: Period, b: Period): number {
  if (a.first !== b.first) return a.first > b.first ? -1 : 1;
  return a.last < b.last ? -1 : 1;
}

interface FoundPair {
  readonly pair: PairRate;
  readonly figures: OwnFigure[];
}

/** The rate itself, or that of the way back, or one over the first common currency by its code. */
function pairIn(layers: readonly Rated[], asked: Day, from: Code, to: Code): FoundPair | undefined {
  const own = legIn(layers, asked, from, to);
  if (own) {
    const { dividend, divisor, isDirect, figure } = own;
    const pair = isDirect ? { rate: dividend, of: undefined } : derivedRate(dividend, divisor);
    return { pair, figures: [figure] };
  }

  const others = layers.flatMap(({ byBase }) => [...byBase.keys(), ...(byBase.get(from)?.keys() ?? [])]);
  for (const over of [...new Set(others)].sort()) {
    const first = legIn(layers, asked, from, over);
    const second = legIn(layers, asked, over, to);
    if (!first || !second) continue;

    const dividend = timesExactly(first.dividend, second.dividend);
    const divisor = timesExactly(first.divisor, second.divisor);
    return { pair: derivedRate(dividend, divisor), figures: [first.figure, second.figure] };
  }
  return undefined;
}

/** A rate, as the quotient that it is. */
interface Leg {
  readonly dividend: string;
  readonly divisor: string;
  readonly isDirect: boolean;
  readonly figure: OwnFigure;
}

/** That of the first layer that has it. */
function legIn(layers: readonly Rated[], asked: Day, from: Code, to: Code): Leg | undefined {
  for (const { period, byBase } of layers) {
    // no rule leads back to when a currency was its own
    const isOver = (code: Code) => isReplaced(code, asked) && !isReplaced(code, period.last);
    if (isOver(from) || isOver(to)) continue;

    const own = byBase.get(from)?.get(to);
    if (own) return { dividend: decimalOf(own.rate), divisor: '1', isDirect: true, figure: own };

    const inverse = byBase.get(to)?.get(from);
    if (inverse) return { dividend: '1', divisor: decimalOf(inverse.rate), isDirect: false, figure: inverse };
  }
  return undefined;
}

export const decimalOf = (rate: OwnRate) => (typeof rate === 'number' ? plain(rate) : rate);
