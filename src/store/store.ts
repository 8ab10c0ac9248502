import { type Day, dayAt, firstDay, isFinished } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Code } from '../currencies/code.ts';
import type { Flush } from '../disk/whole-file.ts';
import { ifPossible } from '../errors.ts';
import { type DayRates, isSameSide, type Side } from '../rates/day-rates.ts';
import { count } from '../words.ts';
import { dayFileText, isWhole, sideOfDayFile } from './day-file.ts';
import { type DamagedFile, DayFiles } from './day-files.ts';
import { DayReader } from './day-reader.ts';
import { DroppedCodes } from './dropped-codes.ts';
import { LentDays } from './lent-days.ts';
import type { StorePlaces } from './places.ts';
import { provisionalIn } from './running-days.ts';
import { SparseDays } from './sparse-days.ts';

/** Whose days they are. */
interface Publisher {
  readonly pivot: Side;
  readonly calendar: Pick<Calendar, 'first' | 'isFinal'>;
  /** Each day costs a request of those that may be sent. */
  readonly has?: { readonly quota: boolean };
}

interface StoreOptions {
  readonly places: StorePlaces;
  /** Undefined if it is not known: then days of any base count, and are final once they are over. */
  readonly source?: Publisher | undefined;
  readonly now: () => number;
  readonly onDamaged: (file: DamagedFile) => void;
  /** Told once of files of days that can have no rates. */
  readonly onStray?: (message: string) => void;
}

/** `put aside`: it has too few of the stored codes, and the stored day stays. */
export type KeepResult = 'kept' | 'same' | 'changed' | 'put aside' | 'not kept';

export class Store {
  readonly places: StorePlaces;
  readonly sparse: SparseDays;
  readonly #files: DayFiles;
  readonly #dropped: DroppedCodes;
  readonly #reader = new DayReader();
  readonly #lent = new LentDays();
  #areStraysTold = false;

