import { type Day, dayAt, dayLength, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import { type Outlier, Outliers, reach } from '../rates/outliers.ts';
import type { Reporter } from '../report/reporter.ts';
import { type DayBatch, type DayOutcome, isGap } from '../sources/source.ts';
import { count } from '../words.ts';

/**
 * Watches requested days for odd rates. Stored days around them, and provisional rates, show which are odd;
 * nothing is requested for that.
 */
export class OddWatch {
  readonly #outliers: Outliers;
  /** Of requested days, by day and code. */
  readonly #found = new Map<string, Outlier>();
  /** Requested days that later ones may still decide about. */
  readonly #open: DayOutcome[] = [];
  #last = Number.NEGATIVE_INFINITY;

  /** @param codes that figures rest on; undefined: all @param leavesOut takes odd rates out of the days */
  constructor(
    private readonly holdings: Holdings | undefined,
    codes: ReadonlySet<Code> | undefined,
    private readonly leavesOut = false,
  ) {
    this.#outliers = new Outliers(codes);
  }

  /** Whether a figure that has this rate rests on an odd one, as far as the days have passed. */
  isOdd(day: Day, code: Code): boolean {
    return this.#found.get(`${day} ${code}`)?.after !== undefined;
  }

  /** The same days in their order; where odd rates are left out, each once ten days after it are known. */
  async *over(batches: AsyncIterable<DayBatch> | Iterable<DayBatch>): AsyncGenerator<DayBatch> {
    for await (const batch of batches) {
      const decided = batch.flatMap((outcome) => this.#watch(outcome));
      yield this.leavesOut ? decided.map((outcome) => this.#without(outcome)) : batch;
    }

    this.#addStored(Number.POSITIVE_INFINITY);
    yield this.leavesOut ? this.#open.map((outcome) => this.#without(outcome)) : [];
  }

  /** Whether a rate was taken out of the days that have passed. */
  get hasLeftOut(): boolean {
    return this.leavesOut && this.#odd.length > 0;
  }

  /** Without jumps, which stay. */
  get #odd(): Outlier[] {
    return [...this.#found.values()].filter(({ after }) => after !== undefined);
  }

  tell(reporter: Pick<Reporter, 'problem'>): void {
    const found = [...this.#found.keys()].sort();
    for (const key of found.slice(0, mostNamed))
      reporter.problem(this.#inWords(this.#found.get(key) as Outlier));
    const more = found.length - mostNamed;
    if (more > 0) reporter.problem(`${count(more, 'more odd rate')}`);
  }

  #inWords({ code, day, rate, before, after }: Outlier): string {
    const was = plain(before);
    if (after === undefined) return `${code} on ${day} is a jump: ${plain(rate)}, ${was} before`;
    const what = this.leavesOut ? 'left out' : '--without-odd leaves it out';
    return `${code} on ${day} is odd: ${plain(rate)}, ${was} before and ${plain(after)} after; ${what}`;
  }

  /** Gives the days that are decided now. */
  #watch(outcome: DayOutcome): DayOutcome[] {
    const { day } = outcome;
    this.#last = this.#addStored(numberOf(day));
    this.#open.push(outcome);
    this.#keep(this.#outliers.add(day, isGap(outcome) ? undefined : outcome.rates));

    return this.#open.splice(
      0,
      this.#open.findIndex((each) => numberOf(each.day) > this.#last - reach),
    );
  }

  /** Adds the stored days before the next requested one that decide about it, or about the last one. */
  #addStored(next: number): number {
    const store = this.holdings?.store;
    const add = (at: number) => {
      const day = dayAt(at * dayLength);
      const rates = store?.read(day) ?? store?.provisional(day);
      this.#keep(this.#outliers.add(day, rates?.rates));
    };

    let at = this.#last + 1;
    for (; at < next && at <= this.#last + reach && this.#outliers.waits; at++) add(at);
    for (at = Math.max(at, next - reach); at < next; at++) add(at);
    return next;
  }

  #keep(outliers: readonly Outlier[]): void {
    for (const outlier of outliers) {
      const { day, code } = outlier;
      if (this.#open.some((outcome) => outcome.day === day)) this.#found.set(`${day} ${code}`, outlier);
    }
  }

  #without(outcome: DayOutcome): DayOutcome {
    const odd = this.#odd.filter(({ day }) => day === outcome.day);
    if (isGap(outcome) || odd.length === 0) return outcome;
    const rates = new Map(outcome.rates);
    for (const { code } of odd) rates.delete(code);
    return { ...outcome, rates } satisfies DayRates;
  }
}

/** The days without their odd rates, if these are left out. */
export function countingOnly(
  { withoutOdd }: { readonly withoutOdd?: boolean | undefined },
  holdings?: Holdings,
) {
  if (!withoutOdd) return undefined;
  return (days: Iterable<DayBatch>, codes: ReadonlySet<Code>) =>
    new OddWatch(holdings, codes, true).over(days);
}

const mostNamed = 5;
