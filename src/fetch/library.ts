import type { Day } from '../calendar/day.ts';
import type { Budget } from '../sources/ledger.ts';
import type { DayBatch, DayOutcome, Gap, Wanted } from '../sources/source.ts';
import type { Holdings } from './holdings.ts';
import { inOrder, type Work } from './in-order.ts';
import type { Asked, DayState, Plan, Unit } from './plan.ts';
import { planDirect, planMissing, planOffline } from './plan.ts';

export interface Fetched {
  readonly days: DayBatch;
  readonly surplus: readonly string[];
  /** The answers as they were sent; empty if the days are kept. */
  readonly bodies: readonly Buffer[];
}

/** Takes what comes of a unit, in order, as soon as it is there. */
export type Ready = Parameters<Work<Unit, Fetched>>[1];

/** Opened only for a plan that asks for something. */
export interface Fetches {
  fetch(unit: Unit, ready: Ready): Promise<void>;
  stop(reason: unknown): void;
}

interface LibraryOptions {
  readonly source: Asked;
  readonly holdings: Holdings | undefined;
  readonly offline: boolean;
  readonly openFetching: (budget: Budget) => Promise<Fetches>;
  readonly ahead: number;
  readonly signal: AbortSignal;
  readonly onBegin: (plan: Plan) => void;
  readonly onSurplus: (days: readonly string[]) => void;
  readonly onEnd: () => Promise<void> | void;
}

/** Days in order, wherever they come from. */
export type Library = Pick<OwnLibrary, keyof OwnLibrary>;

/** Of one run: held days from disk, the others from the source. */
export class OwnLibrary {
  constructor(private readonly options: LibraryOptions) {}

  /** @param days ascending, each once */
  plan(days: readonly Day[], wanted: Wanted): Plan {
    const { holdings, offline, source } = this.options;
    const stored = holdings?.store.names();
    const stateOf = (day: Day) => holdings?.stateOf(day, stored) ?? this.stateOf(day);
    if (source.asks.by === 'all' && !offline) return planMissing(days, wanted, source, stateOf);
    if (!holdings) return planDirect(days.filter(source.calendar.publishes), wanted, source);

    const isHeld = (day: Day) => stateOf(day) === 'held';
    const isGap = (day: Day) => holdings.isGap(day) && stateOf(day) === 'gap';
    const isDoubtful = (day: Day) => holdings.isKnownGap(day);
    const plan = offline ? planOffline(days, isHeld) : planMissing(days, wanted, source, stateOf, isDoubtful);
    return { ...plan, gaps: () => days.filter(isGap) };
  }

  /** Offline, what is not stored is a gap. */
  stateOf(day: Day): DayState {
    const { holdings, offline, source } = this.options;
    if (!holdings) return source.calendar.publishes(day) ? 'missing' : 'gap';
    const state = holdings.stateOf(day);
    return offline && state === 'missing' ? 'gap' : state;
  }

  /** In the plan's order; fetched days are kept as they come. */
  async *days(plan: Plan, budget: Budget): AsyncGenerator<DayOutcome> {
    for await (const days of this.batches(plan, budget)) yield* days;
  }

  /** The same, as many at once as came together: a month of held days takes one turn, not thirty. */
  async *batches(plan: Plan, budget: Budget): AsyncGenerator<DayBatch> {
    for await (const { days } of this.units(plan, budget)) yield days;
  }

  async *units(plan: Plan, budget: Budget): AsyncGenerator<Fetched> {
    const { ahead, openFetching, onBegin, onSurplus, onEnd, signal } = this.options;
    const fetching = plan.missing > 0 ? await openFetching(budget) : undefined;
    const stop = () => fetching?.stop(readerStopped);
    // days that are read ahead from disk would only take memory
    const most = fetching ? ahead : 0;
    const work: Work<Unit, Fetched> = fetching
      ? (unit, ready) => fetching.fetch(unit, ready)
      : async (unit, ready) => ready(this.#known(unit));

    onBegin(plan);
    try {
      for await (const fetched of inOrder(plan.units, most, work, stop)) {
        onSurplus(fetched.surplus);
        yield fetched;
        signal.throwIfAborted();
      }
    } finally {
      await onEnd();
    }
  }

  #known({ days }: Unit): Fetched {
    const { holdings, source } = this.options;
    const { publishes } = source.calendar;
    const lacking = (day: Day): Gap => ({ day, gap: publishes(day) ? 'not held' : 'not published' });
    return { days: days.map((day) => holdings?.known(day) ?? lacking(day)), surplus: [], bodies: [] };
  }
}

const readerStopped = new Error('no more days are read');
