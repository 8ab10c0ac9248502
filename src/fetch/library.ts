import type { Day } from '../calendar/day.ts';
import type { Payer } from '../client/client.ts';
import type { Holdings } from './holdings.ts';
import { inOrder, type Work } from './in-order.ts';
import type { DayOutcome, Fetched } from './outcome.ts';
import { type Endpoint, type Plan, planDirect, planMissing, type Unit } from './plan.ts';

/** A run's ledger, or part of a daily budget. */
export type Purse = Payer['ledger'];

/** Hands over the days of a unit in order. */
export type FetchUnit = Work<Unit, Fetched>;

/** Opened only for a plan that costs something. */
export interface Fetching {
  readonly fetch: FetchUnit;
  readonly stop: (reason: unknown) => void;
}

interface LibraryOptions {
  /** Undefined if the store is not used. */
  readonly holdings: Holdings | undefined;
  readonly offline: boolean;
  readonly openFetching: (purse: Purse) => Promise<Fetching>;
  readonly ahead: number;
  readonly signal: AbortSignal;
  readonly onBegin: (plan: Plan) => void;
  /** Called with dates that were not asked for, as the service wrote them. */
  readonly onSurplus: (days: readonly string[]) => void;
  readonly onEnd: () => Promise<void> | void;
}

export class Library {
  readonly #options: LibraryOptions;

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  /** @param days ascending, each once */
  plan(days: readonly Day[], endpoint: Endpoint): Plan {
    const { holdings, offline } = this.#options;
    if (!holdings) return planDirect(days, endpoint);
    const stateOf = (day: Day) => {
      const state = holdings.stateOf(day);
      return offline && state === 'missing' ? 'gap' : state;
    };
    return planMissing(days, endpoint, stateOf, (day) => holdings.isDoubtful(day));
  }

  /** In the plan's order; fetched days are kept as they come. */
  async *days(plan: Plan, purse: Purse): AsyncGenerator<DayOutcome> {
    for await (const { days } of this.units(plan, purse)) yield* days;
  }

  /** The same days, in groups that came together. */
  async *units(plan: Plan, purse: Purse): AsyncGenerator<Fetched> {
    const { ahead, openFetching, onBegin, onSurplus, onEnd, signal } = this.#options;
    const fetching = plan.cost > 0 ? await openFetching(purse) : undefined;
    const fetch = fetching?.fetch ?? this.#known;
    onBegin(plan);
    try {
      for await (const fetched of inOrder(plan.units, ahead, fetch, () => fetching?.stop(readerStopped))) {
        onSurplus(fetched.surplus);
        yield fetched;
        signal.throwIfAborted();
      }
    } finally {
      await onEnd();
    }
  }

  readonly #known: FetchUnit = async ({ days }, ready) => {
    const found = this.#options.holdings?.find(days);
    ready({
      days: days.map((day) => found?.get(day) ?? { day, gap: 'not held' }),
      surplus: [],
      bodies: [],
    });
  };
}

const readerStopped = new Error('no more days are read');
