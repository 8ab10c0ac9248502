import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Answer } from '../client/answer.ts';
import type { Ask } from '../client/ask.ts';
import { type Response, servedAt } from '../client/response.ts';
import { Failure } from '../errors.ts';
import type { Inbox } from '../store/inbox.ts';
import type { Store } from '../store/store.ts';

/** What is to be said of the days that came. */
export interface Kept {
  readonly changed: readonly Day[];
  /** They came with fewer rates than are held, which stay. */
  readonly poorer: readonly Day[];
  /** They had not finished by the service's clock, though they had by this machine's. */
  readonly unfinished: readonly Day[];
  /** They could not be written. */
  readonly unwritten: readonly Day[];
  /** Why the first of those could not be. */
  readonly failure: Failure | undefined;
}

/** Keeps each answer's days as they arrive. */
export class DayWriter {
  readonly #store: Store;
  readonly #inbox: Inbox;
  readonly #now: () => number;
  /** Resolves when the next response may be read. */
  #turn: Promise<unknown> = Promise.resolve();
  #kept = nothingYet();
  #hasFailed = false;
  #hasPoorer = false;

  constructor(store: Store, inbox: Inbox, now: () => number) {
    this.#store = store;
    this.#inbox = inbox;
    this.#now = now;
  }

  /** Whether any day could not be kept. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether any day came with fewer rates than are held. */
  get hasPoorer(): boolean {
    return this.#hasPoorer;
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

  /**
   * One after another, so that what arrives meanwhile is taken in between. What cannot be written is at hand as long as this
   * process runs, and makes the result false.
   */
  async keepDays({ days, served }: Pick<Answer, 'days' | 'served'>): Promise<boolean> {
    let all = true;
    for (const rates of days) {
      try {
        this.#note(rates.day, await this.#store.keep(rates, served));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.#store.lend(rates, served);
        this.#kept.unwritten.push(rates.day);
        this.#kept.failure ??= error;
        this.#hasFailed = true;
        all = false;
      }
    }
    return all;
  }

  #note(day: Day, result: Awaited<ReturnType<Store['keep']>>): void {
    if (result === 'changed') this.#kept.changed.push(day);
    if (result === 'poorer') {
      this.#kept.poorer.push(day);
      this.#hasPoorer = true;
    }
    if (result !== 'not kept' || !this.#store.mayKeep(day)) return;
    this.#kept.unfinished.push(day);
    this.#hasFailed = true;
  }

  /** What is to be said since this was last asked. */
  take(): Kept {
    const kept = this.#kept;
    this.#kept = nothingYet();
    return kept;
  }
}

function nothingYet() {
  const none = (): Day[] => [];
  const failure: Failure | undefined = undefined;
  return {
    changed: none(),
    poorer: none(),
    unfinished: none(),
    unwritten: none(),
    failure: failure as Failure | undefined,
  };
}
