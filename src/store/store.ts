import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Day, isFinished, parseDay } from '../calendar/day.ts';
import { cannotWrite } from '../disk/cannot-write.ts';
import { moveFile } from '../disk/move.ts';
import { writeWhole } from '../disk/whole-file.ts';
import { failed } from '../errors.ts';
import { usd } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { dayFileText, parseDayFile } from './day-file.ts';
import type { StorePlaces } from './places.ts';

export interface StoreOptions {
  readonly places: StorePlaces;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told where a damaged file now lies. */
  readonly onDamaged: (day: Day, movedTo: string) => void;
}

/** The held days of one service: each a file that appears whole or not at all. */
export class Store {
  readonly #options: StoreOptions;
  readonly places: StorePlaces;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.places = options.places;
  }

  /** The day, where it is held; a damaged file is set aside. */
  read(day: Day): DayRates | undefined {
    const path = this.#pathOf(day);
    const text = textAt(path);
    if (text === undefined) return undefined;
    const rates = parseDayFile(text, day);
    if (!rates) this.#setAside(day, path);
    return rates;
  }

  /**
   * Keeps a whole day that has finished by both clocks, the machine's and the service's (`served`, where it is known).
   * Where other rates are held they are kept aside.
   * @throws Failure where it cannot be written
   */
  async keep(rates: DayRates, served: number | undefined): Promise<'kept' | 'same' | 'changed' | 'not kept'> {
    const { day } = rates;
    if (!this.mayKeep(day, served) || rates.base !== usd || rates.rates.size === 0) return 'not kept';
    const held = this.read(day);
    if (held && sameRates(held, rates)) return 'same';
    mkdirSync(this.places.days, { recursive: true });
    if (held) copyFileSync(this.#pathOf(day), this.#unusedName(this.places.older, day));
    await writeWhole(this.#pathOf(day), dayFileText(rates));
    return held ? 'changed' : 'kept';
  }

  mayKeep(day: Day, served?: number): boolean {
    return isFinished(day, this.#options.now()) && (served === undefined || isFinished(day, served));
  }

  /** The days that have a file, ascending; whether it is whole only reading tells. */
  async days(): Promise<Day[]> {
    const names = await readdir(this.places.days).catch(() => []);
    return names
      .flatMap((name) => (name.endsWith('.json') ? (parseDay(name.slice(0, -5)) ?? []) : []))
      .sort();
  }

  /** Bytes of all held days. */
  async size(): Promise<number> {
    const sizes = await Promise.all(
      (await this.days()).map(async (day) => (await stat(this.#pathOf(day))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  #pathOf(day: Day): string {
    return join(this.places.days, `${day}.json`);
  }

  #setAside(day: Day, path: string): void {
    const target = this.#unusedName(this.places.damaged, day);
    try {
      moveFile(path, target);
      // another process may have been faster, and what was moved is its whole file
      if (parseDayFile(readFileSync(target, 'utf8'), day)) moveFile(target, path);
      else this.#options.onDamaged(day, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotWrite(target, error);
    }
  }

  #unusedName(folder: string, day: Day): string {
    mkdirSync(folder, { recursive: true });
    return join(folder, `${day}.${new Date(this.#options.now()).toISOString().replaceAll(':', '')}.json`);
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw failed(`a held day cannot be read: ${message}`);
  }
}

function sameRates(a: DayRates, b: DayRates): boolean {
  if (a.rates.size !== b.rates.size) return false;
  for (const [code, rate] of a.rates) if (b.rates.get(code) !== rate) return false;
  return true;
}
