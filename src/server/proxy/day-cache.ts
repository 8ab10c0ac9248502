import { type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Store } from '../../store/store.ts';

/** Days kept in memory. */
const most = 1_000;

type Stamp = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

interface Read {
  readonly stamp: Stamp;
  readonly rates: DayRates;
}

/** Reads a held day again only after its file has changed. */
export class DayCache {
  readonly #store: Store;
  readonly #read = new Map<Day, Read>();
  /** In this turn of the event loop. */
  readonly #seen = new Map<Day, DayRates>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A turn answers requests that had come when it began: all of them may have what the first of them found. */
  read(day: Day): DayRates | undefined {
    const seen = this.#seen.get(day);
    if (seen) return seen;
    const rates = this.#look(day);
    if (!rates) return undefined;
    if (this.#seen.size === 0) setImmediate(() => this.#seen.clear());
    this.#seen.set(day, rates);
    return rates;
  }

  #look(day: Day): DayRates | undefined {
    const stamp = this.#stampOf(day);
    const known = this.#read.get(day);
    this.#read.delete(day);
    if (stamp && known && isSame(known.stamp, stamp)) return this.#remember(day, known);
    const rates = this.#store.read(day);
    return stamp && rates ? this.#remember(day, { stamp, rates }) : rates;
  }

  #remember(day: Day, read: Read): DayRates {
    this.#read.set(day, read);
    if (this.#read.size > most) {
      const [oldest = day] = this.#read.keys();
      this.#read.delete(oldest);
    }
    return read.rates;
  }

  /** Undefined also on an error, which the store then reports. */
  #stampOf(day: Day): Stamp | undefined {
    try {
      return statSync(`${this.#store.places.days}${sep}${day}.json`, { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }
}

/** Files are only ever replaced whole. */
const isSame = (a: Stamp, b: Stamp) => a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
