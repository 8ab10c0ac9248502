import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Hint } from '../hint.ts';
import { type DayRates, stillListed, without } from '../rates/day-rates.ts';
import type { Coverage } from '../report/coverage.ts';
import type { Ledger } from '../sources/ledger.ts';
import { type DayBatch, type DayOutcome, type Gap, isGap, isOff } from '../sources/source.ts';
import { type Spending, withConsent } from './consent.ts';
import type { Newest } from './newest.ts';
import { OddWatch } from './odd-watch.ts';

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

export interface Watched {
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
