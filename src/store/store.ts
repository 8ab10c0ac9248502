import { accessSync, constants, lstatSync, promises, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, dayAt, firstDay, isFinished, parseDay } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { daysInWords } from '../calendar/runs.ts';
import { flushFiles, flushFolder, makeFolder } from '../disk/flush.ts';
import {
  type Flush,
  moveFile,
  randomName,
  removeStale,
  tryWriting,
  unfinishedIn,
  writeWhole,
} from '../disk/whole-file.ts';
import { cannotWrite, type Failure, failed, ifPossible, reasonOf } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { count } from '../words.ts';
import { baseOfDayFile, dayFileText, fileAt, isWhole, parseDayFile, textAt } from './day-file.ts';
import { LentDays } from './lent-days.ts';
import type { StorePlaces } from './places.ts';
import { DroppedCodes } from './remembered.ts';
import { SparseDays } from './sparse-days.ts';

/** Whose days they are. */
interface Publisher {
  readonly pivot: Code;
  readonly calendar: Pick<Calendar, 'first' | 'isFinal'>;
}

export interface StoreOptions {
  readonly places: StorePlaces;
  /** Whose days they are, if that is known: what all must be relative to, and whether each is finished once it is there. */
  readonly source?: Publisher | undefined;
  readonly now: () => number;
  readonly onDamaged: (file: DamagedFile) => void;
  /** Told once of files of days that can have no rates. */
  readonly onStray?: (message: string) => void;
}

export interface DamagedFile {
  readonly day: Day;
  /** Where it is now. */
  readonly path: string;
  /** False where it had to stay in its place. */
  readonly isMoved: boolean;
}

/** `poorer`: it lacks rates that are held, and those stay. */
export type KeepResult = 'kept' | 'same' | 'changed' | 'poorer' | 'not kept';

export class Store {
  readonly places: StorePlaces;
  readonly sparse: SparseDays;
  readonly #dropped: DroppedCodes;
  readonly #lent = new LentDays();
  /** Days whose damaged file cannot be moved, and so not replaced. */
  readonly #stuck = new Map<Day, Failure>();
  #swept: Promise<unknown> | undefined;
  #areStraysTold = false;

  constructor(private readonly options: StoreOptions) {
    this.places = options.places;
    this.#dropped = new DroppedCodes(options.places.dropped);
    this.sparse = new SparseDays(options.places.sparse);
  }

  holds(day: Day): boolean {
    return this.#isDay(textAt(this.#pathOf(day)) ?? '', day) || this.#lent.has(day);
  }

  /** Leaves a damaged file where it is. @throws Failure */
  peek(day: Day): DayRates | undefined {
    return this.#parse(textAt(this.#pathOf(day)) ?? '', day) ?? this.#lent.get(day);
  }

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

  /** Counts a finished day as held in this process, though it is not written. */
  lend(rates: DayRates, served?: number): void {
    if (this.mayKeep(rates.day, served)) this.#lent.add(rates);
  }

