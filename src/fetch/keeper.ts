import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Flush } from '../disk/whole-file.ts';
import { type Failure, failed, failureIn } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Answer, type Raw, type Request, ratesIn } from '../sources/answer.ts';
import type { Errand } from '../sources/connection.ts';
import type { Source } from '../sources/source.ts';
import type { Inbox } from '../store/inbox.ts';
import { type Neighbour, richerIn } from '../store/neighbours.ts';
import type { RunningDays } from '../store/running-days.ts';
import type { KeepResult, Store } from '../store/store.ts';

export interface Sparse {
  readonly day: Day;
  readonly codes: number;
  readonly nearest: Neighbour;
  /** A later run asks for it once more. */
  readonly isDue: boolean;
}

const noNews = () => ({
  changed: new Set<Day>(),
  /** Days that came with fewer rates than are held; the held ones stay. */
  poorer: new Set<Day>(),
  sparse: [] as Sparse[],
  /** Codes of days that came otherwise than they are held; the held rates stay. */
  contradicted: new Map<Day, readonly string[]>(),
  /** Finished by the local clock, but not by the service's. */
  unfinished: new Set<Day>(),
  /** Their answers are left to the next run. */
  unwritten: new Map<Day, Failure>(),
  lost: new Map<Day, Failure>(),
});

type Unkept = 'unwritten' | 'lost';

/** Every answer after one that was lost would be, too. */
const cannotKeep = failed(
  'nothing more was asked, since answers can no longer be kept',
  'once the disk can be written again, the same command goes on from there',
);

export class Keeper {
  #turn: Promise<unknown> = Promise.resolve();
  #news = noNews();
  hasFailed = false;
  hasPoorer = false;
  /** Days that lie on disk because of this process. */
  stored = 0;
  readonly came = new Set<Day>();
  /** How many codes they came with, of days whose neighbours have not been looked at. */
  readonly #unjudged = new Map<Day, number>();
  /** Kept, but perhaps not on disk. */
  #unsettled: { readonly run: DayRun; readonly days: readonly Day[] }[] = [];

  constructor(
    private readonly store: Store,
    private readonly running: RunningDays,
    private readonly inbox: Inbox,
    private readonly source: Pick<Source, 'read'>,
    private readonly now: () => number,
  ) {}

  /** Await this before reading the response: from here on it survives a kill, or nothing more is asked. */
  async arrived(request: Request, raw: Raw, stop: Errand['stop']): Promise<void> {
    const { wanted, run } = request;
    const { body, served } = raw;
    if (wanted === 'newest' || !this.source.read || !this.store.mayKeep(run.first, served)) return;
    this.inbox.put({ wanted, run, came: this.#cameAt(served), body });
    const answer = this.inbox.has(run) ? undefined : await this.source.read(request, raw);
    if (answer) await this.#keepAtOnce(answer, stop);
    // one response at a time, so that new ones are not left waiting
    this.#turn = this.#turn.then(() => letOthersRun());
    await this.#turn;
  }

  /** When it resolves, neither a kill nor a power cut can take the answer any more. */
  async keep(answer: Answer, stop: Errand['stop']): Promise<void> {
    const { run, served } = answer;
    const days = ratesIn(answer).flatMap(({ day }) => (this.store.mayKeep(day, served) ? [day] : []));
    // one flush an answer: that of its days, of its only day, or of the answer itself
    if (!this.source.read) {
      if (!(await this.keepDays(answer, 'later', 'lost')) || !(await this.flush(days))) stop(cannotKeep);
    } else if (!this.inbox.has(run)) {
      await this.#keepAtOnce(answer, stop);
    } else if (run.length === 1) {
      if (await this.keepDays(answer, 'at once')) this.inbox.remove(run);
    } else {
      // before that, a day's file could be torn and its answer lost
      await this.inbox.flushed(run);
      if (await this.keepDays(answer, 'later')) this.#unsettled.push({ run, days });
    }
    for (const day of days) this.came.add(day);
  }

  /** Of an answer that is not in the inbox. */
  async #keepAtOnce(answer: Answer, stop: Errand['stop']): Promise<void> {
    if (!(await this.keepDays(answer, 'at once', 'lost'))) stop(cannotKeep);
  }

  /** Brings the kept days to disk, so that their answers can go. What fails is left to the next run. */
  async settle(): Promise<void> {
    const kept = this.#unsettled.splice(0);
    if (await this.flush(kept.flatMap(({ days }) => days))) for (const { run } of kept) this.inbox.remove(run);
    await this.judge();
  }

  /** Remembers which of the days that came have few codes beside those around them, which must have come too. */
  async judge(): Promise<void> {
    const { sparse } = this.store;
    const richer = richerIn(this.store, this.#unjudged);
    const came = [...this.#unjudged].sort();
    this.#unjudged.clear();
    for (const [day, codes] of came) {
      const nearest = richer(day, codes);
      try {
        if (!nearest) sparse.forget(day);
        else if (!sparse.has(day)) await sparse.remember(day);
      } catch (error) {
        // what cannot be remembered is merely not asked for again
        failureIn(error);
      }
      if (nearest) this.#news.sparse.push({ day, codes, nearest, isDue: sparse.isDue(day) });
    }
  }

  /** False if these days are perhaps not on disk. */
  async flush(days: readonly Day[]): Promise<boolean> {
    try {
      await this.store.flush(days);
      return true;
    } catch (error) {
      this.#fail(failureIn(error), 'unwritten', ...days);
      return false;
    }
  }

  /** False if a day could not be written; it then counts as held in this process only. @param otherwise what is to be told of it */
  async keepDays(answer: Answer, flush: Flush, otherwise: Unkept = 'unwritten'): Promise<boolean> {
    const { served } = answer;
    let all = true;
    for (const rates of ratesIn(answer)) {
      try {
        if (this.store.mayKeep(rates.day)) this.#note(rates, await this.store.keep(rates, served, flush));
        else await this.running.keep(rates, this.#cameAt(served));
        this.#news.lost.delete(rates.day);
      } catch (error) {
        this.#fail(failureIn(error), otherwise, rates.day);
        this.store.lend(rates, served);
        all = false;
      }
    }
    return all;
  }

  #fail(failure: Failure, as: Unkept, ...days: readonly Day[]): void {
    for (const day of days) this.#news[as].set(day, failure);
    this.hasFailed = true;
  }

  #cameAt(served = Number.POSITIVE_INFINITY): number {
    return Math.min(this.now(), served);
  }

  #note({ day, rates }: DayRates, result: KeepResult): void {
    if (result === 'kept' || result === 'changed') this.stored++;
    if (result !== 'poorer' && result !== 'not kept') this.#unjudged.set(day, rates.size);
    if (result === 'changed') this.#news.changed.add(day);
    if (result === 'poorer') {
      this.#news.poorer.add(day);
      this.hasPoorer = true;
    }
    if (result !== 'not kept' || !this.store.mayKeep(day)) return;
    this.#news.unfinished.add(day);
    this.hasFailed = true;
  }

  /** Of a day that stays as it is held. */
  compare(held: DayRates, came: DayRates): void {
    const codes = [...new Set([...held.rates.keys(), ...came.rates.keys()])];
    const differing = codes.filter((code) => held.rates.get(code) !== came.rates.get(code));
    if (differing.length > 0) this.#news.contradicted.set(held.day, differing);
  }

  takeNews(): ReturnType<typeof noNews> {
    const news = this.#news;
    this.#news = noNews();
    return news;
  }
}
