import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { isObject, parseJson } from '../json.ts';
import type { Gap, Source, Version, Whole } from '../sources/source.ts';
import type { Gaps } from '../store/gaps.ts';
import { Remembered } from '../store/remembered.ts';
import type { Store } from '../store/store.ts';

/** When all days of a source came last, in milliseconds since 1970, and what they were. */
interface Came {
  readonly at: number;
  readonly version: Version;
  /** How many days up to the last one were held then, those of earlier answers included. */
  readonly held: number;
  readonly last: Day;
}

interface PublicationOptions {
  readonly source: Pick<Source, 'calendar' | 'updateEvery'>;
  readonly store: Store;
  readonly gaps: Gaps;
  readonly now: () => number;
  readonly refresh: boolean;
}

/** Which of the days that are not held a source may be asked for that gives all of its days at once. */
export class Publication {
  readonly #memory: Remembered<Came>;
  readonly #began: number;
  /** In vain or not; from then on, what is held counts also for a refresh. */
  hasAsked = false;
  readonly #options: PublicationOptions;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#memory = new Remembered(join(options.store.places.asked, 'all'), parseCame);
    this.#began = options.now();
  }

  /** Why the day is not held; undefined if it may be asked for. */
  gapOf(day: Day): Gap['gap'] | undefined {
    const { source, store, gaps } = this.#options;
    if (!source.calendar.publishes(day) || gaps.isAbsent(day, store)) return 'not published';
    if (this.hasAsked && gaps.isKnown(day)) return 'not published';
    const came = this.came();
    // else its file was deleted since
    return came && (day > came.last ? 'not yet' : this.hasAsked ? 'not held' : undefined);
  }

  /** Undefined once it is time to ask again. */
  came(): Came | undefined {
    const came = this.#memory.read();
    if (!came) return undefined;
    const age = this.#options.now() - came.at;
    const isOfHour = age >= 0 && age < this.#options.source.updateEvery();
    return (this.#options.refresh ? this.hasAsked || came.at > this.#began : isOfHour) ? came : undefined;
  }

  /** Of the last answer, while every day of it is still held. */
  async version(): Promise<Version | undefined> {
    const came = this.#memory.read();
    return came && (await this.#heldTo(came.last)) === came.held ? came.version : undefined;
  }

  /** @param whole undefined: nothing has changed @throws Failure */
  async remember(whole: Whole | undefined): Promise<void> {
    const last = whole?.days.at(-1)?.day;
    const came = last
      ? { version: whole.version, last, held: await this.#heldTo(last) }
      : this.#memory.read();
    await this.#memory.remember(JSON.stringify({ ...came, at: this.#options.now() }));
  }

  async #heldTo(last: Day): Promise<number> {
    return (await this.#options.store.days()).filter((day) => day <= last).length;
  }
}

function parseCame(text: string): Came | undefined {
  const json = parseJson(text);
  return isObject(json) && typeof json.at === 'number' && isObject(json.version)
    ? (json as unknown as Came)
    : undefined;
}
