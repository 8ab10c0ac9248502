import { type Day, dayAt, firstDay, lastFinishedDay } from '../calendar/day.ts';
import { MeanRates } from '../periods/mean-rates.ts';
import { nameOfSource, neededDays, type RateRule, rateRules, type Source } from '../periods/rate-rules.ts';
import type { Amount } from '../rates/amount.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import { type PairRate, pairRate, rateForAmount } from '../rates/pair-rate.ts';

interface RowRate {
  readonly rate: string;
  /** A day, or the period of a mean. */
  readonly date: string;
}

/** Why there is no rate: the day is too early or still to come, has no rates, or lacks one of the currencies. */
export type NoRate = 'early' | 'future' | 'gap' | 'no rate';

interface Found {
  readonly pair: PairRate;
  readonly date: string;
}

interface Named {
  readonly source: Source;
  readonly name: string;
}

const mostRemembered = 100_000;

/** The rates of rows by the days of the rows. */
export class RowRates {
  readonly #rule: RateRule;
  readonly #today: Day;
  readonly #finished: Day;
  readonly #sources = new Map<Day, Named>();
  readonly #days = new Map<Day, DayRates>();
  readonly #found = new Map<string, Found | NoRate>();

  /** @param now in milliseconds since 1970 */
  constructor(rule: RateRule, now: number) {
    this.#rule = rule;
    this.#today = dayAt(now);
    this.#finished = lastFinishedDay(now);
  }

  /** Whether the service may have the day. */
  isServed(day: Day): boolean {
    return this.#outside(day) === undefined;
  }

  /** The days whose rates these days need, ascending, each once. @param days that are served */
  needed(days: Iterable<Day>): Day[] {
    const needed = this.#sourcesOf(days).flatMap(({ source }) => this.#needed(source).days);
    return [...new Set(needed)].sort();
  }

  /** The periods whose means are cut because they are not over. @param days that are served */
  cut(days: Iterable<Day>): string[] {
    return this.#sourcesOf(days).flatMap(({ source, name }) =>
      source.of === 'mean' && source.period.last > this.#finished && !this.#needed(source).lacks ? name : [],
    );
  }

  /** Keeps no more than the rates of these currencies. */
  add({ day, base, rates }: DayRates, codes: ReadonlySet<Code>): void {
    this.#days.set(day, pick({ day, base, rates }, [...codes]));
  }

  /** With as many digits as the amount needs. @param decimals of the result */
  find(day: Day, from: Code, to: Code, amount: Amount, decimals: number): RowRate | NoRate {
    if (from === to) return { rate: '1', date: day };
    const outside = this.#outside(day);
    if (outside) return outside;
    const found = this.#find(this.#sourceOf(day), from, to);
    if (typeof found === 'string') return found;
    return { rate: rateForAmount(found.pair, amount, decimals), date: found.date };
  }

  #find(named: Named, from: Code, to: Code): Found | NoRate {
    const key = `${named.name} ${from} ${to}`;
    const known = this.#found.get(key);
    if (known) return known;
    const found = this.#compute(named, from, to);
    if (this.#found.size >= mostRemembered) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  #compute({ source, name }: Named, from: Code, to: Code): Found | NoRate {
    const { days, lacks } = this.#needed(source);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';
    const held = days.flatMap((day) => this.#days.get(day) ?? []);
    const [first] = held;
    if (!first) return 'gap';
    const pair = source.of === 'day' ? pairRate(first, from, to) : mean(held, from, to);
    return pair ? { pair, date: name } : 'no rate';
  }

  #outside(day: Day): NoRate | undefined {
    if (day < firstDay) return 'early';
    return day > this.#today ? 'future' : undefined;
  }

  #needed(source: Source) {
    return neededDays(source, this.#today, this.#finished);
  }

  #sourcesOf(days: Iterable<Day>): Named[] {
    const byName = new Map(
      Array.from(days, (day) => this.#sourceOf(day)).map((named) => [named.name, named]),
    );
    return [...byName.values()];
  }

  #sourceOf(day: Day): Named {
    const known = this.#sources.get(day);
    if (known) return known;
    const source = rateRules[this.#rule](day);
    const named = { source, name: nameOfSource(source) };
    this.#sources.set(day, named);
    return named;
  }
}

function mean(days: readonly DayRates[], from: Code, to: Code): PairRate | undefined {
  const means = new MeanRates([[from, to]]);
  for (const day of days) means.add(day);
  const rate = means.rate([from, to]);
  return rate && { rate: rate.rate, of: undefined };
}
