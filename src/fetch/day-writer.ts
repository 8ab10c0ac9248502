import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Answer } from '../client/answer.ts';
import type { Ask } from '../client/ask.ts';
import { type Response, servedAt } from '../client/response.ts';
import { Failure } from '../errors.ts';
import type { Inbox } from '../store/inbox.ts';
import type { Store } from '../store/store.ts';

/** What is to be said of the days that were kept. */
interface Kept {
  readonly changed: readonly Day[];
  /** Why the first day that could not be kept could not be. */
  readonly failure: Failure | undefined;
}

/** Keeps each answer's days as they arrive. */
export class DayWriter {
  readonly #store: Store;
  readonly #inbox: Inbox;
  readonly #now: () => number;
  /** Resolves when the next response may be read. */
  #turn: Promise<unknown> = Promise.resolve();
  #changed: Day[] = [];
  #failure: Failure | undefined;
  #hasFailed = false;

  constructor(store: Store, inbox: Inbox, now: () => number) {
    this.#store = store;
    this.#inbox = inbox;
    this.#now = now;
  }

  /** Whether any day could not be kept. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** To be awaited before the response is read: from then on it outlives this process. */
  async arrived({ endpoint, run }: Ask, response: Response): Promise<void> {
    const served = servedAt(response);
    if (!this.#store.mayKeep(run.first, served)) return;
    const came = Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY);
    this.#inbox.put({ endpoint, run, came, body: response.body });
    // responses are read one at a time, so that what comes meanwhile need not wait until all are
    this.#turn = this.#turn.then(() => letOthersRun());
    await this.#turn;
  }

  async keep(answer: Pick<Answer, 'days' | 'served'>, run: DayRun): Promise<void> {
    if (await this.keepDays(answer)) this.#inbox.remove(run);
  }

  /** One after another, so that what arrives meanwhile is taken in between. False where one could not be kept. */
  async keepDays({ days, served }: Pick<Answer, 'days' | 'served'>): Promise<boolean> {
    let all = true;
    for (const rates of days) {
      try {
        if ((await this.#store.keep(rates, served)) === 'changed') this.#changed.push(rates.day);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.#failure ??= error;
        this.#hasFailed = true;
        all = false;
      }
    }
    return all;
  }

  /** What is to be said since this was last asked. */
  take(): Kept {
    const kept = { changed: this.#changed.sort(), failure: this.#failure };
    this.#changed = [];
    this.#failure = undefined;
    return kept;
  }
}