  constructor(private readonly options: StoreOptions) {
    const { places, source, now, onDamaged } = options;
    const worth = source?.has?.quota === false ? 'free' : 'paid for';
    this.places = places;
    this.#files = new DayFiles({
      places,
      worth,
      now,
      onDamaged,
      isDay: (file, day) => this.#isDay(file, day),
    });
    this.#dropped = new DroppedCodes(places.dropped);
    this.sparse = new SparseDays(places.sparse);
  }

  /** Leaves a damaged file where it is. @throws Failure */
  holds(day: Day): boolean {
    return this.#isDay(this.#files.file(day), day) || this.#lent.has(day);
  }

  /** Leaves a damaged file where it is. @throws Failure */
  peek(day: Day): DayRates | undefined {
    return this.#parse(this.#files.file(day), day) ?? this.#lent.get(day);
  }

  /** Whether the day is held. Sets a damaged file aside. @throws Failure */
  takeStock(day: Day): boolean {
    return this.#files.find(day, (file) => this.#isDay(file, day)) === true || this.#lent.has(day);
  }

  /**
   * With the codes that are unusable, or were when the day came. Sets a damaged file aside.
   * @param codes others may be left out @throws Failure
   */
  read(day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
    const unusable = this.#dropped.of(day);
    const wanted = unusable.length > 0 ? undefined : codes;
    const held = this.#files.find(day, (file) => this.#parse(file, day, wanted));
    if (!held) return this.#lent.get(day);

    const lacking = unusable.filter((code) => !held.rates.has(code as Code));
    const dropped = [...new Set([...(held.dropped ?? []), ...lacking])];
    return dropped.length > 0 ? { ...held, dropped } : held;
  }

  /** Provisional rates of the day, of any age. */
  provisional(day: Day): DayRates | undefined {
    const { places, now } = this.options;
    return provisionalIn(places.running, day, now())?.rates;
  }

  /** Counts a finished day as held in this process, though it is not written. */
  lend(rates: DayRates, served?: number): void {
    if (this.mayKeep(rates.day, served)) this.#lent.add(rates);
  }

  /**
   * Only whole days, finished by both clocks. What is replaced or put aside goes to the replaced files.
   * @param served the time by the service's clock @throws Failure
   */
  async keep(rates: DayRates, served: number | undefined, flush: Flush = 'at once'): Promise<KeepResult> {
    const { day } = rates;
    if (!this.mayKeep(day, served)) return 'not kept';
    if (!this.#isOwn(rates) || !isWhole(rates, rates.rates)) return 'not kept';

    const held = this.#files.find(day, (file) => this.#parse(file, day));
    if (held && this.#isTooFew(rates, held)) {
      await this.#files.putAside(day, dayFileText(rates));
      return 'put aside';
    }

    const result = comparedWith(held, rates);
    if (result !== 'same')
      await this.#files.write(day, dayFileText(rates), { isReplaced: result === 'changed', flush });
    // the same may come from a process that was killed before its flush
    else if (flush === 'at once') await this.flush([day]);

    await this.#dropped.remember(day, rates.dropped ?? []);
    return result;
  }

  /** Resolves once these days are on disk, whoever wrote them, if that is worth it. @throws Failure */
  flush(days: readonly Day[]): Promise<void> {
    return this.#files.flush(days);
  }

  /**
   * Removes the day's file if a power cut has torn it. Call this only for a day that is about to be kept.
   */
  removeTorn(day: Day): void {
    this.#files.removeTorn(day);
  }

  /** Call this before anything is paid for. @throws Failure if a day could not be written */
  checkWritable(): void {
    this.#files.checkWritable();
  }

  /** Whether the day is final, by both clocks. @param served the time by the service's clock */
  mayKeep(day: Day, served = this.options.now()): boolean {
    const { source, now } = this.options;
    const isFinal = source?.calendar.isFinal ?? isFinished;
    return isFinal(day, Math.min(now(), served));
  }

  /** Days that can have rates and have a file, which may be damaged; ascending. @throws Failure */
  async days(): Promise<Day[]> {
    const { source, now } = this.options;
    const first = source?.calendar.first ?? firstDay;
    const last = dayAt(now());
    const isStray = (day: Day) => day < first || last < day;

    const all = this.#files.days();
    const strays = all.filter(isStray);
    if (strays.length === 0) return all;
    this.#tellStrays(strays, first);
    return all.filter((day) => !isStray(day));
  }

  /** Whether a later day has a file. @throws Failure */
  hasAfter(day: Day): boolean {
    return this.#files.daysAfter(day).length > 0;
  }

  /** The newest whole day after today: a clock by which it is still to come is wrong. */
  dayToCome(): Day | undefined {
    const { now } = this.options;
    return ifPossible(() => this.#files.daysAfter(dayAt(now())).findLast((day) => this.holds(day)));
  }

  #tellStrays(strays: readonly Day[], first: Day): void {
    if (this.#areStraysTold) return;
    this.#areStraysTold = true;
    const today = dayAt(this.options.now());
    const tell = (days: readonly Day[], why: string) => {
      const skipped = `${count(days.length, 'stored day')} ${days.length === 1 ? 'is' : 'are'} skipped`;
      if (days.length > 0) this.options.onStray?.(`${skipped}, ${why}: ${daysInWords(days, mostNamed)}`);
    };
    tell(
      strays.filter((day) => day <= today),
      `before ${first}, the first day with rates`,
    );
    tell(
      strays.filter((day) => day > today),
      `after today by the clock of this machine, ${today}`,
    );
  }

  /** In bytes, without reading the day's file; undefined if there is none. */
  sizeOf(day: Day): number | 'unreadable' | undefined {
    return this.#files.sizeOf(day);
  }

  #parse(file: Buffer, day: Day, codes?: ReadonlySet<Code>): DayRates | undefined {
    const held = this.#reader.read(file, day, codes);
    if (!held || !this.#isOwn(held)) return undefined;

    const isFinalEarly = !isFinished(day, this.options.now()) && this.mayKeep(day);
    return isFinalEarly ? { ...held, isFinal: true } : held;
  }

  #isDay(file: Buffer, day: Day): boolean {
    const side = sideOfDayFile(file.toString(), day);
    return side !== undefined && this.#isOwn(side);
  }

  #isOwn(side: Side): boolean {
    return isSameSide(side, this.options.source?.pivot ?? side);
  }

  #isTooFew({ rates }: DayRates, held: DayRates): boolean {
    // of an incomplete day, which is fetched for a second time, more codes are expected
    if (this.sparse.has(held.day)) return rates.size < held.rates.size;
    return [...rates.keys()].filter((code) => held.rates.has(code)).length < held.rates.size / 2;
  }
}

/** Runs of days. */
const mostNamed = 5;

function comparedWith(held: DayRates | undefined, { rates }: DayRates): 'kept' | 'same' | 'changed' {
  if (!held) return 'kept';
  if (held.rates.size !== rates.size) return 'changed';
  return [...held.rates].every(([code, rate]) => rates.get(code) === rate) ? 'same' : 'changed';
}
