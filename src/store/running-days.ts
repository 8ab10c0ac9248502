import { promises } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import { ifPossible } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, parseJson } from '../rates/json.ts';
import { prettyJson } from '../rates/json-text.ts';
import { dayFileMembers, dayOfJson, textAt } from './day-file.ts';
import { Remembered, textsIn } from './remembered.ts';

export class RunningDays {
  /** Found when the run was planned, and given although they may have aged since. */
  readonly #pinned = new Map<Day, DayRates>();
  readonly #planned = new Map<Day, number>();
  readonly #asked = new Map<Day, number>();

  /** @param updateEvery milliseconds from one publication of the service to the next */
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
    private readonly updateEvery: () => number,
    private readonly anyAge: boolean,
  ) {}

  /** What a plan counts as held is there when its turn comes. False if the day is to be asked for. */
  plan(day: Day, refresh: boolean): boolean {
    this.#pinned.delete(day);
    if (isFinished(day, this.now())) return false;
    this.#planned.set(day, this.now());
    const rates = refresh ? undefined : this.current(day);
    if (rates) this.#pinned.set(day, rates);
    return rates !== undefined;
  }

  read(day: Day): DayRates | undefined {
    return this.#pinned.get(day) ?? this.current(day) ?? this.shared(day);
  }

  /** Asked for since this run was planned, by whichever process: as good as an answer of its own. */
  shared(day: Day): DayRates | undefined {
    const found = this.#find(day);
    return found && this.#isSincePlan(found.asked, day) ? found.rates : undefined;
  }

  asks(days: readonly Day[]): void {
    for (const day of days) this.#asked.set(day, this.now());
  }

  /** Other runs will know it while they wait for this one. What cannot be written only makes them wait longer. */
  async failed(days: readonly Day[]): Promise<void> {
    for (const day of days) {
      const file = this.#failuresOf(day);
      const times = [...(file.read() ?? []).slice(-1), this.now()];
      await file.remember(times.join(' '), 'later').catch(() => {});
    }
  }

  /** Two of them, since this run was planned. */
  othersFailed(days: readonly Day[]): boolean {
    return days.some((day) => {
      const times = this.#failuresOf(day).read() ?? [];
      return times.length > 1 && times.every((time) => this.#isSincePlan(time, day));
    });
  }

  /** Of any age. */
  newest(): DayRates | undefined {
    const today = dayAt(this.now());
    return (this.#find(today) ?? this.#find(addDays(today, -1)))?.rates;
  }

  current(day: Day): DayRates | undefined {
    const found = this.#find(day);
    return found && (this.anyAge || this.#isNewest(found.rates, found.came)) ? found.rates : undefined;
  }

  /** @param came in milliseconds since 1970 @throws Failure */
  async keep(rates: DayRates, came: number): Promise<void> {
    makeFolder(this.folder);
    const { day, dropped } = rates;
    const members = { came, asked: this.#asked.get(day), dropped, ...dayFileMembers(rates) };
    await writeWhole(this.#pathOf(day), `${prettyJson(members)}\n`);
    await this.#removeFinished();
  }

  /** A time of publication in the future is none. */
  #isNewest({ timestamp = Number.POSITIVE_INFINITY }: DayRates, came: number): boolean {
    const age = this.now() - Math.min(timestamp * 1000, came);
    // a clock that was set back says nothing about the age
    return came <= this.now() && age < this.updateEvery();
  }

  #isSincePlan(time: unknown, day: Day): boolean {
    const planned = this.#planned.get(day);
    return planned !== undefined && typeof time === 'number' && planned < time && time <= this.now();
  }

  /** Undefined also where the file is damaged or cannot be read: the rates are merely asked for again. */
  #find(day: Day) {
    if (isFinished(day, this.now())) return undefined;
    const json = parseJson(ifPossible(() => textAt(this.#pathOf(day))) ?? '');
    const rates = dayOfJson(json, day);
    if (!rates || !isObject(json) || typeof json.came !== 'number') return undefined;
    const dropped = textsIn(json.dropped) ?? [];
    // `asked`: when the request that brought them began; unknown of what older versions kept
    const { came, asked } = json;
    return { rates: dropped.length > 0 ? { ...rates, dropped } : rates, came, asked };
  }

  async #removeFinished(): Promise<void> {
    for (const name of await promises.readdir(this.folder).catch(() => [])) {
      const day = parseDay(name.replace(/\.(json|failed)$/, ''));
      if (day && isFinished(day, this.now()))
        await promises.rm(join(this.folder, name), { force: true }).catch(() => {});
    }
    await removeStale(this.folder, this.now());
  }

  #failuresOf(day: Day): Remembered<readonly number[]> {
    return new Remembered(join(this.folder, `${day}.failed`), (text) => text.split(' ').map(Number));
  }

  #pathOf(day: Day): string {
    return join(this.folder, `${day}.json`);
  }
}
