import { setMaxListeners } from 'node:events';
import { type Day, dayAt, monthOf } from '../calendar/day.ts';
import { CannotClaim, ClaimLost } from '../disk/claims.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Budget } from '../sources/ledger.ts';
import {
  type Answer,
  type Connection,
  type DayOutcome,
  type Fetch,
  type Form,
  type Request,
  ratesIn,
} from '../sources/source.ts';
import type { LeftArrival } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';
import type { Ready } from './library.ts';
import { requestsFor, type Unit } from './plan.ts';

interface FetchingOptions {
  readonly connection: Connection;
  /** Undefined if nothing is kept. */
  readonly holdings: Holdings | undefined;
  readonly form: Form;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** Told how many days have come, once they are kept. */
  readonly onDays: (count: number) => void;
}

/** Fetches the units of a plan, and keeps their days as they come. */
export class Fetching {
  readonly #holdings: Holdings | undefined;
  readonly #onDays: FetchingOptions['onDays'];
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #fetch: Fetch;

  constructor({ connection, holdings, form, budget, signal, onDays }: FetchingOptions) {
    this.#holdings = holdings;
    this.#onDays = onDays;
    this.#signal = AbortSignal.any([signal, this.#stopping.signal]);
    // every waiting request adds a listener
    setMaxListeners(0, this.#signal);
    this.#fetch = connection.begin({
      form,
      budget,
      signal: this.#signal,
      stop: (reason) => this.stop(reason),
      onResponse: holdings && ((request, came) => holdings.keeper.arrived(request, came)),
    });
  }

  stop(reason: unknown): void {
    this.#stopping.abort(reason);
  }

  /** A month that another process is fetching is waited for. */
  async fetch(unit: Unit, ready: Ready): Promise<void> {
    const days = new UnitDays(unit.days, ready);
    const holdings = this.#holdings;
    const keepable = unit.requests.find(({ run }) => holdings?.store.mayKeep(run.first));
    if (!holdings || !keepable) return this.#fetchMissing(unit, days);
    const month = monthOf(keepable.run.first);
    for (;;) {
      try {
        return await holdings.claims.holding(month, this.#signal, async (claim) => {
          // the last holder may have died and left answers
          await recover(holdings, holdings.inbox.left(month), this.#signal);
          await this.#fetchMissing(unit, days, () => claim.check());
        });
      } catch (error) {
        if (error instanceof ClaimLost) continue;
        if (!(error instanceof CannotClaim)) throw error;
        holdings.onTrouble(error);
        return this.#fetchMissing(unit, days);
      }
    }
  }

  /** Waits for all requests even if one fails: they may have been paid for. */
  async #fetchMissing(unit: Unit, days: UnitDays, beforeSending?: () => void): Promise<void> {
    const found = this.#holdings?.find(unit.days);
    const requests = found ? this.#stillMissing(unit, found) : unit.requests;
    days.know([...(found?.values() ?? [])]);
    const fetched = requests.map((request) =>
      this.#fetch(request, (answer) => this.#take(request, answer, days), beforeSending),
    );
    await Promise.allSettled(fetched);
    await Promise.all(fetched);
    days.end();
  }

  async #take(request: Request, answer: Answer, days: UnitDays): Promise<void> {
    const { run, served } = answer;
    const rates = ratesIn(answer);
    if (rates.length > 0 && !isLate(request, answer)) {
      await this.#holdings?.keeper.keep({ days: rates, served }, run);
      this.#onDays(rates.length);
    }
    for (const outcome of this.#holdings ? answer.days : []) this.#holdings?.learn(outcome);
    days.know(answer.days, answer.surplus, this.#holdings ? undefined : answer.body);
  }

  #stillMissing({ days, requests }: Unit, found: ReadonlyMap<Day, unknown>): Request[] {
    return requests.flatMap((request) => {
      const { first, last, length } = request.run;
      const missing = days.filter((day) => first <= day && day <= last && !found.has(day));
      return missing.length === length
        ? [request]
        : requestsFor(missing, request.endpoint, (day) => this.#holdings?.isDoubtful(day) === true);
    });
  }
}

/** After midnight, the latest rates are no longer those of the day that was asked for. */
function isLate({ endpoint, run }: Request, { served }: Answer): boolean {
  return endpoint === 'latest' && served !== undefined && dayAt(served) !== run.first;
}

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
export class UnitDays {
  readonly #days: readonly Day[];
  readonly #ready: Ready;
  readonly #known = new Map<Day, DayOutcome>();
  /** By the first of the days that came in it. */
  readonly #bodies = new Map<Day, Buffer>();
  #given = 0;

  constructor(days: readonly Day[], ready: Ready) {
    this.#days = days;
    this.#ready = ready;
  }

  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  know(outcomes: readonly DayOutcome[], surplus: readonly string[] = [], body?: Buffer): void {
    const [first] = outcomes;
    if (first && body) this.#bodies.set(first.day, body);
    for (const outcome of outcomes) this.#known.set(outcome.day, outcome);
    const days: DayOutcome[] = [];
    for (;;) {
      const day = this.#days[this.#given];
      const outcome = day && this.#known.get(day);
      if (!outcome) break;
      days.push(outcome);
      this.#given++;
    }
    const bodies = days.flatMap(({ day }) => this.#bodies.get(day) ?? []);
    if (days.length > 0 || surplus.length > 0) this.#ready({ days, surplus, bodies });
  }

  end(): void {
    const unknown = this.#days.slice(this.#given).filter((day) => !this.#known.has(day));
    this.know(unknown.map((day) => ({ day, gap: 'not held' })));
  }
}

/** Keeps the days of answers that killed processes and power cuts left behind; what cannot be kept is left for the next run. */
export async function recover(
  holdings: Holdings,
  left: readonly LeftArrival[],
  signal: AbortSignal,
): Promise<ToTell[]> {
  const recovered: ToTell[] = [];
  const done: LeftArrival[] = [];
  const days: Day[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const body = holdings.inbox.bodyOf(arrival);
    if (!body) continue;
    // the process that left what is unusable could not have used it either
    const answer = await holdings.source.read?.(arrival, { body, served: arrival.came });
    if (answer) recovered.push(toTell(answer));
    const isDone = answer ? await isKept(answer, holdings) : !holdings.inbox.isUnderWay(arrival);
    if (!isDone) continue;
    done.push(arrival);
    if (answer) for (const { day } of ratesIn(answer)) days.push(day);
  }
  if (await holdings.keeper.flush(days)) for (const arrival of done) holdings.inbox.discard(arrival);
  return recovered;
}

/** Only days that lack something, so that the others can leave memory. */
interface ToTell {
  readonly days: readonly DayRates[];
  readonly surplus: readonly string[];
}

function toTell(answer: Answer): ToTell {
  return { days: ratesIn(answer).filter(({ dropped }) => dropped), surplus: answer.surplus };
}

async function isKept(answer: Answer, holdings: Holdings): Promise<boolean> {
  const { served } = answer;
  const days = ratesIn(answer);
  for (const outcome of answer.days) holdings.learn(outcome);
  for (const { day } of days) if (holdings.store.mayKeep(day, served)) holdings.store.removeTorn(day);
  return holdings.keeper.keepDays({ days, served }, 'later');
}
