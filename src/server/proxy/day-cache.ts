import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Store } from '../../store/store.ts';

/** Days kept in memory. */
const most = 1_000;

type Stamp = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

/** Reads a held day again only after its file has changed. */
export class DayCache {
  readonly #store: Store;
  readonly #read = new Map<Day, { readonly stamp: Stamp; readonly rates: DayRates }>();

  constructor(store: Store) {
    this.#store = store;
  }

  read(day: Day): DayRates | undefined {
    const stamp = this.#stampOf(day);
    const known = this.#read.get(day);
    this.#read.delete(day);
    if (!stamp) return this.#store.read(day);
    const rates = known && isSame(known.stamp, stamp) ? known.rates : this.#store.read(day);
    if (rates) this.#remember(day, stamp, rates);
    return rates;
  }

  #remember(day: Day, stamp: Stamp, rates: DayRates): void {
    this.#read.set(day, { stamp, rates });
    const [oldest] = this.#read.keys();
    if (this.#read.size > most && oldest) this.#read.delete(oldest);
  }

  /** Undefined also on an error, which the store then reports. */
  #stampOf(day: Day): Stamp | undefined {
    try {
      return statSync(join(this.#store.places.days, `${day}.json`), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}

/** Files are only ever replaced whole. */
const isSame = (a: Stamp, b: Stamp) => a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
