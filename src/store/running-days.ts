import { promises } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, jsonText, parseJson } from '../rates/json.ts';
import { dayFileMembers, dayOfJson, textAt } from './day-file.ts';
import { textsIn } from './remembered.ts';

export class RunningDays {
  /** Found when the run was planned, and given although they may have aged since. */
  readonly #pinned = new Map<Day, DayRates>();

  /**
   * @param updateEvery milliseconds from one publication of the service to the next
   * @param anyAge rates count even if the service can have newer ones
   */
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
    private readonly updateEvery: () => number,
    private readonly anyAge: boolean,
  ) {}

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

  newest(): Day | undefined {
    const today = dayAt(this.now());
    return [today, addDays(today, -1)].find((day) => this.current(day));
  }

  current(day: Day): DayRates | undefined {
    if (isFinished(day, this.now())) return undefined;
    const found = this.#find(day);
    return found && (this.anyAge || this.#isNewest(found.rates, found.came)) ? found.rates : undefined;
  }

  /** @param came in milliseconds since 1970 @throws Failure */
  async keep(rates: DayRates, came: number): Promise<void> {
    makeFolder(this.folder);
    const { day, dropped } = rates;
    await writeWhole(this.#pathOf(day), `${jsonText({ came, dropped, ...dayFileMembers(rates) }, true)}\n`);
    await this.#removeFinished();
  }

  /** A time of publication in the future is none. */
  #isNewest({ timestamp = Number.POSITIVE_INFINITY }: DayRates, came: number): boolean {
    const age = this.now() - Math.min(timestamp * 1000, came);
    // a clock that was set back says nothing about the age
    return came <= this.now() && age < this.updateEvery();
  }

  /** Undefined also where the file is damaged or cannot be read: the rates are merely asked for again. */
  #find(day: Day): { readonly rates: DayRates; readonly came: number } | undefined {
    let json: unknown;
    try {
      json = parseJson(textAt(this.#pathOf(day)) ?? '');
    } catch {
      return undefined;
    }
    const rates = dayOfJson(json, day);
    if (!rates || !isObject(json) || typeof json.came !== 'number') return undefined;
    const dropped = textsIn(json.dropped) ?? [];
    return { rates: dropped.length > 0 ? { ...rates, dropped } : rates, came: json.came };
  }

  async #removeFinished(): Promise<void> {
    for (const name of await promises.readdir(this.folder).catch(() => [])) {
      const day = parseDay(name.replace(/\.json$/, ''));
      if (day && isFinished(day, this.now()))
        await promises.rm(join(this.folder, name), { force: true }).catch(() => {});
    }
    await removeStale(this.folder, this.now());
  }

  #pathOf(day: Day): string {
    return join(this.folder, `${day}.json`);
  }
}
