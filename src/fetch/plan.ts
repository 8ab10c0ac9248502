import { type Day, eachDay, monthOf } from '../calendar/day.ts';
import { monthRunsOf, runsOf } from '../calendar/runs.ts';
import type { Endpoint, Request, Source } from '../sources/source.ts';

export interface PlannedRequest extends Request {
  readonly cost: number;
}

interface ShownRequest extends Omit<PlannedRequest, 'endpoint'> {
  readonly endpoint: Endpoint | 'all';
}

export interface Unit {
  readonly days: readonly Day[];
  readonly requests: readonly PlannedRequest[];
}

export type Plan = Readonly<ReturnType<typeof planFor>>;

/** Asked for at once, by whichever of its units is fetched first. */
export function inOne(plan: Plan): Plan {
  const [first, last] = [plan.requests[0], plan.requests.at(-1)];
  if (!first || !last) return plan;
  const run = { first: first.run.first, last: last.run.last, length: plan.missing };
  return { ...plan, requests: [{ endpoint: 'all', run, cost: first.cost }] };
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
  return planFor(units, () => 0);
}

/** Leaves out what is held; doubtful days are asked for singly. @param days ascending, each once */
export function planMissing(
  days: readonly Day[],
  endpoint: Endpoint,
  costOf: CostOf,
  stateOf: (day: Day) => DayState,
  isDoubtful: (day: Day) => boolean = () => false,
): Plan {
  let held = 0;
  const units = monthsOf(days).map((month) => {
    const states = month.map(stateOf);
    held += states.filter((state) => state === 'held').length;
    const missing = month.filter((_, at) => states[at] === 'missing');
    const requests = requestsFor(missing, endpoint, isDoubtful);
    return { days: month, requests: requests.map((one) => ({ ...one, cost: costOf(one.run.length) })) };
  });
  return planFor(units, () => held);
}

/** Asks for nothing. Whether a day is held shows when its turn comes, so that its file is read only once. */
export function planOffline(days: readonly Day[], isHeld: (day: Day) => boolean): Plan {
  const units = monthsOf(days).map((month) => ({ days: month, requests: [] }));
  return planFor(units, () => days.filter(isHeld).length);
}

export function missingDays({ units }: Plan): Day[] {
  const runs = units.flatMap(({ requests }) => requests.map(({ run }) => run));
  return runs.flatMap(({ first, last }) => [...eachDay(first, last)]);
}

/** @param countHeld of a plan that asks for nothing it reads the files of the days */
function planFor(units: readonly Unit[], countHeld: () => number) {
  const gaps = (): readonly Day[] => [];
  const requests: readonly ShownRequest[] = units.flatMap((unit) => unit.requests);
  const plan = { days: 0, countHeld, gaps, missing: 0, cost: 0, units, requests };
  for (const { days, requests } of units) {
    plan.days += days.length;
    for (const { run, cost } of requests) {
      plan.missing += run.length;
      plan.cost += cost;
    }
  }
  return plan;
}

/** As few as possible, for days of one month. A single day uses `historical`, which every plan allows. */
export function requestsFor(
  days: readonly Day[],
  endpoint: Endpoint,
  isSingle: (day: Day) => boolean = () => false,
): Request[] {
  if (endpoint !== 'time-series') return singlesOf(days).map((run) => ({ endpoint, run }));
  const singles = new Set(days.filter(isSingle));
  const runs = runsOf(days, (last, next) => !singles.has(last) && !singles.has(next));
  return runs.map((run) => ({ endpoint: run.length === 1 ? 'historical' : endpoint, run }));
}

const singlesOf = (days: readonly Day[]) => runsOf(days, () => false);

function monthsOf(days: readonly Day[]): Day[][] {
  const months: Day[][] = [];
  for (const day of days) {
    const month = months.at(-1);
    if (month?.[0] && monthOf(month[0]) === monthOf(day)) month.push(day);
    else months.push([day]);
  }
  return months;
}

export type Part = ReturnType<typeof partsOf>[number];

/** A finished day is fetched under the claim of its month, a running one under its own: who waits for it waits for little. */
export function partsOf({ requests }: Unit, isFinished: (day: Day) => boolean) {
  const partOf = (some: readonly Request[]) => {
    const days = some.flatMap(({ run }) => [...eachDay(run.first, run.last)]);
    const claims = new Set(days.map((day) => (isFinished(day) ? monthOf(day) : day)));
    // sorted, so that no two processes can wait for each other
    return { requests: some, claims: [...claims].sort(), running: days.filter((day) => !isFinished(day)) };
  };
  const running = requests.filter(({ run }) => !isFinished(run.last));
  const finished = requests.filter((request) => !running.includes(request));
  return [partOf(finished), ...(running.length > 0 ? [partOf(running)] : [])];
}
