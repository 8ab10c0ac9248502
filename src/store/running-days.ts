import { lstatSync, promises } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import { ifPossible } from '../errors.ts';
import { isObject, parseJson, prettyJson } from '../json.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { dayFileMembers, dayOfJson } from './day-file.ts';
import { Remembered } from './remembered.ts';
import { textAt } from './store.ts';

interface RunningOptions {
  readonly folder: string;
  readonly now: () => number;
  /** Milliseconds from one publication of the service to the next. */
  readonly updateEvery: () => number;
  /** Rates count however old they are. */
  readonly anyAge: boolean;
}

interface Provisional {
  readonly rates: DayRates;
  /** When they came, in milliseconds since 1970. */
  readonly came: number;
  /** When the request that brought them began, if it is known. */
  readonly asked: unknown;
}

/** Rates of days that are not finished, shared with other processes while they are the newest. */
export class RunningDays {
  /** Rates that were there when the run was planned; they count although they may have aged since. */
  readonly #pinned = new Map<Day, DayRates>();
  /** When days were planned and asked for, in milliseconds since 1970. */
  readonly #planned = new Map<Day, number>();
  readonly #asked = new Map<Day, number>();

  constructor(private readonly options: RunningOptions) {}

  /** What a plan counts as held is there when its turn comes. False if the day is to be asked for. */
  plan(day: Day, refresh: boolean): boolean {
    this.#pinned.delete(day);
    if (this.#isFinished(day)) return false;

    this.#planned.set(day, this.#now());
    const rates = refresh ? undefined : this.current(day);
    if (rates) this.#pinned.set(day, rates);
    return rates !== undefined;
  }

  read(day: Day): DayRates | undefined {
    return this.#pinned.get(day) ?? this.current(day) ?? this.shared(day);
  }

  /** Rates asked for since this run was planned, by whichever process: as good as an answer of its own. */
  shared(day: Day): DayRates | undefined {
    const found = this.#find(day);
    return found && this.#isSincePlan(found.asked, day) ? found.rates : undefined;
  }

  asks(days: readonly Day[]): void {
    for (const day of days) this.#asked.set(day, this.#now());
  }

  /** Other runs that wait for this one will know of its failure, or wait longer if it cannot be written. */
  async failed(days: readonly Day[]): Promise<void> {
    for (const day of days) {
      const file = this.#failuresOf(day);
      const times = [...(file.read() ?? []).slice(-1), this.#now()];
      await file.remember(times.join(' '), 'later').catch(() => {});
    }
  }

  /** Two other runs have failed since this one was planned. */
  othersFailed(days: readonly Day[]): boolean {
    return days.some((day) => {
      const times = this.#failuresOf(day).read() ?? [];
      return times.length > 1 && times.every((time) => this.#isSincePlan(time, day));
    });
  }

  /** The newest rates, of any age. */
  newest(): DayRates | undefined {
    const today = dayAt(this.#now());
    return (this.#find(today) ?? this.#find(addDays(today, -1)))?.rates;
  }

  current(day: Day): DayRates | undefined {
    const found = this.#find(day);
    const counts = found && (this.options.anyAge || this.#isNewest(found.rates, found.came));
    return counts ? found.rates : undefined;
  }

  /** @param came in milliseconds since 1970 @throws Failure */
  async keep(rates: DayRates, came: number): Promise<void> {
    makeFolder(this.options.folder);
    const { day, dropped } = rates;
    const members = { came, asked: this.#asked.get(day), dropped, ...dayFileMembers(rates) };
    await writeWhole(pathOf(this.options.folder, day), `${prettyJson(members)}\n`);
    await this.#removeFinished();
  }

  /** A time of publication in the future is none. */
  #isNewest({ timestamp = Number.POSITIVE_INFINITY }: DayRates, came: number): boolean {
    const age = this.#now() - Math.min(timestamp * 1000, came);
    // a clock that was set back says nothing about the age
    return came <= this.#now() && age < this.options.updateEvery();
  }

  #isSincePlan(time: unknown, day: Day): boolean {
    const planned = this.#planned.get(day);
    return planned !== undefined && typeof time === 'number' && planned < time && time <= this.#now();
  }

  #find(day: Day): Provisional | undefined {
    return provisionalIn(this.options.folder, day, this.#now());
  }

  async #removeFinished(): Promise<void> {
    const { folder } = this.options;
    // a link may lead to stored days
    if (!ifPossible(() => lstatSync(folder).isDirectory())) return;
    for (const name of await promises.readdir(folder).catch(() => [])) {
      const day = parseDay(name.replace(/\.(json|failed)$/, ''));
      if (!day || !this.#isFinished(day)) continue;
      await promises.rm(join(folder, name), { force: true }).catch(() => {});
    }
    await removeStale(folder, this.#now());
  }

  #now(): number {
    return this.options.now();
  }

  #isFinished(day: Day): boolean {
    return isFinished(day, this.#now());
  }

  #failuresOf(day: Day): Remembered<readonly number[]> {
    return new Remembered(join(this.options.folder, `${day}.failed`), (text) => text.split(' ').map(Number));
  }
}

/** Undefined also where the file is damaged or cannot be read: the rates are merely asked for again. */
export function provisionalIn(folder: string, day: Day, now: number): Provisional | undefined {
  if (isFinished(day, now)) return undefined;

  const json = parseJson(ifPossible(() => textAt(pathOf(folder, day))) ?? '');
  const rates = dayOfJson(json, day);
  if (!rates || !isObject(json) || typeof json.came !== 'number') return undefined;

  const { came, asked } = json;
  const dropped = [...(rates.dropped ?? []), ...(textsIn(json.dropped) ?? [])];
  return { rates: dropped.length > 0 ? { ...rates, dropped } : rates, came, asked };
}

function textsIn(json: unknown): string[] | undefined {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : undefined;
}

const pathOf = (folder: string, day: Day) => join(folder, `${day}.json`);
