import { type Day, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { publishedCode } from '../currencies/replaced.ts';
import { costLine } from '../fetch/consent.ts';
import type { Library } from '../fetch/library.ts';
import { rateIn } from '../rates/day-rates.ts';
import { daysBack, mostBack } from '../rates/rules.ts';
import type { Reporter } from '../report/reporter.ts';
import { type DayBatch, type DayOutcome, isGap } from '../sources/source.ts';

type Days = Pick<Library, 'plan' | 'batches'>;

interface Reach {
  /** That the figure rests on. */
  readonly codes: ReadonlySet<Code>;
  /** How many days before. */
  readonly back: number;
  readonly reporter: Pick<Reporter, 'note'>;
  /** Leaves the rates of days that count; undefined: all do. */
  readonly counting?:
    | ((days: Iterable<DayBatch>, codes: ReadonlySet<Code>) => AsyncIterable<DayBatch>)
    | undefined;
}

/**
 * Gives the nearest day before one without rates in its stead. A day is asked for only once all after it are
 * gaps: the plan has the known ones, and a further line says what others cost. Where a day merely lacks a
 * currency, only stored days before it count.
 */
export function reachingBack(library: Library, { codes, back, reporter, counting }: Reach): Days {
  let asked: readonly Day[] = [];
  const found = new Map<Day, DayOutcome>();
  const counted = new Map<Day, DayOutcome>();

  function plan(...[days, wanted]: Parameters<Days['plan']>) {
    asked = days;
    const all = ascending(days.flatMap((day) => upTo(day, back, (each) => library.stateOf(each) !== 'gap')));
    return library.plan(all, all.length > 1 && wanted === 'newest' ? 'days' : wanted);
  }

  /** The first day before that is not known yet. */
  function nextBefore(day: Day): readonly Day[] {
    let mayAsk = true;
    for (const each of daysOfService(day, back)) {
      const outcome = counted.get(each);
      const state = outcome ? 'held' : library.stateOf(each);
      if (state === 'gap' || (outcome && isGap(outcome))) continue;
      if (!outcome) return mayAsk || state === 'held' ? [each] : [];
      if ([...codes].every((code) => rateIn(outcome, publishedCode(code, day)) !== undefined)) return [];
      mayAsk = false;
    }
    return [];
  }

  async function* batches(...[first, ledger]: Parameters<Days['batches']>) {
    for (let more = first; more.days > 0; ) {
      const came: DayOutcome[] = [];
      for await (const batch of library.batches(more, ledger)) came.push(...batch);
      for (const outcome of came) found.set(outcome.day, outcome);
      for await (const batch of counting?.([came], codes) ?? [came])
        for (const outcome of batch) counted.set(outcome.day, outcome);

      const next = ascending(asked.flatMap((day) => nextBefore(day)));
      more = library.plan(next, 'range');
      if (more.cost > 0) reporter.note(costLine(more));
    }

    const hasRates = (outcome: DayOutcome | undefined) => outcome && !isGap(outcome);
    const isGiven = (day: Day) => !daysOfService(day, back).some((each) => hasRates(found.get(each)));
    const left = new Set(asked.filter(isGiven));
    yield ascending(found.keys()).flatMap((day) => {
      const outcome = found.get(day);
      return outcome && (left.has(day) || hasRates(outcome)) ? [outcome] : [];
    });
  }

  return { plan, batches };
}

/** The nearest day before one without rates that has some. */
export const ratesBefore = (day: Day, library: Pick<Library, 'stateOf'>): Day | undefined =>
  daysOfService(day, mostBack).find((each) => library.stateOf(each) !== 'gap');

const daysOfService = (day: Day, back: number) => daysBack(day, back).filter((each) => each >= firstDay);

function upTo(day: Day, back: number, isLast: (day: Day) => boolean): readonly Day[] {
  const days = daysOfService(day, back);
  const last = days.findIndex(isLast);
  return last < 0 ? days : days.slice(0, last + 1);
}

const ascending = (days: Iterable<Day>): Day[] => [...new Set(days)].sort();
