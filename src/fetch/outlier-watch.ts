import { type Day, dayAt, dayLength, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { type DayRates, pick, stillListed, without } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import { type Outlier, Outliers, reach } from '../rates/outliers.ts';
import type { Reporter } from '../report/reporter.ts';
import { type DayOutcome, isUnavailable } from '../sources/source.ts';
import { count } from '../words.ts';
import type { Fetched } from './fetch.ts';
import type { StoredDays } from './stored-days.ts';

/**
 * Watches requested days for odd rates. Stored days around them, and provisional rates, show which are odd;
 * nothing is requested for that.
 */
export class OutlierWatch {
  readonly #outliers = new Outliers();
  /** Of requested days, by day and code. */
  readonly #found = new Map<string, Outlier>();
  readonly #requested = new Set<Day>();
  /** Currencies that the days list though the euro has replaced them. */
  readonly #replaced = new Set<Code>();
  #last = Number.NEGATIVE_INFINITY;

  /** @param codes that figures rest on; undefined: all @param leavesOut takes odd rates out of the days */
  constructor(
    private readonly stored: StoredDays | undefined,
    private readonly codes: ReadonlySet<Code> | undefined,
    private readonly leavesOut = false,
  ) {}

  /** `2024-01-17 EUR` of each odd rate of the days that have passed. */
  get oddRates(): ReadonlySet<string> {
    return new Set(this.#odd.map(({ day, code }) => `${day} ${code}`));
  }

  /**
   * Yields the same days in order, with only the rates that figures rest on, and without currencies that the
   * euro has replaced. Where odd rates are left out, each day waits until the ten days after it are known.
   */
  async *over(fetched: AsyncIterable<Fetched> | Iterable<Fetched>): AsyncGenerator<Fetched> {
    /** Requested days that later ones may still decide about. */
    const undecided: DayOutcome[] = [];
    for await (const { days, ...more } of fetched) {
      for (const outcome of days) undecided.push(this.#watch(outcome));
      if (!this.leavesOut) yield { days: undecided.splice(0), ...more };
      else {
        const decided = undecided.findIndex(({ day }) => numberOf(day) > this.#last - reach);
        yield { days: this.#withoutOdd(undecided.splice(0, decided)), ...more };
      }
    }

    this.#addStored(Number.POSITIVE_INFINITY);
    if (undecided.length > 0) yield { days: this.#withoutOdd(undecided) };
  }

  /** Without jumps, which stay. */
  get #odd() {
    return [...this.#found.values()].filter(({ after }) => after !== undefined);
  }

  report(reporter: Pick<Reporter, 'problem'>): void {
    const found = [...this.#found].sort();
    for (const [, outlier] of found.slice(0, mostNamed)) reporter.problem(this.#inWords(outlier));
    const more = found.length - mostNamed;
    if (more > 0) reporter.problem(count(more, 'more odd rate'));
  }

  /** @param named codes that are asked for, at whichever rates; undefined: all */
  reportReplaced(named: ReadonlySet<Code> | undefined, reporter: Pick<Reporter, 'note'>): void {
    const codes = [...this.#replaced].filter((code) => !named || named.has(code)).sort();
    if (codes.length > 0)
      reporter.note(
        `the source still lists ${codes.join(', ')}: not used, as the rates to the euro are fixed`,
      );
  }

  #inWords({ code, day, rate, before, after }: Outlier) {
    const was = plain(before);
    if (after === undefined) return `${code} on ${day} is a jump: ${plain(rate)}, ${was} before`;
    const what = this.leavesOut ? 'left out' : '--without-odd leaves it out';
    return `${code} on ${day} is odd: ${plain(rate)}, ${was} before and ${plain(after)} after; ${what}`;
  }

  #onlyRatesInUse(day: DayRates) {
    return this.codes ? pick(day, this.codes) : day;
  }

  /** Returns the outcome without currencies that the euro has replaced. */
  #watch(outcome: DayOutcome): DayOutcome {
    const { day } = outcome;
    const replaced = isUnavailable(outcome) ? [] : stillListed(outcome);
    for (const code of replaced) this.#replaced.add(code);
    const rates = isUnavailable(outcome) ? undefined : without(this.#onlyRatesInUse(outcome), replaced);
    this.#addStored(numberOf(day));
    this.#last = numberOf(day);
    this.#requested.add(day);
    this.#add(day, rates);
    return rates ?? outcome;
  }

  /** Adds the stored days before the next requested one that decide about it, or about the last one. */
  #addStored(next: number) {
    const store = this.stored?.store;
    for (let at = this.#last + 1; at < next; at++) {
      if (at > this.#last + reach || !this.#outliers.waits) at = Math.max(at, next - reach);
      if (at >= next) return;
      const day = dayAt(at * dayLength);
      const rates = store?.read(day) ?? store?.state.provisional(day)?.rates;
      this.#add(day, rates && this.#onlyRatesInUse(rates));
    }
  }

  #add(day: Day, rates: DayRates | undefined) {
    for (const outlier of this.#outliers.add(day, rates?.rates))
      if (this.#requested.has(outlier.day)) this.#found.set(`${outlier.day} ${outlier.code}`, outlier);
  }

  #withoutOdd(outcomes: readonly DayOutcome[]): readonly DayOutcome[] {
    return outcomes.map((outcome) => {
      const odd = this.#odd.filter(({ day }) => day === outcome.day).map(({ code }) => code);
      return isUnavailable(outcome) ? outcome : without(outcome, odd);
    });
  }
}

const mostNamed = 5;
