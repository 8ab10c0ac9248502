import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { Budget } from '../sources/ledger.ts';
import type { DayOutcome, Endpoint, Source } from '../sources/source.ts';
import type { Holdings } from './holdings.ts';
import { inOrder, type Work } from './in-order.ts';
import { type Plan, planDirect, planMissing, planOffline, type Unit } from './plan.ts';

/** Days that came together. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  /** Dates that were not asked for, as the source wrote them. */
  readonly surplus: readonly string[];
  /** Empty if the days are kept. */
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
  readonly source: Pick<Source, 'costOf' | 'publishes'>;
  /** Undefined if the store is not used. */
  readonly holdings: Holdings | undefined;
  readonly offline: boolean;
  readonly openFetching: (budget: Budget) => Promise<Fetches>;
  readonly ahead: number;
  readonly signal: AbortSignal;
  readonly onBegin: (plan: Plan) => void;
  /** Called with dates that were not asked for, as the source wrote them. */
  readonly onSurplus: (days: readonly string[]) => void;
  readonly onEnd: () => Promise<void> | void;
}

export class Library {
  constructor(private readonly options: LibraryOptions) {}

  /** @param days ascending, each once */
  plan(days: readonly Day[], endpoint: Endpoint): Plan {
    const { holdings, offline, source } = this.options;
    const costOf = (days: number) => source.costOf(days);
    if (!holdings) {
      const published = days.filter((day) => source.publishes?.(day) ?? true);
      return planDirect(published, endpoint, costOf);
    }
    const stateOf = (day: Day) => holdings.takeStock(day);
    if (offline) return planOffline(days, (day) => stateOf(day) === 'held');
    return planMissing(days, endpoint, costOf, stateOf, (day) => holdings.gaps.isKnown(day));
  }

  /** In the plan's order; fetched days are kept as they come. @param codes others may be left out */
  async *days(plan: Plan, budget: Budget, codes?: ReadonlySet<Code>): AsyncGenerator<DayOutcome> {
    for await (const { days } of this.units(plan, budget, codes)) yield* days;
  }

  /** The same days, in groups that came together. */
  async *units(plan: Plan, budget: Budget, codes?: ReadonlySet<Code>): AsyncGenerator<Fetched> {
    const { ahead, openFetching, onBegin, onSurplus, onEnd, signal } = this.options;
    const fetching = plan.missing > 0 ? await openFetching(budget) : undefined;
    // days that are read ahead from disk would only take memory
    const most = fetching ? ahead : 0;
    const work: Work<Unit, Fetched> = fetching
      ? (unit, ready) => fetching.fetch(unit, ready)
      : async (unit, ready) => ready(this.#known(unit, codes));
    onBegin(plan);
    try {
      for await (const fetched of inOrder(plan.units, most, work, () => fetching?.stop(readerStopped))) {
        onSurplus(fetched.surplus);
        yield fetched;
        signal.throwIfAborted();
      }
    } finally {
      await onEnd();
    }
  }

  #known({ days }: Unit, codes: ReadonlySet<Code> | undefined): Fetched {
    const found = this.options.holdings?.find(days, codes);
    return { days: days.map((day) => found?.get(day) ?? { day, gap: 'not held' }), surplus: [], bodies: [] };
  }
}

const readerStopped = new Error('no more days are read');
