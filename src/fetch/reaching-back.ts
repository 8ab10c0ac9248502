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
 * Gives the nearest day before one without rates in its stead. A day is asked for only once all after it are
 * gaps: the plan has the known ones, and a further line says what others cost. Where a day merely lacks a
 * currency, only stored days before it count.
 */
export function reachingBack(fetcher: DayFetcher, reach: Reach): DayFetcher {
  const { codes, back, reporter, withoutOdd, stored } = reach;
  let asked: readonly Day[] = [];
  const found = new Map<Day, DayOutcome>();
  const counted = new Map<Day, DayOutcome>();

  function plan(days: readonly Day[], scope: RequestScope): Plan {
    asked = days;
    const all = ascending(
      days.flatMap((day) => upTo(day, back, (each) => fetcher.stateOf(each) !== 'unavailable')),
    );
    return fetcher.plan(all, all.length > 1 && scope === 'newest' ? 'days' : scope);
  }

  /** The first day before that is not known yet. */
  function nextBefore(day: Day): readonly Day[] {
    let mayAsk = true;
    for (const each of daysOfService(day, back)) {
      const outcome = counted.get(each);
      const state = outcome ? 'stored' : fetcher.stateOf(each);
      if (state === 'unavailable' || (outcome && isUnavailable(outcome))) continue;
      if (!outcome) return mayAsk || state === 'stored' ? [each] : [];
      if ([...codes].every((code) => rateIn(outcome, publishedCode(code, day)) !== undefined)) return [];
      mayAsk = false;
    }
    return [];
  }

  async function* fetch(first: Plan, budget: RunBudget): AsyncGenerator<Fetched> {
    for (let more = first; more.days > 0; ) {
      const days: DayOutcome[] = [];
      for await (const fetched of fetcher.fetch(more, budget)) days.push(...fetched.days);
      for (const outcome of days) found.set(outcome.day, outcome);
      for (const outcome of withoutOdd ? await usual(days) : days) counted.set(outcome.day, outcome);

      const next = ascending(asked.flatMap((day) => nextBefore(day)));
      more = fetcher.plan(next, 'range');
      if (more.cost > 0) reporter.note(costLine(more));
    }

    const hasRates = (outcome: DayOutcome | undefined) => outcome && !isUnavailable(outcome);
    const isGiven = (day: Day) => !daysOfService(day, back).some((each) => hasRates(found.get(each)));
    const left = new Set(asked.filter(isGiven));
    const days = ascending(found.keys()).flatMap((day) => {
      const outcome = found.get(day);
      return outcome && (left.has(day) || hasRates(outcome)) ? [outcome] : [];
    });
    yield { days };
  }

  /** The days without their odd rates. */
  async function usual(days: readonly DayOutcome[]): Promise<readonly DayOutcome[]> {
    const watch = new OutlierWatch(stored, codes, true);
    const left: DayOutcome[] = [];
    for await (const fetched of watch.over([{ days }])) left.push(...fetched.days);
    return left;
  }

  return { plan, stateOf: fetcher.stateOf, fetch };
}

/** The nearest day before one without rates that has some. */
export const ratesBefore = (day: Day, { stateOf }: Pick<DayFetcher, 'stateOf'>): Day | undefined =>
  daysOfService(day, mostBack).find((each) => stateOf(each) !== 'unavailable');

const daysOfService = (day: Day, back: number) => daysBack(day, back).filter((each) => each >= firstDay);

function upTo(day: Day, back: number, isLast: (day: Day) => boolean): readonly Day[] {
  const days = daysOfService(day, back);
  const last = days.findIndex(isLast);
  return last < 0 ? days : days.slice(0, last + 1);
}

const ascending = (days: Iterable<Day>): Day[] => [...new Set(days)].sort();
