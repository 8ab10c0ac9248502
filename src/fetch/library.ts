import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { Payer } from '../sources/oxr/client.ts';
import type { Holdings } from './holdings.ts';
import { inOrder, type Work } from './in-order.ts';
import type { DayOutcome, Fetched } from './outcome.ts';
import { type Endpoint, type Plan, planDirect, planMissing, planOffline, type Unit } from './plan.ts';

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
    const stateOf = (day: Day) => holdings.takeStock(day);
    if (offline) return planOffline(days, (day) => stateOf(day) === 'held');
    return planMissing(days, endpoint, stateOf, (day) => holdings.isDoubtful(day));
  }

  /** In the plan's order; fetched days are kept as they come. @param codes others may be left out */
  async *days(plan: Plan, purse: Purse, codes?: ReadonlySet<Code>): AsyncGenerator<DayOutcome> {
    for await (const { days } of this.units(plan, purse, codes)) yield* days;
  }

  /** The same days, in groups that came together. */
  async *units(plan: Plan, purse: Purse, codes?: ReadonlySet<Code>): AsyncGenerator<Fetched> {
    const { ahead, openFetching, onBegin, onSurplus, onEnd, signal } = this.#options;
    const fetching = plan.cost > 0 ? await openFetching(purse) : undefined;
    // days that are read ahead from disk would only take memory
    const [fetch, most] = fetching ? [fetching.fetch, ahead] : [this.#known(codes), 0];
    onBegin(plan);
    try {
      for await (const fetched of inOrder(plan.units, most, fetch, () => fetching?.stop(readerStopped))) {
        onSurplus(fetched.surplus);
        yield fetched;
        signal.throwIfAborted();
      }
    } finally {
      await onEnd();
    }
  }

  #known(codes: ReadonlySet<Code> | undefined): FetchUnit {
    return async ({ days }, ready) => {
      const found = this.#options.holdings?.find(days, codes);
      ready({
        days: days.map((day) => found?.get(day) ?? { day, gap: 'not held' }),
        surplus: [],
        bodies: [],
      });
    };
  }
}

const readerStopped = new Error('no more days are read');
