import { promises } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { makeFolder } from '../disk/folder.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import { Failure } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, jsonText, parseJson } from '../rates/json.ts';
import { dayFileMembers, dayOfJson, textAt } from './day-file.ts';
import { textsIn } from './remembered.ts';

interface RunningOptions {
  readonly folder: string;
  readonly now: () => number;
  /** Milliseconds from one publication of the service to the next. */
  readonly updateEvery: () => number;
  /** Whether rates count even if the service can have newer ones. */
  readonly anyAge: boolean;
}

/** The rates of days that are not finished, reused until the service can have newer ones. */
export class RunningDays {
  /** Found when the run was planned, and given although they may have aged since. */
  readonly #pinned = new Map<Day, DayRates>();

  constructor(private readonly options: RunningOptions) {}

  /** For the plan: what it counts as held is there when its turn comes. False if nothing is. */
  pin(day: Day): boolean {
    const rates = this.current(day);
    if (rates) this.#pinned.set(day, rates);
    else this.#pinned.delete(day);
    return rates !== undefined;
  }

  read(day: Day): DayRates | undefined {
    return this.#pinned.get(day) ?? this.current(day);
  }

  /** Of the days that are not finished, the newest that is kept. */
  newest(): Day | undefined {
    const today = dayAt(this.options.now());
    return [today, addDays(today, -1)].find((day) => this.current(day));
  }

  current(day: Day): DayRates | undefined {
    if (isFinished(day, this.options.now())) return undefined;
    const found = this.#find(day);
    return found && (this.options.anyAge || this.#isNewest(found.rates, found.came))
      ? found.rates
      : undefined;
  }

  /** @param came in milliseconds since 1970 @throws Failure */
  async keep(rates: DayRates, came: number): Promise<void> {
    makeFolder(this.options.folder);
    const { day, dropped } = rates;
    await writeWhole(this.#pathOf(day), `${jsonText({ came, dropped, ...dayFileMembers(rates) }, true)}\n`);
    await this.#removeFinished();
  }

  /** A time of publication in the future is none. */
  #isNewest({ timestamp = Number.POSITIVE_INFINITY }: DayRates, came: number): boolean {
    const { now, updateEvery } = this.options;
    const age = now() - Math.min(timestamp * 1000, came);
    // a clock that was set back says nothing about the age
    return came <= now() && age < updateEvery();
  }

  /** Undefined also where the file is damaged or cannot be read: the rates are merely asked for again. */
  #find(day: Day): { readonly rates: DayRates; readonly came: number } | undefined {
    const json = parseJson(textIfReadable(this.#pathOf(day)));
    const rates = dayOfJson(json, day);
    if (!rates || !isObject(json) || typeof json.came !== 'number') return undefined;
    const dropped = textsIn(json.dropped) ?? [];
    return { rates: dropped.length > 0 ? { ...rates, dropped } : rates, came: json.came };
  }

  async #removeFinished(): Promise<void> {
    const { folder, now } = this.options;
    for (const name of await promises.readdir(folder).catch(() => [])) {
      const day = parseDay(name.replace(/\.json$/, ''));
      if (day && isFinished(day, now()))
        await promises.rm(join(folder, name), { force: true }).catch(() => {});
    }
    await removeStale(folder, now());
  }

  #pathOf(day: Day): string {
    return join(this.options.folder, `${day}.json`);
  }
}

function textIfReadable(path: string): string {
  try {
    return textAt(path) ?? '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return '';
  }
}
