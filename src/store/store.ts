import { accessSync, constants, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Day, dayAt, firstDay, isFinished, parseDay } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { cannotWrite, type Failure, ifPossible } from '../errors.ts';
import {
  type Flush,
  flushFiles,
  flushFolder,
  makeFolder,
  moveFile,
  patiently,
  patientlySync,
  randomName,
  readUnlinked,
  removeStale,
  unfinishedIn,
  unless,
  unreadable,
  writeWhole,
} from '../files.ts';
import { type DayRates, isSamePivot } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Source } from '../sources/source.ts';
import { count } from '../words.ts';
import { dayFileText, parseDayFile } from './day-file.ts';
import type { StorePlaces } from './places.ts';
import { SourceState } from './state.ts';

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
  #swept: Promise<unknown> | undefined;

  constructor(readonly options: StoreOptions) {
    this.places = options.places;
    this.state = new SourceState(options.places, options.now);
  }

  /** All days that have a file, also those that can have no rates. @throws Failure */
  names(): ReadonlySet<Day> {
    return new Set(this.#listed());
  }

  /** Stored days that can have rates, ascending. @throws Failure */
  days(): Day[] {
    const { source, now, reporter } = this.options;
    const first = source?.calendar.first ?? firstDay;
    const today = dayAt(now());
    const all = this.#listed();
    const skipped = [
      [all.filter((day) => day < first), `before ${first}, the first day with rates`],
      [all.filter((day) => day > today), `after today by the clock of this machine, ${today}`],
    ] as const;
    for (const [days, why] of skipped) {
      const are = `${count(days.length, 'stored day')} ${days.length === 1 ? 'is' : 'are'} skipped`;
      if (days.length > 0) reporter.problemOnce(`${are}, ${why}: ${daysInWords(days)}`);
    }
    return all.filter((day) => day >= first && day <= today);
  }

  isStored(day: Day): boolean {
    return lstatSync(this.pathOf(day), { throwIfNoEntry: false }) !== undefined;
  }

  /** Moves a damaged file aside. @throws Failure */
  read(day: Day): DayRates | undefined {
    const rates = this.peek(day);
    if (!rates) this.#moveDamaged(day);
    return rates;
  }

  /** Leaves a damaged file where it is. @throws Failure */
  peek(day: Day): DayRates | undefined {
    return this.#readAt(this.pathOf(day), day);
  }

  #readAt(path: string, day: Day): DayRates | undefined {
    const rates = parseDayFile(textAt(path) ?? '', day);
    if (!rates || !isSamePivot(rates, this.options.source?.pivot ?? rates)) return undefined;
    const isFinalEarly = !isFinished(day, this.options.now()) && this.canStore(day);
    return isFinalEarly ? { ...rates, isFinal: true } : rates;
  }

  /** Provisional rates of the day, of any age. */
  provisional(day: Day): DayRates | undefined {
    return this.state.provisional(day)?.rates;
  }

  /** Of a day that is final. What is replaced or put aside goes to the replaced files. @throws Failure */
  async storeRates(rates: DayRates, flush: Flush = 'at once'): Promise<StoreResult> {
    const { day } = rates;
    const stored = this.peek(day);
    // a damaged file that cannot be moved is not replaced
    const failure = stored ? undefined : this.#moveDamaged(day);
    if (failure) throw failure;
    const result = comparedWith(stored, rates);
    if (result === 'put aside') await this.#putAside(day, dayFileText(rates));
    else if (result !== 'same') await this.#write(rates, result === 'changed', flush);
    // a process may have been killed between writing it and its flush
    else if (flush === 'at once') await this.flush([day]);
    return result;
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
    return ifPossible(() => this.#listed().findLast((day) => day > today && this.peek(day)));
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
      if (!this.peek(day)) patientlySync(() => rmSync(this.pathOf(day), { force: true }));
    });
  }

  pathOf(day: Day): string {
    return join(this.places.days, `${day}.json`);
  }

  /** Not asynchronously: what Node loads for that takes longer than a long list. */
  #listed(): Day[] {
    const { days } = this.places;
    try {
      const names = readdirSync(days).filter((name) => name.endsWith('.json'));
      return names.flatMap((name) => parseDay(name.slice(0, -5)) ?? []).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw unreadable(`${days} cannot be read`, error);
    }
  }

  async #write(rates: DayRates, isReplaced: boolean, flush: Flush) {
    const { day } = rates;
    const { days, locks, journal, replaced, state } = this.places;
    const path = this.pathOf(day);
    const folders = [unfinishedIn(days), locks, journal, replaced, dirname(state)];
    this.#swept ??= Promise.all(folders.map(removeStale));
    await this.#swept;
    if (isReplaced) {
      // what a link leads to stays where it is
      const file = await patiently(() => readUnlinked(path)).catch(unless('ELOOP'));
      if (file) await this.#putAside(day, file);
    }
    await writeWhole(path, dayFileText(rates), flush, unfinishedIn(days));
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
    if (!this.isStored(day)) return undefined;
    const path = this.pathOf(day);
    let failure: Failure | undefined;
    let what = `cannot be moved: ${path}`;
    try {
      const target = this.#newPath(this.places.damaged, day);
      moveFile(path, target);
      // another process may already have replaced it with a whole file
      if (this.#readAt(target, day)) {
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

function comparedWith(stored: DayRates | undefined, { rates }: DayRates) {
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
 * Undefined if there is none; empty if it is too large, or no regular file (a pipe would block). @throws
 * Failure
 */
export function textAt(path: string): string | undefined {
  try {
    const file = statSync(path);
    const isRead = file.isFile() && file.size <= mostBytes;
    return isRead ? patientlySync(() => readFileSync(path, 'utf8')) : '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.includes(code)) return '';
    throw unreadable(`${path} cannot be read`, error);
  }
}
