import { countDays, type Day, monthOf } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import { type Group, groupsOf, runOver } from '../calendar/runs.ts';
import type { Asks, Request, Source, Wanted } from '../sources/source.ts';

/** What a run would ask for, and what it costs, before anything is spent. */
export interface Plan {
  /** How many days it has, the held ones included. */
  readonly days: number;
  readonly missing: number;
  /** Requests of the quota. */
  readonly cost: number;
  /** What limits and consent go by: the cost, or the number of requests that are free, but to be few. */
  readonly counted: number;
  readonly units: readonly Unit[];
  /** Of all units; what they share is one. */
  readonly requests: readonly PlannedRequest[];
  /** Of a plan that asks for nothing it reads the files of the days. */
  countHeld(): number;
  gaps(): readonly Day[];
}

/** Days that are fetched, and handed over, together. */
export interface Unit {
  readonly days: readonly Day[];
  readonly requests: readonly PlannedRequest[];
}

export interface PlannedRequest extends Request {
  /** Those days of its run that are asked for; there are no rates between them. */
  readonly days: readonly Day[];
  readonly cost: number;
}

export type DayState = 'held' | 'gap' | 'missing';

/** What a source says of how it is asked. */
export type Asked = Pick<Source, 'asks' | 'calendar' | 'has' | 'isSparing'>;

/** Asks for every day. @param days ascending, each once */
export function planDirect(days: readonly Day[], wanted: Wanted, source: Asked): Plan {
  const units = together(days, wanted, source).map((group) => ({
    days: group,
    requests: [requestFor(group, wanted, source)],
  }));
  return planOf(units, () => 0, source);
}

/** Leaves out what is held; doubtful days are asked for singly. @param days ascending, each once */
export function planMissing(
  days: readonly Day[],
  wanted: Wanted,
  source: Asked,
  stateOf: (day: Day) => DayState,
  isDoubtful: (day: Day) => boolean = () => false,
): Plan {
  const states = new Map(days.map((day) => [day, stateOf(day)]));
  const missingIn = (some: readonly Day[]) => some.filter((day) => states.get(day) === 'missing');
  const units = unitsOf(days, source.asks, missingIn).map((unit) => ({
    days: unit,
    requests: requestsFor(missingIn(unit), wanted, source, isDoubtful),
  }));

  const held = days.filter((day) => states.get(day) === 'held').length;
  const plan = planOf(units, () => held, source);
  const missing = missingDays(plan);
  if (source.asks.by !== 'all' || !isGroup(missing)) return plan;
  // asked for at once, by whichever unit is fetched first
  return { ...plan, requests: [requestFor(missing, wanted, source)] };
}

/** Asks for nothing. Whether a day is held shows when its turn comes, so that its file is read only once. */
export function planOffline(days: readonly Day[], isHeld: (day: Day) => boolean): Plan {
  const units = monthsOf(days).map((month) => ({ days: month, requests: [] }));
  return planOf(units, () => days.filter(isHeld).length);
}

export const missingDays = ({ requests }: Plan): Day[] => requests.flatMap(({ days }) => days);

function planOf(
  units: readonly Unit[],
  countHeld: () => number,
  { isSparing }: Pick<Source, 'isSparing'> = {},
): Plan {
  const requests = units.flatMap((unit) => unit.requests);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const cost = sum(requests.map((request) => request.cost));
  return {
    days: sum(units.map(({ days }) => days.length)),
    missing: sum(requests.map(({ days }) => days.length)),
    cost,
    counted: isSparing ? requests.length : cost,
    units,
    requests,
    countHeld,
    gaps: () => [],
  };
}

/** As few as possible. A single day is asked for as such, which every plan of a service allows. */
export function requestsFor(
  days: readonly Day[],
  wanted: Wanted,
  source: Asked,
  isSingle: (day: Day) => boolean,
): PlannedRequest[] {
  const wantedFor = ({ length }: Group) => (length === 1 && wanted === 'range' ? 'days' : wanted);
  return together(days, wanted, source, isSingle).map((group) => requestFor(group, wantedFor(group), source));
}

const requestFor = (days: Group, wanted: Wanted, { has }: Asked): PlannedRequest => ({
  wanted,
  run: runOver(days),
  days,
  cost: has.quota ? days.length : 0,
});

/** Days that one request can ask for: days without rates part none. */
function together(
  days: readonly Day[],
  wanted: Wanted,
  { asks, calendar }: Asked,
  isSingle: (day: Day) => boolean = () => false,
): Group[] {
  if (asks.by === 'all') return isGroup(days) ? [days] : [];
  if (asks.by === 'day' || wanted !== 'range') return groupsOf(days, () => false);
  const singles = new Set(days.filter(isSingle));
  return groupsOf(days, (last, next, first) => {
    const isApart = singles.has(last) || singles.has(next);
    return !isApart && fits(first, next, asks.most) && publishedBetween(last, next, calendar).length === 0;
  });
}

const isGroup = (days: readonly Day[]): days is Group => days.length > 0;

const fits = (first: Day, last: Day, most: number | 'a month'): boolean =>
  most === 'a month' ? monthOf(first) === monthOf(last) : countDays(first, last) <= most;

/** Months, so that days come soon; where one request takes more, the months whose missing days fit in it. */
function unitsOf(
  days: readonly Day[],
  asks: Asks,
  missingIn: (days: readonly Day[]) => readonly Day[],
): readonly (readonly Day[])[] {
  const months = monthsOf(days);
  if (asks.by !== 'range' || asks.most === 'a month') return months;

  const units: Day[][] = [];
  let first: Day | undefined;
  for (const month of months) {
    const missing = missingIn(month);
    const last = missing.at(-1);
    if (first && last && fits(first, last, asks.most)) {
      units.at(-1)?.push(...month);
    } else {
      units.push([...month]);
      first = missing[0];
    }
  }
  return units;
}

const monthsOf = (days: readonly Day[]): Group[] =>
  groupsOf(days, (last, next) => monthOf(last) === monthOf(next));

/** What is fetched under the same claims. */
export interface Part {
  readonly requests: readonly PlannedRequest[];
  /** Sorted, so that no two processes can wait for each other. */
  readonly claims: readonly string[];
}

/**
 * A finished day is fetched under the claim of its month; a running one under its own, so that waiting for it
 * is short.
 */
export function partsOf({ requests }: Unit, isFinished: (day: Day) => boolean): Part[] {
  const partOf = (some: readonly PlannedRequest[]): Part => {
    const days = some.flatMap((request) => request.days);
    const claims = new Set(days.map((day) => (isFinished(day) ? monthOf(day) : day)));
    return {
      requests: some,
      claims: [...claims].sort(),
    };
  };

  const running = requests.filter(({ run }) => !isFinished(run.last));
  const finished = requests.filter((request) => !running.includes(request));
  return [partOf(finished), ...(running.length > 0 ? [partOf(running)] : [])];
}
