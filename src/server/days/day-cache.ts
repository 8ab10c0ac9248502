import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import { thisTurn } from '../../disk/turn.ts';
import { ifPossible } from '../../errors.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Store } from '../../store/store.ts';

const mostDays = 1_000;

/** Milliseconds within which two changes of a folder may have the same time stamp. */
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

interface ReadDay {
  readonly stamp: string;
  readonly rates: DayRates;
  /** In which the file was last looked at. */
  readonly turn: object;
}

/** Reads a held day again only after its file has changed. */
export function dayCache(store: Store): (day: Day) => DayRates | undefined {
  const read = new Map<Day, ReadDay>();

  return (day) => {
    const known = read.get(day);
    const turn = thisTurn();
    // its requests had all come before it began: one look at a file does for all
    if (known && known.turn === turn) return known.rates;

    const stamp = stampOf(`${store.places.days}${sep}${day}.json`);
    const rates = known && stamp === known.stamp ? known.rates : store.read(day);
    read.delete(day);
    if (stamp && rates) read.set(day, { stamp, rates, turn });
    if (read.size > mostDays) {
      const [oldest = day] = read.keys();
      read.delete(oldest);
    }
    return rates;
  };
}

/** Enough, since files are only ever replaced whole. */
function stampOf(path: string): string | undefined {
  const file = found(path);
  return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
}

/** Undefined also on an error, which the store then reports. */
const found = (path: string) => ifPossible(() => statSync(path, { throwIfNoEntry: false }));
