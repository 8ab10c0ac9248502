import { countDays, type Day, monthOf } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import { type Group, groupsOf, runOver } from '../calendar/runs.ts';
import type { Asks, Request, Source, Wanted } from '../sources/source.ts';
import type { StoredDays } from './stored-days.ts';

/** What a run would ask for, and what it costs, before anything is spent. */
export interface Plan {
  /** How many days it has, the held ones included. */
  readonly days: number;
  readonly missing: number;
  /** Requests of the quota. */
  readonly cost: number;
  /** What limits and consent go by: the cost, or the number of requests that are free, but to be few. */
  readonly counted: number;
  readonly units: readonly PlanUnit[];
  /** Of all units; what they share is one. */
  readonly requests: readonly PlannedRequest[];
  /** Of a plan that asks for nothing it reads the files of the days. */
  countHeld(): number;
  gaps(): readonly Day[];
}

/** Days that are fetched, and handed over, together. */
export interface PlanUnit {
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

/** Where days are taken from. */
export interface DayPlaces {
  readonly source: Asked;
  /** Undefined if days are neither read from disk nor stored. */
  readonly stored: StoredDays | undefined;
  /** A day that is not stored is then a gap. */
  readonly offline?: boolean | undefined;
}

/** Plans from one listing of the stored days. @param days ascending, each once */
export function planDays(days: readonly Day[], wanted: Wanted, places: DayPlaces): Plan {
  const { stored, offline, source } = places;
  const names = stored?.store.names();
  const state = (day: Day) => stored?.stateOf(day, names) ?? stateOf(day, places);
  if (source.asks.by === 'all' && !offline) return planMissing(days, wanted, source, state);
  if (!stored) return planDirect(days.filter(source.calendar.publishes), wanted, source);

  const plan = offline
    ? planOffline(days, (day) => state(day) === 'held')
    : planMissing(days, wanted, source, state, (day) => stored.isKnownGap(day));
  return { ...plan, gaps: () => days.filter((day) => stored.isGap(day) && state(day) === 'gap') };
}

export function stateOf(day: Day, { stored, offline, source }: DayPlaces): DayState {
  if (!stored) return source.calendar.publishes(day) ? 'missing' : 'gap';
  const state = stored.stateOf(day);
  return offline && state === 'missing' ? 'gap' : state;
}

/** What a request takes of a budget. The only definition of cost. */
export const costOf = ({ run }: Request, { has, isSparing }: Asked): number =>
  has.quota ? run.length : isSparing ? 1 : 0;

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
  units: readonly PlanUnit[],
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

/** Requests that are sent under the same locks. */
export interface Part {
  readonly requests: readonly PlannedRequest[];
  /** Sorted, so that no two processes can wait for each other. */
  readonly locks: readonly string[];
}

/**
 * A final day is fetched under the lock of its month; a provisional one under its own, so that waiting for it
 * is short.
 */
export function partsOf({ requests }: PlanUnit, isFinal: (day: Day) => boolean): Part[] {
  const partOf = (some: readonly PlannedRequest[]): Part => {
    const days = some.flatMap((request) => request.days);
    const locks = new Set(days.map((day) => (isFinal(day) ? monthOf(day) : day)));
    return { requests: some, locks: [...locks].sort() };
  };

  const provisional = requests.filter(({ run }) => !isFinal(run.last));
  const final = requests.filter((request) => !provisional.includes(request));
  return [partOf(final), ...(provisional.length > 0 ? [partOf(provisional)] : [])];
}
