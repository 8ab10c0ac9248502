import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, isFinished } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Answer } from '../client/answer.ts';
import type { Ask } from '../client/ask.ts';
import { type Response, servedAt } from '../client/response.ts';
import { Failure } from '../errors.ts';
import type { Inbox } from '../store/inbox.ts';
import type { RunningDays } from '../store/running-days.ts';
import type { Store } from '../store/store.ts';

export interface Kept {
  readonly changed: readonly Day[];
  /** Days that came with fewer rates than are held; the held ones stay. */
  readonly poorer: readonly Day[];
  /** Finished by the local clock, but not by the service's. */
  readonly unfinished: readonly Day[];
  readonly unwritten: readonly Day[];
  readonly failure: Failure | undefined;
}

export class DayWriter {
  readonly #store: Store;
  readonly #running: RunningDays;
  readonly #inbox: Inbox;
  readonly #now: () => number;
  #turn: Promise<unknown> = Promise.resolve();
  #kept = nothingYet();
  #hasFailed = false;
  readonly #came = new Set<Day>();
  #hasPoorer = false;

  constructor(store: Store, running: RunningDays, inbox: Inbox, now: () => number) {
    this.#store = store;
    this.#running = running;
    this.#inbox = inbox;
    this.#now = now;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get hasPoorer(): boolean {
    return this.#hasPoorer;
  }

  /** Await this before reading the response: from here on it survives a kill. */
  async arrived({ endpoint, run }: Ask, response: Response): Promise<void> {
    const served = servedAt(response);
    if (endpoint === 'latest' || !this.#store.mayKeep(run.first, served)) return;
    this.#inbox.put({ endpoint, run, came: this.#cameAt(served), body: response.body });
    // one response at a time, so that new ones are not left waiting
    this.#turn = this.#turn.then(() => letOthersRun());
    await this.#turn;
  }

  /** Whether this process has fetched and kept the day. */
  hasCome(day: Day): boolean {
    return this.#came.has(day);
  }

  async keep(answer: Pick<Answer, 'days' | 'served'>, run: DayRun): Promise<void> {
    if (await this.keepDays(answer)) this.#inbox.remove(run);
    for (const { day } of answer.days) if (this.#store.mayKeep(day, answer.served)) this.#came.add(day);
  }

  /** False if a day could not be written; it then counts as held in this process only. */
  async keepDays({ days, served }: Pick<Answer, 'days' | 'served'>): Promise<boolean> {
    let all = true;
    for (const rates of days) {
      try {
        if (isFinished(rates.day, this.#now())) this.#note(rates.day, await this.#store.keep(rates, served));
        else await this.#running.keep(rates, this.#cameAt(served));
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

  #cameAt(served: number | undefined): number {
    return Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY);
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
