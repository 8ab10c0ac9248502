import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Flush } from '../disk/whole-file.ts';
import { Failure, failureIn } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Answer, type Errand, type Raw, type Request, ratesIn, type Source } from '../sources/source.ts';
import type { Inbox } from '../store/inbox.ts';
import { richerIn } from '../store/neighbours.ts';
import type { KeepResult, Store } from '../store/store.ts';
import { type News, noNews } from './news.ts';

type Unkept = 'unwritten' | 'lost';

/** Every answer after one that was lost would be, too. */
const cannotKeep = new Failure(
  'cannot_write',
  'nothing more was asked, since answers can no longer be kept',
  'once the disk can be written again, the same command goes on from there',
);

/** The days of an answer that are kept, but perhaps not on disk. */
interface Unsettled {
  readonly run: DayRun;
  readonly days: readonly Day[];
}

interface KeeperOptions {
  readonly store: Store;
  readonly inbox: Inbox;
  readonly source: Pick<Source, 'read'>;
  readonly now: () => number;
}

/** Keeps what comes, so that nothing that was paid for is lost. */
export class Keeper {
  hasFailed = false;
  /** How many days lie on disk because of this process. */
  stored = 0;
  readonly came = new Set<Day>();
  /** Responses of these days had fewer than half of the stored codes. */
  readonly putAside = new Set<Day>();
  readonly #options: KeeperOptions;
  /** How many codes each day came with whose neighbours have not been looked at. */
  readonly #unjudged = new Map<Day, number>();
  #unsettled: Unsettled[] = [];
  #news = noNews();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Await this before reading the response: from here on it survives a kill, or nothing more is asked. */
  async arrived(request: Request, raw: Raw, stop: Errand['stop']): Promise<void> {
    const { store, inbox, source } = this.#options;
    const { wanted, run } = request;
    const { body, served } = raw;
    if (wanted === 'newest' || !source.read || !store.mayKeep(run.first, served)) return;

    inbox.put({ wanted, run, came: this.#cameAt(served), body });
    const answer = inbox.has(run) ? undefined : await source.read(request, raw);
    if (answer) await this.#keepAtOnce(answer, stop);
  }

  /** When it resolves, neither a kill nor a power cut can take the answer any more. */
  async keep(answer: Answer, stop: Errand['stop']): Promise<void> {
    const { store, inbox, source } = this.#options;
    const { run, served } = answer;
    const days = ratesIn(answer).flatMap(({ day }) => (store.mayKeep(day, served) ? [day] : []));

    // one flush an answer: that of its days, of its only day, or of the answer itself
    if (!source.read) {
      const isKept = (await this.keepDays(answer, 'later', 'lost')) && (await this.flush(days));
      if (!isKept) stop(cannotKeep);
    } else if (!inbox.has(run)) {
      await this.#keepAtOnce(answer, stop);
    } else if (run.length === 1) {
      if (await this.keepDays(answer, 'at once')) inbox.remove(run);
    } else {
      // before that, a day's file could be torn and its answer lost
      await inbox.flushed(run);
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
    const isOnDisk = await this.flush(kept.flatMap(({ days }) => days));
    if (isOnDisk) for (const { run } of kept) this.#options.inbox.remove(run);
    this.judge();
  }

  /** Which of the days that came have few codes beside those around them; call it when these came, too. */
  judge(): void {
    const richer = richerIn(this.#options.store, this.#unjudged);
    for (const day of [...this.#unjudged.keys()].sort()) {
      const codes = this.#unjudged.get(day) ?? 0;
      const nearest = richer(day, codes);
      if (nearest) this.#news.sparse.push({ day, codes, nearest });
    }
    this.#unjudged.clear();
  }

  /** False if these days are perhaps not on disk. */
  async flush(days: readonly Day[]): Promise<boolean> {
    try {
      await this.#options.store.flush(days);
      return true;
    } catch (error) {
      this.#fail(failureIn(error), 'unwritten', ...days);
      return false;
    }
  }

  /**
   * False if a day could not be written.
   * @param otherwise what is to be told of such a day
   */
  async keepDays(answer: Answer, flush: Flush, otherwise: Unkept = 'unwritten'): Promise<boolean> {
    const { store } = this.#options;
    const { served } = answer;
    let all = true;
    for (const rates of ratesIn(answer)) {
      try {
        if (store.mayKeep(rates.day)) this.#note(rates, await this.keepDay(rates, served, flush));
        else await store.state.setProvisional(rates, this.#cameAt(served));
        this.#news.lost.delete(rates.day);
      } catch (error) {
        this.#fail(failureIn(error), otherwise, rates.day);
        all = false;
      }
    }
    return all;
  }

  /** A stored day is replaced where its rates differ. @throws Failure */
  async keepDay(rates: DayRates, served: number | undefined, flush: Flush): Promise<KeepResult> {
    const { store } = this.#options;
    const held = store.read(rates.day);
    const result = await store.keep(rates, served, flush);
    if (held && result === 'changed') this.#news.changed.set(rates.day, differingCodes(held, rates));
    if (result === 'put aside') {
      this.#news.putAside.add(rates.day);
      this.putAside.add(rates.day);
    }
    return result;
  }

  /** A stored day stays that the source no longer has. */
  noteGone(day: Day): void {
    this.#news.gone.add(day);
  }

  #fail(failure: Failure, as: Unkept, ...days: readonly Day[]): void {
    for (const day of days) this.#news[as].set(day, failure);
    this.hasFailed = true;
  }

  #cameAt(served = Number.POSITIVE_INFINITY): number {
    return Math.min(this.#options.now(), served);
  }

  #note({ day, rates }: DayRates, result: KeepResult): void {
    if (result === 'kept' || result === 'changed') this.stored++;
    if (result !== 'put aside' && result !== 'not kept') this.#unjudged.set(day, rates.size);

    if (result !== 'not kept' || !this.#options.store.mayKeep(day)) return;
    this.#news.unfinished.add(day);
    this.hasFailed = true;
  }

  /** Of a day that stays as it is held. */
  compare(held: DayRates, came: DayRates): void {
    const differing = differingCodes(held, came);
    if (differing.length > 0) this.#news.contradicted.set(held.day, differing);
  }

  takeNews(): News {
    const news = this.#news;
    this.#news = noNews();
    return news;
  }
}

function differingCodes({ rates: held }: DayRates, { rates: came }: DayRates): readonly string[] {
  const codes = [...new Set([...held.keys(), ...came.keys()])];
  return codes.filter((code) => held.get(code) !== came.get(code)).sort();
}
