import { type Day, eachDay, monthOf } from '../calendar/day.ts';
import { type DayRun, monthRunsOf, runsOf } from '../calendar/runs.ts';
import type { Endpoint, Request, Source } from '../sources/source.ts';

export interface PlannedRequest extends Request {
  readonly cost: number;
}

/** Days of one month that are fetched together, and the requests for those that are missing. */
export interface Unit {
  readonly days: readonly Day[];
  readonly requests: readonly PlannedRequest[];
}

export interface Plan {
  readonly days: number;
  /** Of a plan that asks for nothing it reads the files of the days. */
  readonly countHeld: () => number;
  /** Days to fetch. */
  readonly missing: number;
  readonly cost: number;
  readonly units: readonly Unit[];
}

export type DayState = 'held' | 'gap' | 'missing';

type CostOf = Source['costOf'];

/** One request for each day or month. @param days ascending, each once */
export function planDirect(days: readonly Day[], endpoint: Endpoint, costOf: CostOf): Plan {
  const runs = endpoint === 'time-series' ? monthRunsOf(days) : singlesOf(days);
  const units = runs.map((run) => ({
    days: [...eachDay(run.first, run.last)],
    requests: [{ endpoint, run, cost: costOf(run.length) }],
  }));
  return { days: days.length, countHeld: () => 0, missing: days.length, cost: costOfAll(units), units };
}

/** Leaves out what is held; doubtful days are asked for singly. @param days ascending, each once */
export function planMissing(
  days: readonly Day[],
  endpoint: Endpoint,
  costOf: CostOf,
  stateOf: (day: Day) => DayState,
  isDoubtful: (day: Day) => boolean = () => false,
): Plan {
  const counts = { held: 0, missing: 0 };
  const units = monthsOf(days).map((month) => {
    const states = month.map(stateOf);
    const missing = month.filter((_, at) => states[at] === 'missing');
    counts.held += states.filter((state) => state === 'held').length;
    counts.missing += missing.length;
    const requests = requestsFor(missing, endpoint, isDoubtful);
    return { days: month, requests: requests.map((one) => ({ ...one, cost: costOf(one.run.length) })) };
  });
  const { held, missing } = counts;
  return { days: days.length, countHeld: () => held, missing, cost: costOfAll(units), units };
}

/** Of the days of one unit alone, so that its failure leaves the others alone. */
export function planOf(unit: Unit): Plan {
  const missing = unit.requests.reduce((sum, { run }) => sum + run.length, 0);
  const days = unit.days.length;
  return { days, countHeld: () => days - missing, missing, cost: costOfAll([unit]), units: [unit] };
}

function costOfAll(units: readonly Unit[]): number {
  return units.flatMap(({ requests }) => requests).reduce((sum, { cost }) => sum + cost, 0);
}

/** Asks for nothing. Whether a day is held shows when its turn comes, so that its file is read only once. */
export function planOffline(days: readonly Day[], isHeld: (day: Day) => boolean): Plan {
  return {
    days: days.length,
    countHeld: () => days.filter(isHeld).length,
    missing: 0,
    cost: 0,
    units: monthsOf(days).map((month) => ({ days: month, requests: [] })),
  };
}

/** As few as possible, for days of one month. A single day uses `historical`, which every plan allows. */
export function requestsFor(
  days: readonly Day[],
  endpoint: Endpoint,
  isSingle: (day: Day) => boolean = () => false,
): Request[] {
  const runs = endpoint === 'time-series' ? seriesOf(days, isSingle) : singlesOf(days);
  return runs.map((run) => ({
    endpoint: endpoint === 'time-series' && run.length === 1 ? 'historical' : endpoint,
    run,
  }));
}

const singlesOf = (days: readonly Day[]) => runsOf(days, () => false);

function seriesOf(days: readonly Day[], isSingle: (day: Day) => boolean): DayRun[] {
  const singles = new Set(days.filter(isSingle));
  return runsOf(days, (last, next) => !singles.has(last) && !singles.has(next));
}

function monthsOf(days: readonly Day[]): Day[][] {
  const months: Day[][] = [];
  for (const day of days) {
    const month = months.at(-1);
    if (month?.[0] && monthOf(month[0]) === monthOf(day)) month.push(day);
    else months.push([day]);
  }
  return months;
}
