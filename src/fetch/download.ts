import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, eachDay } from '../calendar/day.ts';
import { hasUsable } from '../rates/day-rates.ts';
import {
  type DayOutcome,
  isUnavailable,
  outcomeOf,
  type Whole,
  type WholeConnection,
} from '../sources/source.ts';
import type { StoredDays } from './stored-days.ts';

/** Unavailable days, too, with the reason. */
export type Download = Pick<ReadonlyMap<Day, DayOutcome>, 'get'>;

/** Gets all days of a source at once, whichever are asked for, and stores them. @throws Failure */
export async function downloadAll(
  connection: WholeConnection,
  stored: StoredDays | undefined,
  signal: AbortSignal,
): Promise<Download> {
  if (!stored) {
    const { days = [] } = (await connection.all()) ?? {};
    const outcomes = outcomesOf(days);
    const last = days.at(-1)?.day ?? '';
    return {
      get: (day) => outcomes.get(day) ?? { day, reason: day > last ? 'not published yet' : 'closed' },
    };
  }
  // one download serves all of this process
  stored.download ??= download(connection, stored, signal).finally(() => {
    stored.download = undefined;
  });
  const unusable = await stored.download;
  return {
    get(day) {
      const outcome = stored.lookUp(day);
      return outcome && !isUnavailable(outcome) ? outcome : (unusable.get(day) ?? outcome);
    },
  };
}

const outcomesOf = (days: Whole['days']): ReadonlyMap<Day, DayOutcome> =>
  new Map(days.map((rates) => [rates.day, outcomeOf(rates)]));

/** Returns the days without a usable rate. */
async function download(
  connection: WholeConnection,
  stored: StoredDays,
  signal: AbortSignal,
): Promise<ReadonlyMap<Day, DayOutcome>> {
  const lock = await stored.acquireLock(['all'], signal);
  try {
    const version = stored.version();
    // another process may have done so while this one waited
    if (lock && version && stored.publication()) return new Map();

    stored.hasDownloaded = true;
    const whole = await connection.all((!stored.refresh && version) || {});
    if (whole) await storeAll(whole, stored, signal);
    await stored.learnAll(whole);
    return outcomesOf((whole?.days ?? []).filter((rates) => !hasUsable(rates)));
  } finally {
    await lock?.release();
  }
}

/** A stored day is replaced by a refresh alone. @throws Failure */
async function storeAll({ days }: Whole, stored: StoredDays, signal: AbortSignal) {
  const { store, receiver, refresh, source } = stored;
  const written: Day[] = [];

  for (const [at, rates] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    signal.throwIfAborted();
    if (!hasUsable(rates)) continue;
    const { day } = rates;
    const before = store.read(day);
    if (before && !refresh) receiver.compare(before, rates);
    else if ((await receiver.storeDay(rates, undefined, 'later')) !== 'same') written.push(day);
  }

  await store.flush(written);
  const published = new Set(days.map(({ day }) => day));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const absent = first && last ? [...eachDay(first, last)].filter((day) => !published.has(day)) : [];
  const closed = absent.filter((day) => source.calendar.publishes(day) && !store.isStored(day));
  await store.state.learn(closed.map((day) => ({ day, reason: 'closed' })));
  if (refresh) for (const day of store.days()) if (!published.has(day)) receiver.note('gone', day);
}
