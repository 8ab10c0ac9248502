import { expect } from 'vitest';
import { type Day, dayAt, eachDay, isFinished } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { Failure } from '../../src/errors.ts';
import { dayFetcher, type FetchOptions } from '../../src/fetch/fetch.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { parseIfUsable } from '../../src/sources/oxr/responses.ts';
import { type Connection, Refused, type Request, type SourceResponse } from '../../src/sources/source.ts';

/** Answers in memory, with a different rate for each of its days, or refuses. */
export class ScriptedService {
  readonly asks: Request[] = [];
  readonly #missing: ReadonlySet<Day>;
  readonly #refuse: (ask: Request) => Refused | undefined;

  constructor(missing: Iterable<Day> = [], refuse: (ask: Request) => Refused | undefined = () => undefined) {
    this.#missing = new Set(missing);
    this.#refuse = refuse;
  }

  async ask(ask: Request): Promise<SourceResponse> {
    this.asks.push(ask);
    await new Promise(setImmediate);
    const refused = this.#refuse(ask);
    if (refused) throw refused;
    const days = [...eachDay(ask.run.first, ask.run.last)];
    if (days.some((day) => this.#missing.has(day))) throw notAvailable();
    return { run: ask.run, days: days.map(ratesOf), body: Buffer.alloc(0), served: undefined };
  }
}

export function ratesOf(day: Day): DayRates {
  const rates = new Map([['EUR' as Code, Number(day.replaceAll('-', '')) / 1e6]]);
  return { day, base: 'USD' as Code, rates };
}

export const notAvailable = () => new Refused('not_available', new Failure('request_refused', 'not there'));
export const notAllowed = (feature?: Refused['feature']) =>
  new Refused('not_allowed', new Failure('not_on_plan', 'not allowed'), feature);

/** What is asked of its source apart from days. */
export const publisher = {
  pivot: { base: 'USD' as Code },
  calendar: { publishes: () => true, due: dayAt, isFinal: isFinished },
  asks: { by: 'range', maxDays: 'a month' } as const,
  newest: 'today' as const,
  has: { alternative: true, raw: true, quota: true } as const,
  endpoints: 'days',
  updateEvery: () => 3_600_000,
  read: async (...[request, came]: Parameters<typeof parseIfUsable>) => parseIfUsable(request, came),
};

interface Plan {
  readonly hasRanges?: boolean | undefined;
  readonly refuseRanges?: (() => void) | undefined;
}

const url = new URL('http://127.0.0.1');
const policy = { attempts: 1, failed: 'given up' };

export function connectionTo(service: ScriptedService, plan: Plan = {}): Connection {
  const common = { what: 'a request', url, policy, now: Date.now, log: () => {} };
  const send = async (request: Request) => {
    try {
      return { result: await service.ask(request) };
    } catch (error) {
      if (error instanceof Failure) return { result: error };
      throw error;
    }
  };
  let { hasRanges } = plan;
  return {
    prepare: (request) => ({ ...common, send: () => send(request) }),
    hasRanges: () => hasRanges,
    refuseRanges() {
      hasRanges = false;
      plan.refuseRanges?.();
    },
    close: async () => {},
  };
}

const silent = {
  advance() {},
  startProgress: () => false,
  stopProgress() {},
  note() {},
  problem() {},
  problemOnce() {},
} as unknown as FetchOptions['reporter'];

/** Of the publisher's days, through that service. */
export const fetcherTo = (service: ScriptedService, options: Partial<FetchOptions> = {}, plan?: Plan) =>
  dayFetcher({
    source: { name: 'publisher', terms: 'none', folder: 'host', ...publisher, open: () => expect.unreachable() },
    stored: undefined,
    connect: async () => connectionTo(service, plan),
    form: { alternative: false, prettyprint: false },
    concurrency: 4,
    reporter: silent,
    signal: new AbortController().signal,
    isInteractive: true,
    ...options,
  });
