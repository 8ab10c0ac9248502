import { type Day, dayAt, eachDay, isFinished } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { Failure } from '../../src/errors.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { Ledger } from '../../src/sources/ledger.ts';
import { type Ask, fetchOf } from '../../src/sources/oxr/connection.ts';
import { parseIfUsable, type Query } from '../../src/sources/oxr/responses.ts';
import { type Answer, type Connection, type Feature, Refused } from '../../src/sources/source.ts';

/** Answers in memory, with a different rate for each of its days, or refuses. */
export class ScriptedService {
  readonly asks: Query[] = [];
  readonly #missing: ReadonlySet<Day>;
  readonly #refuse: (ask: Query) => Refused | undefined;

  constructor(missing: Iterable<Day> = [], refuse: (ask: Query) => Refused | undefined = () => undefined) {
    this.#missing = new Set(missing);
    this.#refuse = refuse;
  }

  async ask(ask: Query, { signal }: Parameters<Ask>[1]): Promise<Answer> {
    signal.throwIfAborted();
    this.asks.push(ask);
    await new Promise(setImmediate);
    const refused = this.#refuse(ask);
    if (refused) throw refused;
    const days = [...eachDay(ask.run.first, ask.run.last)];
    if (days.some((day) => this.#missing.has(day))) throw notAvailable();
    return { run: ask.run, days: days.map(ratesOf), surplus: [], body: Buffer.alloc(0), served: undefined };
  }
}

export function ratesOf(day: Day): DayRates {
  const rates = new Map([['EUR' as Code, Number(day.replaceAll('-', '')) / 1e6]]);
  return { day, base: 'USD' as Code, rates };
}

export const notAvailable = () => new Refused('not_available', new Failure('request_refused', 'not there'));
export const notAllowed = (feature?: Feature) =>
  new Refused('not_allowed', new Failure('not_on_plan', 'not allowed'), feature);

/** What is asked of its source apart from days. */
export const publisher = {
  pivot: { base: 'USD' as Code },
  calendar: { publishes: () => true, due: dayAt, isFinal: isFinished },
  asks: { by: 'range', most: 'a month' } as const,
  newest: 'today' as const,
  has: { alternative: true, raw: true, quota: true },
  updateEvery: () => 3_600_000,
  read: async (...[request, came]: Parameters<typeof parseIfUsable>) => parseIfUsable(request, came),
};

/** Of any cost; its signal is aborted by `stop`. */
export function anErrand() {
  const stopping = new AbortController();
  return {
    form: { alternative: false, prettyprint: false },
    budget: new Ledger(),
    signal: stopping.signal,
    stop: (reason: unknown) => stopping.abort(reason),
  };
}

export function connectionTo(client: ScriptedService): Connection {
  return {
    begin: (errand) =>
      fetchOf((...asked) => client.ask(...asked), errand, {
        hasTimeSeries: () => undefined,
        refusedTimeSeries: () => {},
      }),
    close: async () => {},
  };
}
