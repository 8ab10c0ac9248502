import type { Day } from '../calendar/day.ts';
import type { Payer } from '../client/client.ts';
import type { Holdings } from './holdings.ts';
import { inOrder } from './in-order.ts';
import type { DayOutcome, Fetched } from './outcome.ts';
import { type Endpoint, type Plan, planDirect, planMissing, type Unit } from './plan.ts';

/** Who pays for what is asked: a run's ledger, or a part of a daily budget. */
export type Purse = Payer['ledger'];

/** Has the days of a unit. */
export type FetchUnit = (unit: Unit) => Promise<Fetched>;

/** The way to the service; opened only for a plan that costs something. */
export interface Fetching {
  readonly fetch: FetchUnit;
  /** Nothing more is sent; what is under way goes on. */
  readonly stop: (reason: unknown) => void;
}

interface LibraryOptions {
  /** Nothing where days are neither read from disk nor kept. */
  readonly holdings: Holdings | undefined;
  /** Nothing is asked: a day that is not held is a gap. */
  readonly offline: boolean;
  readonly openFetching: (purse: Purse) => Promise<Fetching>;
  /** Units whose days are had ahead of the one that is read. */
  readonly ahead: number;
  readonly signal: AbortSignal;
  /** Told when days of a plan begin to come. */
  readonly onBegin: (plan: Plan) => void;
  /** Told of days that came and that nobody had asked for, as the service wrote them. */
  readonly onSurplus: (days: readonly string[]) => void;
  /** Told when no more days come, however that ends. */
  readonly onEnd: () => void;
}

/** Days, wherever they come from: held, fetched, recovered, or brought by another process. */
export class Library {
  readonly #options: LibraryOptions;

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  /** What must be asked for to have these days (ascending, each once), and what that costs. */
  plan(days: readonly Day[], endpoint: Endpoint): Plan {
    const { holdings, offline } = this.#options;
    if (!holdings) return planDirect(days, endpoint);
    const stateOf = (day: Day) => {
      const state = holdings.stateOf(day);
      return offline && state === 'missing' ? 'gap' : state;
    };
    return planMissing(days, endpoint, stateOf, (day) => holdings.isDoubtful(day));
  }

  /** The days of a plan, in its order, each as soon as it is there; those that were fetched are kept as they come. */
  async *days(plan: Plan, purse: Purse): AsyncGenerator<DayOutcome> {
    for await (const { days } of this.units(plan, purse)) yield* days;
  }

  /** The same, by what came together. */
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
      onEnd();
    }
  }

  readonly #known: FetchUnit = async ({ days }) => {
    const found = this.#options.holdings?.find(days);
    return {
      days: days.map((day) => found?.get(day) ?? { day, gap: 'not held' }),
      surplus: [],
      bodies: [],
    };
  };
}

/** Why nothing more is sent when whoever read the days has stopped. */
const readerStopped = new Error('no more days are read');
