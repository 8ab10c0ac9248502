import { countDays, type Day, groupsOf, monthOf, runOver } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import type { Asks, Request, RequestScope, Source } from '../sources/source.ts';
import type { SourceState } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { StoredDays } from './stored-days.ts';

/** The requests of a run and their cost, before anything is spent. */
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
  readonly limitedCost: number;
  readonly scope: RequestScope;
  readonly batches: readonly PlannedBatch[];
  /** Of all batches; one that several share is there once. */
  readonly requests: readonly Request[];
}

/** Days that are fetched, and handed over, together. */
export interface PlannedBatch {
  readonly days: readonly Day[];
  readonly missing: readonly Day[];
}

export type DayState = 'stored' | 'unavailable' | 'missing';

/** How a source is asked. */
export type PlannedSource = Pick<Source, 'asks' | 'calendar' | 'isService' | 'isSparing' | 'newest'>;

type DaysWithoutRates = Pick<SourceState, 'isUnavailable' | 'isDoubtful'> & { reread(): unknown };

/** What is known of days without a request. */
type KnownDays = Pick<StoredDays, 'stateOf'> & {
  readonly store?: Pick<Store, 'names'> & { readonly state: DaysWithoutRates };
};

/** @param names all stored days, where several are planned */
export function stateOf(
  day: Day,
  { calendar }: Pick<Source, 'calendar'>,
  known?: KnownDays,
  names?: ReadonlySet<Day>,
): DayState {
  if (known) return known.stateOf(day, names);
  return calendar.publishes(day) ? 'missing' : 'unavailable';
}

/**
 * As few requests as possible for the days that are missing.
 * @param days ascending, each once @param known undefined: nothing is stored, and a range of one day stays one
 */
export function planDays(
  days: readonly Day[],
  scope: RequestScope,
  source: PlannedSource,
  known?: KnownDays,
): Plan {
  const byState: Record<DayState, Day[]> = { stored: [], unavailable: [], missing: [] };
  // one listing for several, and one look at the state file for all
  const names = days.length > 1 ? known?.store?.names() : undefined;
  known?.store?.state.reread();
  for (const day of days) byState[stateOf(day, source, known, names)].push(day);
  const state = known?.store?.state;
  const { missing } = byState;
  const batches = batchesOf(days, new Set(missing), source.asks);
  const requests: Request[] = [];
  let cost = 0;
  for (const part of source.asks.by === 'all' ? [byState] : batches)
    if (part.missing.length > 0) requests.push(...requestsFor(part.missing, scope, source, state));
  for (const request of requests) cost += costOf(request, source);
  return {
    days: days.length,
    stored: byState.stored.length,
    missing,
    // a day that a bank's response lacks can have been lost on the way
    unavailable: byState.unavailable.filter((day) => source.newest === 'today' && state?.isUnavailable(day)),
    cost,
    limitedCost: source.isSparing ? requests.length : cost,
    scope,
    batches,
    requests,
  };
}

/** Requests of the quota. The only definition of cost. */
export const costOf = ({ run }: Request, { isService }: Pick<Source, 'isService'>): number =>
  isService ? run.length : 0;

/**
 * Days without rates between two part no requests. Days in doubt are requested each by itself; a single day
 * as such, which every plan of a service allows.
 */
export function requestsFor(
  days: readonly Day[],
  scope: RequestScope,
  { asks, calendar }: PlannedSource,
  state?: DaysWithoutRates,
): Request[] {
  const inDoubt = new Set(days.filter((day) => state?.isDoubtful(day)));
  const groups = groupsOf(days, (last, next, first) => {
    if (asks.by !== 'range') return asks.by === 'all';
    if (scope !== 'range' || inDoubt.has(last) || inDoubt.has(next)) return false;
    return fits(first, next, asks.maxDays) && publishedBetween(last, next, calendar).length === 0;
  });
  const requests: Request[] = [];
  for (const group of groups) {
    const isSingle = state && group.length === 1 && scope === 'range';
    requests.push({ scope: isSingle ? 'days' : scope, run: runOver(group) });
  }
  return requests;
}

const fits = (first: Day, last: Day, maxDays: number | 'a month') =>
  maxDays === 'a month' ? monthOf(first) === monthOf(last) : countDays(first, last) <= maxDays;

/**
 * Months, so that the first days are there soon; where one request takes more, the months whose missing days
 * fit in it.
 */
function batchesOf(days: readonly Day[], missing: ReadonlySet<Day>, asks: Asks): PlannedBatch[] {
  const batches: { readonly days: Day[]; readonly missing: Day[] }[] = [];
  for (const month of groupsOf(days, (last, next) => monthOf(last) === monthOf(next))) {
    const missingInMonth = month.filter((day) => missing.has(day));
    const batch = batches.at(-1);
    const first = batch?.missing[0];
    const last = missingInMonth.at(-1);
    if (batch && first && last && asks.by === 'range' && fits(first, last, asks.maxDays)) {
      batch.days.push(...month);
      batch.missing.push(...missingInMonth);
    } else batches.push({ days: [...month], missing: missingInMonth });
  }
  return batches;
}
