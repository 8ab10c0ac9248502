import { promises, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, isFinished, parseDay } from '../calendar/day.ts';
import { flushFiles, flushFolder } from '../disk/flush.ts';
import { checkAccess, makeFolder, tryWriting } from '../disk/folder.ts';
import { removeStale, unfinishedIn, writeWhole, writeWholeUnflushed } from '../disk/whole-file.ts';
import { failed, reasonOf } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { Aside } from './aside.ts';
import { baseOfDayFile, changedAt, dayFileText, isWhole, parseDayFile, sizeAt, textAt } from './day-file.ts';
import type { StorePlaces } from './places.ts';
import { DroppedCodes } from './remembered.ts';

export interface StoreOptions {
  readonly places: StorePlaces;
  /** What all days must be relative to; undefined where it is not known. */
  readonly pivot?: Code | undefined;
  readonly now: () => number;
  /** Called with the new path of a damaged file, or the old one if it cannot be moved. */
  readonly onDamaged: (day: Day, movedTo: string) => void;
}

/** `poorer`: it lacks rates that are held, and those stay. */
export type Flush = 'at once' | 'later';

export type KeepResult = 'kept' | 'same' | 'changed' | 'poorer' | 'not kept';

/** The held days of one service, each in a file that appears whole or not at all. */
export class Store {
  readonly #options: StoreOptions;
  readonly places: StorePlaces;
  readonly #dropped: DroppedCodes;
  readonly #aside: Aside;
  readonly #lent = new Map<Day, DayRates>();
  #swept: Promise<unknown> | undefined;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.places = options.places;
    this.#dropped = new DroppedCodes(options.places.dropped);
    this.#aside = new Aside({ ...options, isDay: (text, day) => this.#isDay(text, day) });
  }

  holds(day: Day): boolean {
    return this.#isDay(textAt(this.#pathOf(day)) ?? '', day) || this.#lent.has(day);
  }

  /** Whether the day is held. Sets a damaged file aside. */
  takeStock(day: Day): boolean {
    return this.#find(day, (text) => this.#isDay(text, day)) === true || this.#lent.has(day);
  }

  /** With the codes that were unusable when it came. Sets a damaged file aside. @param codes others may be left out */
  read(day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
    const unusable = this.#dropped.of(day);
    const wanted = unusable.length > 0 ? undefined : codes;
    const held = this.#find(day, (text) => this.#parse(text, day, wanted));
    if (!held) return this.#lent.get(day);
    const dropped = unusable.filter((code) => !held.rates.has(code as Code));
    return dropped.length > 0 ? { ...held, dropped } : held;
  }

  /** Counts a finished day as held in this process, though it could not be written. */
  lend(rates: DayRates, served: number | undefined): void {
    if (this.mayKeep(rates.day, served)) this.#lent.set(rates.day, rates);
  }

  /**
   * Only whole days, finished by both clocks. What loses out, old or new, goes to the older files.
   * @param flush `later`: until `flush` a power cut may take the file's content, or the file
   * @throws Failure
   */
  async keep(rates: DayRates, served: number | undefined, flush: Flush = 'at once'): Promise<KeepResult> {
    const { day } = rates;
    if (!this.mayKeep(day, served)) return 'not kept';
    if (!this.#isOwn(rates.base) || !isWhole(rates.base, rates.rates)) return 'not kept';
    const held = this.#find(day, (text) => this.#parse(text, day));
    if (held && isPoorer(rates, held)) {
      await this.#aside.keepOlder(day, dayFileText(rates));
      return 'poorer';
    }
    const result = held && sameRates(held, rates) ? 'same' : await this.#write(rates, held, flush);
    // the same may come from a process that was killed before its flush
    if (result === 'same' && flush === 'at once') await this.flush([day]);
    await this.#dropped.remember(day, rates.dropped ?? []);
    return result;
  }

  /** Resolves once the files of these days are on disk, whoever wrote them. @throws Failure */
  flush(days: readonly Day[]): Promise<void> {
    return flushFiles(
      this.places.days,
      days.map((day) => `${day}.json`),
    );
  }

  /** Removes the day's file if a power cut has torn it. Call this only for a day that is about to be kept. */
  removeTorn(day: Day): void {
    const path = this.#pathOf(day);
    try {
      const text = textAt(path);
      if (text !== undefined && !this.#isOwn(baseOfDayFile(text, day))) rmSync(path);
    } catch {
      // what cannot be removed counts as damaged
    }
  }

  /** Call this before anything is paid for. @throws Failure if a day could not be written */
  checkWritable(): void {
    for (const [day, { message }] of this.#aside.stuck)
      throw failed(`the damaged file of ${day} cannot be set aside: ${message}`);
    const { days } = this.places;
    makeFolder(days);
    checkAccess(days);
    tryWriting(unfinishedIn(days), days);
  }

  mayKeep(day: Day, served?: number): boolean {
    return isFinished(day, this.#options.now()) && (served === undefined || isFinished(day, served));
  }

  /** Days that have a file, ascending; it may be damaged. @throws Failure */
  async days(): Promise<Day[]> {
    const { days } = this.places;
    const names = await promises.readdir(days).catch((error) => {
      if (error.code === 'ENOENT') return [];
      throw failed(`${days} cannot be read: ${reasonOf(error)}`);
    });
    return names
      .flatMap((name) => (name.endsWith('.json') ? (parseDay(name.slice(0, -5)) ?? []) : []))
      .sort();
  }

  sizeOf(day: Day): number | 'unreadable' | undefined {
    return sizeAt(this.#pathOf(day));
  }

  /** In milliseconds since 1970; 0 if the day has no file. */
  changedAt(day: Day): number {
    return changedAt(this.#pathOf(day));
  }

  #pathOf(day: Day): string {
    return join(this.places.days, `${day}.json`);
  }

  #parse(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
    const held = parseDayFile(text, day, codes);
    return this.#isOwn(held?.base) ? held : undefined;
  }

  #isDay(text: string, day: Day): boolean {
    return this.#isOwn(baseOfDayFile(text, day));
  }

  #isOwn(base: Code | undefined): boolean {
    return base !== undefined && base === (this.#options.pivot ?? base);
  }

  #find<T>(day: Day, look: (text: string) => T | undefined): T | undefined {
    const path = this.#pathOf(day);
    const text = textAt(path);
    const found = text === undefined ? undefined : look(text);
    if (found || text === undefined) this.#aside.stuck.delete(day);
    else this.#aside.moveDamaged(day, path);
    return found;
  }

  async #write(rates: DayRates, held: DayRates | undefined, flush: Flush): Promise<'kept' | 'changed'> {
    const path = this.#pathOf(rates.day);
    const stuck = this.#aside.stuck.get(rates.day);
    if (stuck) throw stuck;
    await this.#prepare();
    if (held) await this.#aside.keepOlder(rates.day, readFileSync(path));
    const { days } = this.places;
    if (flush === 'later') writeWholeUnflushed(path, dayFileText(rates), unfinishedIn(days));
    else {
      await writeWhole(path, dayFileText(rates), unfinishedIn(days));
      await flushFolder(days);
    }
    return held ? 'changed' : 'kept';
  }

  async #prepare(): Promise<void> {
    const { days, arrived, older, dropped, gaps } = this.places;
    makeFolder(unfinishedIn(days));
    const sweep = (folder: string) => removeStale(folder, this.#options.now());
    this.#swept ??= Promise.all([unfinishedIn(days), arrived, older, dropped, gaps].map(sweep));
    await this.#swept;
  }
}

function sameRates(a: DayRates, b: DayRates): boolean {
  if (a.rates.size !== b.rates.size) return false;
  for (const [code, rate] of a.rates) if (b.rates.get(code) !== rate) return false;
  return true;
}

function isPoorer(rates: DayRates, held: DayRates): boolean {
  for (const code of held.rates.keys()) if (!rates.rates.has(code)) return true;
  return false;
}
