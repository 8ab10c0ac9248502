import { type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Store } from '../../store/store.ts';

const most = 1_000;

/** Milliseconds that two changes of a folder may share a time stamp. */
const coarse = 3_000;

/** Lists the held days again only after their folder has changed. */
export function listCache(store: Store): () => Promise<readonly Day[]> {
  let listed: { readonly changed: number | undefined; readonly days: readonly Day[] } | undefined;
  return async () => {
    const changed = found(store.places.days)?.mtimeMs;
    if (listed && changed === listed.changed) return listed.days;
    const days = await store.days();
    listed = Date.now() - (changed ?? Number.NaN) > coarse ? { changed, days } : undefined;
    return days;
  };
}

/** Undefined also on an error, which the store then reports. */
function found(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Reads a held day again only after its file has changed. */
export function dayCache(store: Store): (day: Day) => DayRates | undefined {
  const read = new Map<Day, { readonly stamp: string; readonly rates: DayRates }>();
  const seen = new Map<Day, DayRates>();

  function look(day: Day): DayRates | undefined {
    const stamp = stampOf(day);
    const known = read.get(day);
    read.delete(day);
    const rates = stamp && stamp === known?.stamp ? known.rates : store.read(day);
    if (stamp && rates) read.set(day, { stamp, rates });
    if (read.size > most) {
      const [oldest = day] = read.keys();
      read.delete(oldest);
    }
    return rates;
  }

  /** Enough, since files are only ever replaced whole. */
  function stampOf(day: Day): string | undefined {
    const file = found(`${store.places.days}${sep}${day}.json`);
    return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
  }

  /** A turn answers requests that had come when it began: all of them may have what the first of them found. */
  return (day) => {
    const known = seen.get(day);
    if (known) return known;
    const rates = look(day);
    if (!rates) return undefined;
    if (seen.size === 0) setImmediate(() => seen.clear());
    seen.set(day, rates);
    return rates;
  };
}
