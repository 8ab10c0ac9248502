import { accessSync, constants, lstatSync, promises, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Day, dayAt, daysInWords, firstDay, isFinished, parseDay } from '../calendar/day.ts';
import { cannotWrite, Failure, ifPossible, reasonOf } from '../errors.ts';
import {
  type Flush,
  flushFiles,
  flushFolder,
  makeFolder,
  makeWorkplace,
  moveFile,
  patiently,
  patientlySync,
  randomName,
  readUnlinked,
  removeFile,
  removeStale,
  unless,
  unreadable,
  type Workplace,
  writeWhole,
} from '../files.ts';
import { type DayRates, isSamePivot } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Source } from '../sources/source.ts';
import { count } from '../words.ts';
import { dayFileText, parseDayFile } from './day-file.ts';
import { SourceState } from './state.ts';

export interface StorePlaces {
  /** The stored days, and no other files. */
  readonly days: string;
  /** Unfinished files: those of killed runs are found here without listing all days. */
  readonly unfinished: string;
  readonly locks: string;
  readonly journal: string;
  readonly damaged: string;
  /** Files that a refresh has replaced, and responses that it put aside. */
  readonly replaced: string;
  /** The state file of the source. */
  readonly state: string;
}

interface Where {
  readonly store: string;
  /** Undefined for a user without a folder for it. */
  readonly state: string | undefined;
  /** The folder of a source. */
  readonly service: string;
  readonly alternative?: boolean;
}

const usualKind = 'historical';
const alternativeKind = 'historical-alternative';

export function storePlaces({ store, state: folder, service, alternative = false }: Where): StorePlaces {
  const state = stateFolder(store, folder);
  const name = join(service, alternative ? alternativeKind : usualKind);
  const days = join(store, name);
  return {
    days,
    unfinished: join(days, '.unfinished'),
    locks: join(state, 'locks', name),
    // per store: answers for one must not get into another
    journal: join(state, 'journal', days.replaceAll(':', '_')),
    damaged: join(state, 'damaged', name),
    replaced: join(state, 'replaced', name),
    state: join(state, 'sources', `${name}.json`),
  };
}

/** For a user without a folder for it: in the store, where it is found again. */
const stateInStore = '.state';

export const stateFolder = (store: string, state: string | undefined) => state ?? join(store, stateInStore);

/**
 * By their paths in the store. Unreadable subfolders are left out. @throws Failure if the store itself is
 * unreadable
 */
export async function storedKinds(
  store: string,
  state: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly places: StorePlaces }[]> {
  const names: string[] = [];
  const folders = [''];
  // one at a time, since the store can be a whole disk
  for (const folder of folders) {
    signal.throwIfAborted();
    const entries = await promises.readdir(join(store, folder), { withFileTypes: true }).catch((error) => {
      if (folder !== '' || error.code === 'ENOENT') return [];
      throw new Failure('cannot_read', `${store} cannot be read: ${reasonOf(error)}`);
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || entry.name === stateInStore) continue;
      if (entry.name === usualKind || entry.name === alternativeKind) names.push(path);
      else folders.push(path);
    }
  }
  return names.sort().map((name) => {
    const alternative = basename(name) === alternativeKind;
    return { name, places: storePlaces({ store, state, service: dirname(name), alternative }) };
  });
}

interface StoreOptions {
  readonly places: StorePlaces;
  /** Undefined if it is not known: then days of any base count, and are final once they are over. */
  readonly source?: Pick<Source, 'pivot' | 'calendar' | 'isService'> | undefined;
  readonly now: () => number;
  /** Warns of damaged files, and of files of days that can have no rates. */
  readonly reporter: Pick<Reporter, 'problemOnce'>;
}

/** `put aside`: it has too few of the stored codes, and the stored day stays. */
export type StoreResult = 'kept' | 'same' | 'changed' | 'put aside';

/** A file per day. A day is stored if its name is there; whether its file is whole shows when it is read. */
export class Store {
  readonly places: StorePlaces;
  readonly state: SourceState;
  /** Days whose file was found to be damaged. */
  readonly damaged = new Set<Day>();
  /** Undefined until the first day is written. */
  #workplace: Workplace | undefined;

