import { type Day, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { publishedCode } from '../currencies/replaced.ts';
import { rateIn } from '../rates/day-rates.ts';
import { daysBack, mostBack } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { type DayOutcome, isUnavailable, type RequestScope } from '../sources/source.ts';
import type { RunBudget } from './budget.ts';
import { costLine } from './consent.ts';
import type { DayFetcher, Fetched } from './fetch.ts';
import { OutlierWatch } from './outlier-watch.ts';
import type { Plan } from './plan.ts';
import type { StoredDays } from './stored-days.ts';

interface Reach {
  /** That the figure rests on. */
  readonly codes: ReadonlySet<Code>;
  /** How many days before. */
  readonly back: number;
  readonly reporter: Pick<Reporter, 'note'>;
  /** Odd rates do not count. */
  readonly withoutOdd?: boolean | undefined;
  readonly stored: StoredDays | undefined;
}

/**
 * Gives the nearest day before one without rates in its stead. A day is requested only once all after it are
 * known to have none: the plan has the known ones, and a further line says what others cost. Where a day
 * merely lacks a currency, only stored days before it count.
 */
export function reachingBack(
  fetcher: DayFetcher,
  { codes, back, reporter, withoutOdd, stored }: Reach,
): DayFetcher {
  let requested: ReadonlySet<Day> = new Set();
  const found = new Map<Day, DayOutcome>();
  /** The same without odd rates, which do not count. */
  const usual = new Map<Day, DayOutcome>();

  function plan(days: readonly Day[], scope: RequestScope) {
    requested = new Set(days);
    const all = ascending(days.flatMap(upToRated));
    return fetcher.plan(all, all.length > 1 && scope === 'newest' ? 'days' : scope);
  }

  /** The days before one without rates, up to the nearest that has some. */
  function upToRated(day: Day) {
    const days = daysOfService(day, back);
    const last = days.findIndex((each) => fetcher.stateOf(each) !== 'unavailable');
    return last < 0 ? days : days.slice(0, last + 1);
  }

  /** The first day before that is not known yet. */
  function nextBefore(day: Day): readonly Day[] {
    let mayRequest = true;
    for (const each of daysOfService(day, back)) {
      const outcome = usual.get(each);
      const state = outcome ? 'stored' : fetcher.stateOf(each);
      if (state === 'unavailable' || (outcome && isUnavailable(outcome))) continue;
      if (!outcome) return mayRequest || state === 'stored' ? [each] : [];
      if ([...codes].every((code) => rateIn(outcome, publishedCode(code, day)) !== undefined)) return [];
      mayRequest = false;
    }
    return [];
  }

  async function* fetch(first: Plan, budget: RunBudget): AsyncGenerator<Fetched> {
    for (let next = first; next.days > 0; ) {
      const days: DayOutcome[] = [];
      for await (const fetched of fetcher.fetch(next, budget)) days.push(...fetched.days);
      const watched = withoutOdd ? new OutlierWatch(stored, codes, true).over([{ days }]) : [{ days }];
      for (const outcome of days) found.set(outcome.day, outcome);
      for await (const fetched of watched)
        for (const outcome of fetched.days) usual.set(outcome.day, outcome);

      next = fetcher.plan(ascending([...requested].flatMap(nextBefore)), 'range');
      if (next.cost > 0) reporter.note(costLine(next));
    }

    const isRated = (outcome: DayOutcome | undefined) => outcome !== undefined && !isUnavailable(outcome);
    const hasBefore = (day: Day) => daysOfService(day, back).some((each) => isRated(found.get(each)));
    const outcomes = ascending(found.keys()).flatMap((day) => found.get(day) ?? []);
    yield {
      days: outcomes.filter(
        (outcome) => isRated(outcome) || (requested.has(outcome.day) && !hasBefore(outcome.day)),
      ),
    };
  }

  return { plan, stateOf: fetcher.stateOf, fetch };
}

/** The nearest day before one without rates that has some. */
export const ratesBefore = (day: Day, { stateOf }: DayFetcher): Day | undefined =>
  daysOfService(day, mostBack).find((each) => stateOf(each) !== 'unavailable');

const daysOfService = (day: Day, back: number) => daysBack(day, back).filter((each) => each >= firstDay);

const ascending = (days: Iterable<Day>) => [...new Set(days)].sort();
