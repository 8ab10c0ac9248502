import { countDays, type Day, monthOf } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import { type Group, groupsOf, runOver } from '../calendar/runs.ts';
import type { Asks, Request, RequestScope, Source } from '../sources/source.ts';
import type { StoredDays } from './stored-days.ts';

/** What a run will request, and what it costs, before anything is spent. */
export interface Plan {
  /** How many days it has, the stored ones included. */
  readonly days: number;
  readonly stored: number;
  readonly missing: readonly Day[];
  /** Days that the source has said to have no rates for. */
  readonly unavailable: readonly Day[];
  /** Requests of the quota. */
  readonly cost: number;
  /** What limits and consent go by: the cost, or the number of requests that are free, but to be few. */
  readonly counted: number;
  readonly units: readonly PlanUnit[];
  /** Of all units; what they share is one. */
  readonly requests: readonly PlannedRequest[];
}

/** Days that are fetched, and handed over, together. */
export interface PlanUnit {
  readonly days: readonly Day[];
  readonly requests: readonly PlannedRequest[];
}

export interface PlannedRequest extends Request {
  /** The missing days of its run; there are no rates between them. */
  readonly days: readonly Day[];
  readonly cost: number;
}

export type DayState = 'stored' | 'unavailable' | 'missing';

/** What a source says of how it is asked. */
export type PlannedSource = Pick<Source, 'asks' | 'calendar' | 'has' | 'isSparing'>;

/** Where days are taken from. */
export interface DayPlaces {
  readonly source: PlannedSource;
  /** Undefined if days are neither read from disk nor stored. */
  readonly stored: StoredDays | undefined;
  /** A day that is not stored is then unavailable. */
  readonly offline?: boolean | undefined;
}

/** Plans from one listing of the stored days. @param days ascending, each once */
export function planDays(days: readonly Day[], scope: RequestScope, places: DayPlaces): Plan {
  const { source, stored } = places;
  const names = stored?.store.names();
  const plan = planByState(days, scope, source, (day) => stateOf(day, places, names), stored);
  return { ...plan, unavailable: plan.unavailable.filter((day) => stored?.isUnavailable(day)) };
}

/** @param names all stored days, where several are planned */
export function stateOf(
  day: Day,
  { source, stored, offline }: DayPlaces,
  names?: ReadonlySet<Day>,
): DayState {
  if (!stored) return source.calendar.publishes(day) ? 'missing' : 'unavailable';
  const state = stored.stateOf(day, names);
  return offline && state === 'missing' ? 'unavailable' : state;
}

/**
 * As few requests as possible for the days that are missing.
 * @param days ascending, each once @param stored undefined: a range of one day stays a range
 */
export function planByState(
  days: readonly Day[],
  scope: RequestScope,
  source: PlannedSource,
  stateOf: (day: Day) => DayState,
  stored?: Pick<StoredDays, 'wasUnavailable'>,
): Plan {
  const states = new Map(days.map((day) => [day, stateOf(day)]));
  const daysIn = (state: DayState, some = days) => some.filter((day) => states.get(day) === state);
  const units = unitsOf(days, source.asks, (some) => daysIn('missing', some)).map((unit) => ({
    days: unit,
    requests: requestsFor(daysIn('missing', unit), scope, source, stored),
  }));

  const missing = daysIn('missing');
  // all days at once are requested by whichever unit is fetched first
  const isOne = source.asks.by === 'all' && isGroup(missing);
  const requests = isOne ? [requestFor(missing, scope, source)] : units.flatMap((unit) => unit.requests);
  const cost = requests.reduce((sum, request) => sum + request.cost, 0);
  return {
    days: days.length,
    stored: daysIn('stored').length,
    missing,
    unavailable: daysIn('unavailable'),
    cost,
    counted: source.isSparing ? requests.length : cost,
    units,
    requests,
  };
}

/** What a request takes of a budget. The only definition of cost. */
export const costOf = ({ run }: Request, { has, isSparing }: PlannedSource): number =>
  has.quota ? run.length : isSparing ? 1 : 0;

/** Days in doubt are requested each by itself; a single day as such, which every plan of a service allows. */
export function requestsFor(
  days: readonly Day[],
  scope: RequestScope,
  source: PlannedSource,
  stored: Pick<StoredDays, 'wasUnavailable'> | undefined,
): PlannedRequest[] {
  const inDoubt = new Set(days.filter((day) => stored?.wasUnavailable(day)));
  return together(days, scope, source, inDoubt).map((group) => {
    const isSingle = stored && group.length === 1 && scope === 'range';
    return requestFor(group, isSingle ? 'days' : scope, source);
  });
}

const requestFor = (days: Group, scope: RequestScope, { has }: PlannedSource): PlannedRequest => ({
  scope,
  run: runOver(days),
  days,
  cost: has.quota ? days.length : 0,
});

/** Days that one request can ask for: days without rates part none. */
function together(
  days: readonly Day[],
  scope: RequestScope,
  { asks, calendar }: PlannedSource,
  singles: ReadonlySet<Day>,
): Group[] {
  if (asks.by === 'all') return isGroup(days) ? [days] : [];
  if (asks.by === 'day' || scope !== 'range') return groupsOf(days, () => false);
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