  constructor(readonly options: StoreOptions) {
    this.places = options.places;
    this.state = new SourceState(options.places, options.now);
  }

  /**
   * All days that have a file, ascending, also those that can have no rates. Not asynchronously: what Node
   * loads for that takes longer than a long list. @param from the first that counts @throws Failure
   */
  names(from = ''): ReadonlySet<Day> {
    const { days } = this.places;
    const stored = new Set<Day>();
    try {
      const names = readdirSync(days).filter((name) => name >= from);
      for (const name of names.sort()) {
        const day = name.endsWith('.json') ? parseDay(name.slice(0, -5)) : undefined;
        if (day) stored.add(day);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw unreadable(`${days} cannot be read`, error);
    }
    return stored;
  }

  /** Stored days that can have rates, ascending. @throws Failure */
  days(): Day[] {
    const { source, now, reporter } = this.options;
    const first = source?.calendar.first ?? firstDay;
    const today = dayAt(now());
    const days: Day[] = [];
    const early: Day[] = [];
    const late: Day[] = [];
    for (const day of this.names()) (day < first ? early : day > today ? late : days).push(day);
    for (const [skipped, why] of [
      [early, `before ${first}, the first day with rates`],
      [late, `after today by the clock of this machine, ${today}`],
    ] as const) {
      const are = `${count(skipped.length, 'stored day')} ${skipped.length === 1 ? 'is' : 'are'} skipped`;
      if (skipped.length > 0) reporter.problemOnce(`${are}, ${why}: ${daysInWords(skipped)}`);
    }
    return days;
  }

  /** @throws Failure */
  isStored(day: Day): boolean {
    const path = this.pathOf(day);
    try {
      return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      throw unreadable(`${path} cannot be read`, error);
    }
  }

  /** Moves a damaged file aside. @throws Failure */
  read(day: Day): DayRates | undefined {
    const text = textAt(this.pathOf(day));
    const rates = this.#parse(text, day);
    if (!rates && text !== undefined) this.#moveDamaged(day);
    return rates;
  }

  /** Leaves a damaged file where it is. @throws Failure */
  peek(day: Day, path = this.pathOf(day)): DayRates | undefined {
    return this.#parse(textAt(path), day);
  }

  #parse(text: string | undefined, day: Day): DayRates | undefined {
    const rates = text === undefined ? undefined : parseDayFile(text, day);
    if (!rates || !isSamePivot(rates, this.options.source?.pivot ?? rates)) return undefined;
    const isFinalEarly = !isFinished(day, this.options.now()) && this.canStore(day);
    return isFinalEarly ? { ...rates, isFinal: true } : rates;
  }

  /**
   * Of a day that is final. What is replaced or put aside goes to the replaced files.
   * @param isMissing the day is known not to be stored
   * @returns also the rates that were stored before @throws Failure
   */
  async storeRates(rates: DayRates, flush: Flush = 'at once', isMissing = false) {
    const { day } = rates;
    const text = isMissing ? undefined : textAt(this.pathOf(day));
    const before = this.#parse(text, day);
    // a damaged file that cannot be moved is not replaced
    const failure = !before && text !== undefined ? this.#moveDamaged(day) : undefined;
    if (failure) throw failure;
    const result = comparedWith(before, rates);
    if (result === 'put aside') await this.#putAside(day, dayFileText(rates));
    else if (result !== 'same') await this.#write(rates, result === 'changed', flush);
    // a process may have been killed between writing it and its flush
    else if (flush === 'at once') await this.flush([day]);
    return { result, before };
  }

  /** Resolves once these days are on disk, whichever process wrote them. @throws Failure */
  flush(days: readonly Day[]): Promise<void> {
    const { source } = this.options;
    const names = days.map((day) => `${day}.json`);
    return flushFiles(this.places.days, names, source !== undefined && !source.isService);
  }

  /** Whether the day is final, by both clocks. @param served the time by the service's clock */
  canStore(day: Day, served = this.options.now()): boolean {
    const { source, now } = this.options;
    const isFinal = source?.calendar.isFinal ?? isFinished;
    return isFinal(day, Math.min(now(), served));
  }

