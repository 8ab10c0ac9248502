import { type Day, dayAt, dayLength, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { type ExitCode, exit } from '../errors.ts';
import { type Spending, withConsent } from '../fetch/consent.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Hint } from '../hint.ts';
import { type DayRates, stillListed, without } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import { type Outlier, Outliers, reach } from '../rates/outliers.ts';
import type { Coverage } from '../report/coverage.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Ledger } from '../sources/ledger.ts';
import { type DayBatch, type DayOutcome, type Gap, isGap, isOff } from '../sources/source.ts';
import { count } from '../words.ts';
import type { Newest } from './newest.ts';

/** What figures are made of, and what is told of them. */
interface Figures extends Spending {
  /** That the figures rest on; undefined: all. */
  readonly codes: ReadonlySet<Code> | undefined;
  /** That are asked for, at whichever rates. */
  readonly named: ReadonlySet<Code> | undefined;
  readonly coverage: Coverage;
  readonly newest?: Newest | undefined;
  /** The days of the plan. */
  readonly take: (ledger: Ledger) => AsyncIterable<DayBatch>;
}

interface Watched {
  readonly days: AsyncIterable<DayBatch>;
  /** Whether a figure that has this rate rests on an odd one, as far as the days have passed. */
  readonly isOdd: (day: Day, code: Code) => boolean;
  /** Whether an odd rate was left out, as far as the days have passed. */
  readonly hasLeftOut: () => boolean;
}

/** What `work` knows of days that lack. */
interface Lacking {
  /** How to have figures where there are none. */
  readonly hints?: readonly Hint[];
  /** What else is left without a figure. */
  readonly tell?: () => ExitCode;
}

/**
 * Makes figures of days, once their cost is agreed to, and then tells what is odd, what lacks, and what is
 * old.
 * @throws Failure, before anything is spent, if the cost is refused or the days could not be kept
 */
export function withFigures(
  { codes, named, coverage, newest, take, ...spending }: Figures,
  work: (watched: Watched) => Promise<Lacking>,
): Promise<ExitCode> {
  const { run, holdings, terms } = spending;
  return withConsent(spending, async (ledger) => {
    const watch = new OddWatch(holdings, codes, terms.withoutOdd);
    const listed = new Set<Code>();
    const days = watch.over(withoutReplaced(take(ledger), listed));
    const watched = { days, isOdd: watch.isOdd.bind(watch), hasLeftOut: () => watch.hasLeftOut };
    // also where it leaves no figure
    const { hints = [], tell } = await work(watched).finally(() => watch.tell(run.reporter));

    const unused = [...listed].filter((code) => !named || named.has(code));
    if (unused.length > 0) run.reporter.note(notUsed(unused));
    const exitCodes = [coverage.tell(run.reporter, ...hints), tell?.(), newest?.tell()];
    return exitCodes.find(Boolean) ?? exit.ok;
  });
}

/** @param listed gets the currencies that the days list though the euro has replaced them */
async function* withoutReplaced(
  batches: AsyncIterable<DayBatch>,
  listed: Set<Code>,
): AsyncGenerator<DayBatch> {
  const counting = (outcome: DayOutcome): DayOutcome => {
    const replaced = isGap(outcome) ? [] : stillListed(outcome);
    if (isGap(outcome) || replaced.length === 0) return outcome;
    for (const code of replaced) listed.add(code);
    return without(outcome, replaced);
  };
  for await (const batch of batches) yield batch.map(counting);
}

const notUsed = (codes: readonly Code[]) =>
  `the source still lists ${codes.toSorted().join(', ')}: not used, as the rates to the euro are fixed`;

interface Showing<T> {
  /** Undefined: the day has no rate for the base. */
  readonly view: (day: DayRates) => T | undefined;
  /** Is told of all days, the missing ones included. */
  readonly coverage: Coverage;
  readonly day: (shown: T) => Promise<void> | unknown;
  readonly gap?: ((day: Day, isOff: boolean) => void) | undefined;
}

/** Gives days as `view` has them to `day`, each as soon as it is there, and those without rates to `gap`. */
export async function showDays<T extends DayRates>(
  batches: AsyncIterable<DayBatch>,
  { view, coverage, day: show, gap: pass }: Showing<T>,
): Promise<void> {
  for await (const batch of batches) {
    for (const outcome of batch) {
      const shown = isGap(outcome) ? undefined : view(outcome);
      if (shown) {
        coverage.shown(shown);
        const showing = show(shown);
        // to wait where there is nothing to wait for would take as long as writing a day
        if (showing instanceof Promise) await showing;
      } else {
        const gap: Gap = isGap(outcome) ? outcome : { day: outcome.day, gap: 'no base' };
        if (!isGap(outcome)) coverage.leaveOutOf(outcome);
        coverage.gap(gap);
        pass?.(gap.day, isOff(gap));
      }
    }
  }
}

export const asPublished = (day: DayRates) => day;

/**
 * Watches requested days for odd rates. Stored days around them, and provisional rates, show which are odd;
 * nothing is requested for that.
 */
class OddWatch {
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
