import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Flush } from '../disk/whole-file.ts';
import { Failure, failureIn } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Answer, type Errand, type Raw, type Request, ratesIn, type Source } from '../sources/source.ts';
import type { Journal, LeftEntry } from '../store/journal.ts';
import { type Neighbour, richerIn } from '../store/neighbours.ts';
import type { KeepResult, Store } from '../store/store.ts';
import type { Holdings } from './holdings.ts';

/** What is reported of days that were received. */
export interface News {
  /** Codes of days that were replaced, whose rates differ. */
  readonly changed: Map<Day, readonly string[]>;
  /** Days whose responses had fewer than half of the stored codes; the stored ones stay. */
  readonly putAside: Set<Day>;
  /** Stored days that the source no longer has. */
  readonly gone: Set<Day>;
  readonly sparse: Sparse[];
  /** Codes of days that were received otherwise than they are stored; the stored rates stay. */
  readonly contradicted: Map<Day, readonly string[]>;
  /** Days that are finished by the local clock, but not by the service's. */
  readonly unfinished: Set<Day>;
  /** Days whose responses are left in the journal to the next run. */
  readonly unwritten: Map<Day, Failure>;
  readonly lost: Map<Day, Failure>;
}

/** A day with few codes. */
export interface Sparse {
  readonly day: Day;
  readonly codes: number;
  readonly nearest: Neighbour;
}

const noNews = (): News => ({
  changed: new Map(),
  putAside: new Set(),
  gone: new Set(),
  sparse: [],
  contradicted: new Map(),
  unfinished: new Set(),
  unwritten: new Map(),
  lost: new Map(),
});

/** Every response after one that could not be stored would be lost, too. */
const cannotKeep = new Failure(
  'cannot_write',
  'nothing more was asked, since answers can no longer be kept',
  'once the disk can be written again, the same command goes on from there',
);

interface KeeperOptions {
  readonly store: Store;
  readonly journal: Journal;
  readonly source: Pick<Source, 'read'>;
  readonly now: () => number;
}