  /** Only whole days, finished by both clocks. What loses out, old or new, goes to the older files. @throws Failure */
  async keep(rates: DayRates, served: number | undefined, flush: Flush = 'at once'): Promise<KeepResult> {
    const { day } = rates;
    if (!this.mayKeep(day, served)) return 'not kept';
    if (!this.#isOwn(rates.base) || !isWhole(rates.base, rates.rates)) return 'not kept';
    const held = this.#find(day, (text) => this.#parse(text, day));
    if (held && this.#isPoorer(rates, held)) {
      await this.#keepOlder(day, dayFileText(rates));
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
    const names = days.map((day) => `${day}.json`);
    return flushFiles(this.places.days, names);
  }

  /** Removes the day's file if a power cut has torn it. Call this only for a day that is about to be kept. */
  removeTorn(day: Day): void {
    const path = this.#pathOf(day);
    // what cannot be removed counts as damaged
    ifPossible(() => {
      const text = textAt(path);
      if (text !== undefined && !this.#isDay(text, day)) rmSync(path);
    });
  }

  /** Call this before anything is paid for. @throws Failure if a day could not be written */
  checkWritable(): void {
    for (const [day, { message }] of this.#stuck)
      throw failed(`the damaged file of ${day} cannot be set aside: ${message}`);
    const { days } = this.places;
    tryWriting(days, unfinishedIn(days));
  }

  mayKeep(day: Day, served = this.options.now()): boolean {
    const { source, now } = this.options;
    const isFinal = source?.calendar.isFinal ?? isFinished;
    return isFinal(day, Math.min(now(), served));
  }

  /** Days that can have rates and have a file, which may be damaged; ascending. @throws Failure */
  async days(): Promise<Day[]> {
    const { places, source, now } = this.options;
    const names = await promises.readdir(places.days).catch((error) => {
      if (error.code === 'ENOENT') return [];
      throw failed(`${places.days} cannot be read: ${reasonOf(error)}`);
    });
    const dayOf = (name: string) => (name.endsWith('.json') && parseDay(name.slice(0, -5))) || [];
    const all = names.flatMap(dayOf).sort();
    const first = source?.calendar.first ?? firstDay;
    const last = dayAt(now());
    const isStray = (day: Day) => day < first || last < day;
    const strays = all.filter(isStray);
    if (strays.length === 0) return all;
    this.#tellStrays(strays, first);
    return all.filter((day) => !isStray(day));
  }

  #tellStrays(strays: readonly Day[], first: Day): void {
    if (this.#areStraysTold) return;
    this.#areStraysTold = true;
    const are = `${count(strays.length, 'stored file')} ${strays.length === 1 ? 'is' : 'are'}`;
    const why = `before ${first} or after today: ${daysInWords(strays)}`;
    this.options.onStray?.(`${are} passed over, ${why} (to be deleted from ${this.places.days})`);
  }

  /** In bytes, without reading the day's file; undefined if there is none. */
  sizeOf(day: Day): number | 'unreadable' | undefined {
    const path = this.#pathOf(day);
    try {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found) return undefined;
      accessSync(path, constants.R_OK);
      return fileAt(path, found)?.size ?? 'unreadable';
    } catch {
      return 'unreadable';
    }
  }

  #pathOf(day: Day): string {
    return join(this.places.days, `${day}.json`);
  }

  #parse(text: string, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
    const held = parseDayFile(text, day, codes);
    if (!this.#isOwn(held?.base)) return undefined;
    return held && this.mayKeep(day) && !isFinished(day, this.options.now()) ? { ...held, isFinal: true } : held;
  }

  #isDay(text: string, day: Day): boolean {
    return this.#isOwn(baseOfDayFile(text, day));
  }

  #isOwn(base: Code | undefined): boolean {
    return base !== undefined && base === (this.options.source?.pivot ?? base);
  }

  #isPoorer({ rates }: DayRates, held: DayRates): boolean {
    // of a day that came with few codes, a second answer need not have the very same
    if (this.sparse.has(held.day)) return rates.size < held.rates.size;
    return [...held.rates.keys()].some((code) => !rates.has(code));
  }

  #find<T>(day: Day, look: (text: string) => T | undefined): T | undefined {
    const path = this.#pathOf(day);
    const text = textAt(path);
    const found = text === undefined ? undefined : look(text);
    if (found || text === undefined) this.#stuck.delete(day);
    else if (!this.#stuck.has(day)) this.#moveDamaged(day, path);
    return found;
  }

  #moveDamaged(day: Day, path: string): void {
    const { damaged } = this.places;
    try {
      const target = this.#newPlace(damaged, day);
      moveFile(path, target);
      // another process may already have replaced it with a whole file
      if (this.#isDay(textAt(target) ?? '', day)) moveFile(target, path);
      else this.options.onDamaged({ day, path: target, isMoved: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.#stuck.set(day, cannotWrite(`in ${damaged}`, error));
      this.options.onDamaged({ day, path, isMoved: false });
    }
  }

  /** On disk when it resolves, so that what it is a copy of may be replaced. @throws Failure */
  async #keepOlder(day: Day, file: string | Uint8Array): Promise<void> {
    const { older } = this.places;
    await writeWhole(this.#newPlace(older, day), file);
    await flushFolder(older);
  }

  #newPlace(folder: string, day: Day): string {
    makeFolder(folder);
    const time = new Date(this.options.now()).toISOString().replaceAll(':', '');
    return join(folder, `${day}.${time}.${randomName()}.json`);
  }

  async #write(rates: DayRates, held: DayRates | undefined, flush: Flush): Promise<'kept' | 'changed'> {
    const path = this.#pathOf(rates.day);
    const stuck = this.#stuck.get(rates.day);
    if (stuck) throw stuck;
    const { days } = this.places;
    const unfinished = unfinishedIn(days);
    makeFolder(unfinished);
    this.#swept ??= this.#sweep();
    await this.#swept;
    if (held) await this.#keepOlder(rates.day, readFileSync(path));
    await writeWhole(path, dayFileText(rates), flush, unfinished);
    if (flush === 'at once') await flushFolder(days);
    return held ? 'changed' : 'kept';
  }

  #sweep(): Promise<unknown> {
    const { days, claims, arrived, older, dropped, sparse, gaps } = this.places;
    const folders = [unfinishedIn(days), claims, arrived, older, dropped, sparse, gaps];
    return Promise.all(folders.map((folder) => removeStale(folder, this.options.now())));
  }
}

function sameRates(a: DayRates, b: DayRates): boolean {
  return a.rates.size === b.rates.size && [...a.rates].every(([code, rate]) => b.rates.get(code) === rate);
}
