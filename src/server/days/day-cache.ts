import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import { changedAt, isPast } from '../../disk/changed.ts';
import { patiently, unreadable } from '../../disk/patience.ts';
import { thisTurn } from '../../disk/turn.ts';
import { ifPossible } from '../../errors.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Store } from '../../store/store.ts';

const mostDays = 1_000;

/** Lists the held days again only after their folder has changed. */
export function listCache(store: Store): () => Promise<readonly Day[]> {
  let listed: { readonly changed: number | undefined; readonly days: readonly Day[] } | undefined;
  return async () => {
    const changed = changedAt(store.places.days);
    if (listed && changed === listed.changed) return listed.days;

    const days = await store.days();
    listed = isPast(changed) ? { changed, days } : undefined;
    return days;
  };
}

interface ReadDay {
  readonly stamp: string;
  readonly rates: DayRates;
  /** In which the file was last looked at. */
  readonly turn: object;
}

export interface DayCache {
  /** Reads the day again only after its file has changed. @throws Failure */
  readonly held: (day: Day) => DayRates | undefined;
  /** Whether `held` answers without waiting for a file that Windows refuses, which would stop all others. */
  readonly isReadable: (day: Day) => boolean;
  /** Waits until it does. @throws Failure */
  readonly readable: (days: readonly Day[]) => Promise<void>;
}

export function dayCache(store: Store): DayCache {
  const read = new Map<Day, ReadDay>();
  const pathOf = (day: Day) => `${store.places.days}${sep}${day}.json`;

  function isReadable(day: Day): boolean {
    if (process.platform !== 'win32') return true;
    const stamp = stampOf(pathOf(day));
    return stamp === undefined || stamp === read.get(day)?.stamp;
  }

  return {
    held(day) {
      const known = read.get(day);
      const turn = thisTurn();
      // its requests had all come before it began: one look at a file does for all
      if (known && known.turn === turn) return known.rates;

      const stamp = stampOf(pathOf(day));
      const rates = known && stamp === known.stamp ? known.rates : store.read(day);
      read.delete(day);
      if (stamp && rates) read.set(day, { stamp, rates, turn });
      if (read.size > mostDays) {
        const [oldest = day] = read.keys();
        read.delete(oldest);
      }
      return rates;
    },

    isReadable,

    async readable(days) {
      for (const day of days) if (!isReadable(day)) await opened(pathOf(day));
    },
  };
}

async function opened(path: string): Promise<void> {
  try {
    await patiently(async () => (await open(path)).close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw unreadable(`${path} cannot be read`, error);
  }
}

/** Enough, since files are only ever replaced whole. */
function stampOf(path: string): string | undefined {
  // undefined also on an error, which the store then reports
  const file = ifPossible(() => statSync(path, { throwIfNoEntry: false }));
  return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
}