/** Stores what is received, so that nothing that was paid for is lost. */
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
  /** Responses whose days are stored, but perhaps not on disk. */
  #unsettled: { readonly run: DayRun; readonly days: readonly Day[] }[] = [];
  #news = noNews();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Call this before the request is paid for. @throws Failure if its response could not be stored */
  reserve(run: DayRun): void {
    try {
      this.#options.journal.reserve(run);
    } catch (error) {
      const { code, message } = failureIn(error);
      throw new Failure(code, `nothing more is requested: ${message}`, ...cannotKeep.hints);
    }
  }

  /**
   * Await this before the response is used: from here on a kill or a power cut cannot take it. One of several
   * days goes to the journal, one of a single day becomes its file.
   */
  async arrived(request: Request, raw: Raw, stop: Errand['stop']): Promise<void> {
    const { store, journal, source } = this.#options;
    const { wanted, run } = request;
    const { body, served } = raw;
    if (wanted === 'newest' || !source.read || !store.mayKeep(run.first, served)) return;

    const entry = { wanted, run, received: this.#receivedAt(served), body };
    const isWritten = () => journal.write(entry).then(() => true, failureIn);
    if (run.length > 1 && (await isWritten()) === true) return;

    const answer = await source.read(request, raw);
    if (!answer) return;
    const failures = await this.#keepDays(answer, 'at once');
    for (const { day } of ratesIn(answer)) if (store.mayKeep(day, served)) this.came.add(day);
    if (failures.size === 0) return;
    const isLeft = run.length === 1 && (await isWritten()) === true;
    this.#fail(failures, isLeft ? 'unwritten' : 'lost');
    stop(cannotKeep);
  }

  /** When it resolves, neither a kill nor a power cut can take the answer any more. */
  async keep(answer: Answer, stop: Errand['stop']): Promise<void> {
    const { store, journal, source } = this.#options;
    const { run, served } = answer;
    const days = ratesIn(answer).flatMap(({ day }) => (store.mayKeep(day, served) ? [day] : []));
    const isJournaled = journal.has(run);
    const isStored =
      source.read && !isJournaled && days.length > 0 && days.every((day) => this.came.has(day));
    if (isStored) return;

    const isOfSeveral = isJournaled || !source.read;
    const failures = await this.#keepDays(answer, isOfSeveral ? 'later' : 'at once');
    if (failures.size === 0 && isJournaled) this.#unsettled.push({ run, days });
    const isOnDisk = failures.size > 0 || source.read ? true : await this.#flush(days);
    if (failures.size > 0) this.#fail(failures, isJournaled ? 'unwritten' : 'lost');
    if (failures.size > 0 || !isOnDisk) stop(cannotKeep);
    for (const day of days) this.came.add(day);
  }

  /** Brings the stored days to disk, so that their responses can go. What fails is left to the next run. */
  async settle(): Promise<void> {
    const kept = this.#unsettled.splice(0);
    const isOnDisk = await this.#flush(kept.flatMap(({ days }) => days));
    if (isOnDisk) for (const { run } of kept) this.#options.journal.remove(run);
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

  /**
   * Stores the days of responses that killed processes and power cuts left, and yields what is to be reported
   * of them. What cannot be stored is left to the next run.
   */
  async recover(left: readonly LeftEntry[], holdings: Holdings, signal: AbortSignal): Promise<Answer[]> {
    const { store, journal, source } = this.#options;
    const answers: Answer[] = [];
    const done: LeftEntry[] = [];
    for (const entry of left) {
      signal.throwIfAborted();
      const body = journal.read(entry);
      if (!body) continue;

      const answer = await source.read?.(entry, { body, served: entry.received });
      if (!answer && journal.isUnderWay(entry)) continue;
      // the process that left what is unusable could not have used it either
      if (answer) {
        await holdings.learn(answer.days);
        for (const { day } of ratesIn(answer)) if (store.mayKeep(day, answer.served)) store.removeTorn(day);
        const failures = await this.#keepDays(answer, 'later');
        answers.push(answer);
        this.#fail(failures, 'unwritten');
        if (failures.size > 0) continue;
      }
      done.push(entry);
    }
    const days = answers.flatMap((answer) => ratesIn(answer).map(({ day }) => day));
    if (await this.#flush(days)) for (const entry of done) journal.discard(entry);
    return answers;
  }

  /** A stored day is replaced where its rates differ. @throws Failure */
  async keepDay(rates: DayRates, served: number | undefined, flush: Flush): Promise<KeepResult> {
    const { store } = this.#options;
    const stored = store.read(rates.day);
    const result = await store.keep(rates, served, flush);
    if (stored && result === 'changed') this.#news.changed.set(rates.day, differingCodes(stored, rates));
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

  /** Of a day that stays as it is stored. */
  compare(stored: DayRates, received: DayRates): void {
    const differing = differingCodes(stored, received);
    if (differing.length > 0) this.#news.contradicted.set(stored.day, differing);
  }

  takeNews(): News {
    const news = this.#news;
    this.#news = noNews();
    return news;
  }

  /** Returns the days that could not be written. */
  async #keepDays(answer: Answer, flush: Flush): Promise<Map<Day, Failure>> {
    const { store } = this.#options;
    const { served } = answer;
    const failures = new Map<Day, Failure>();
    for (const rates of ratesIn(answer)) {
      try {
        if (store.mayKeep(rates.day)) this.#note(rates, await this.keepDay(rates, served, flush));
        else await store.state.setProvisional(rates, this.#receivedAt(served));
        this.#news.lost.delete(rates.day);
      } catch (error) {
        failures.set(rates.day, failureIn(error));
      }
    }
    return failures;
  }

  /** False if these days are perhaps not on disk. */
  async #flush(days: readonly Day[]): Promise<boolean> {
    try {
      await this.#options.store.flush(days);
      return true;
    } catch (error) {
      this.#fail(new Map(days.map((day) => [day, failureIn(error)])), 'unwritten');
      return false;
    }
  }

  #fail(failures: ReadonlyMap<Day, Failure>, as: 'unwritten' | 'lost'): void {
    for (const [day, failure] of failures) this.#news[as].set(day, failure);
    if (failures.size > 0) this.hasFailed = true;
  }

  #receivedAt(served = Number.POSITIVE_INFINITY): number {
    return Math.min(this.#options.now(), served);
  }

  #note({ day, rates }: DayRates, result: KeepResult): void {
    if (result === 'kept' || result === 'changed') this.stored++;
    if (result !== 'put aside' && result !== 'not kept') this.#unjudged.set(day, rates.size);

    if (result !== 'not kept' || !this.#options.store.mayKeep(day)) return;
    this.#news.unfinished.add(day);
    this.hasFailed = true;
  }
}

function differingCodes({ rates: stored }: DayRates, { rates: received }: DayRates): readonly string[] {
  const codes = [...new Set([...stored.keys(), ...received.keys()])];
  return codes.filter((code) => stored.get(code) !== received.get(code)).sort();
}