  /** The newest whole day after today: a clock that is earlier is wrong. */
  dayToCome(): Day | undefined {
    const today = dayAt(this.options.now());
    let newest: Day | undefined;
    try {
      for (const day of this.names(today)) if (day > today && this.peek(day)) newest = day;
    } catch {
      // reported where days are read
    }
    return newest;
  }

  /** In bytes, without reading the day's file; undefined if it cannot be read. */
  sizeOf(day: Day): number | undefined {
    const path = this.pathOf(day);
    return ifPossible(() => {
      accessSync(path, constants.R_OK);
      const file = statSync(path);
      return file.isFile() ? file.size : undefined;
    });
  }

  /** A file that a power cut has torn is replaced without a word: its response is in the journal. */
  removeTorn(day: Day): void {
    // a file that cannot be removed counts as damaged
    ifPossible(() => {
      if (!this.peek(day)) removeFile(this.pathOf(day));
    });
  }

  pathOf(day: Day): string {
    return join(this.places.days, `${day}.json`);
  }

  async #write(rates: DayRates, isReplaced: boolean, flush: Flush) {
    const { day } = rates;
    const { days, unfinished, locks, journal, replaced, state } = this.places;
    const path = this.pathOf(day);
    if (!this.#workplace)
      for (const folder of [unfinished, locks, journal, replaced, dirname(state)]) removeStale(folder);
    this.#workplace ??= makeWorkplace(unfinished);
    if (isReplaced) {
      // what a link leads to stays where it is
      const file = await patiently(() => readUnlinked(path)).catch(unless('ELOOP'));
      if (file) await this.#putAside(day, file);
    }
    await writeWhole(path, dayFileText(rates), flush, this.#workplace);
    if (flush === 'at once') await flushFolder(days);
  }

  /** Resolves once the copy is on disk, so that the original can be replaced. @throws Failure */
  async #putAside(day: Day, file: string | Uint8Array) {
    const { replaced } = this.places;
    await writeWhole(this.#newPath(replaced, day), file);
    await flushFolder(replaced);
  }

  /** Returns why it cannot be moved. */
  #moveDamaged(day: Day): Failure | undefined {
    const path = this.pathOf(day);
    let failure: Failure | undefined;
    let what = `cannot be moved: ${path}`;
    try {
      const target = this.#newPath(this.places.damaged, day);
      moveFile(path, target);
      // another process may already have replaced it with a whole file
      if (this.peek(day, target)) {
        moveFile(target, path);
        return undefined;
      }
      what = `was moved to ${target}`;
    } catch (error) {
      if (!this.isStored(day)) return undefined;
      failure = cannotWrite(`in ${this.places.damaged}`, error);
    }
    this.damaged.add(day);
    this.options.reporter.problemOnce(
      `the stored file of ${day} is damaged and ${what}; the day counts as missing`,
    );
    return failure;
  }

  #newPath(folder: string, day: Day) {
    makeFolder(folder);
    const time = new Date(this.options.now()).toISOString().replaceAll(':', '');
    return join(folder, `${day}.${time}.${randomName()}.json`);
  }
}

function comparedWith(stored: DayRates | undefined, { rates }: DayRates): StoreResult {
  if (!stored) return 'kept';
  const common = [...stored.rates].filter(([code]) => rates.has(code));
  if (common.length < stored.rates.size / 2) return 'put aside';
  const same = common.filter(([code, rate]) => rates.get(code) === rate).length;
  return same === rates.size && same === stored.rates.size ? 'same' : 'changed';
}

/** Errors that users cannot mend themselves, unlike permissions. */
const damage: readonly unknown[] = ['ELOOP', 'EIO'];

/** More than any response has. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Undefined if there is none; empty if it is too large, or no regular file (a pipe would block), or a link
 * that leads nowhere. @throws Failure
 */
export function textAt(path: string): string | undefined {
  try {
    // an error takes longer to make than a file to find
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    const file = found.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : found;
    const isRead = file?.isFile() && file.size <= mostBytes;
    return isRead ? patientlySync(() => readFileSync(path, 'utf8')) : '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.includes(code)) return '';
    throw unreadable(`${path} cannot be read`, error);
  }
}
