import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, eachDay } from '../calendar/day.ts';
import { hasUsable } from '../rates/day-rates.ts';
import { type DayOutcome, outcomeOf, type Whole, type WholeConnection } from '../sources/source.ts';
import { acquireLock } from '../store/lock.ts';
import { addFinding } from './findings.ts';
import type { Plan } from './plan.ts';
import type { StoredDays } from './stored-days.ts';

/** Outcomes that are not those of stored days. */
type Download = ReadonlyMap<Day, DayOutcome>;

/** Gets all days of a source at once, whichever are missing, and stores them. @throws Failure */
export async function downloadAll(
  connection: WholeConnection,
  { missing }: Plan,
  stored: StoredDays | undefined,
  signal: AbortSignal,
): Promise<Download> {
  if (stored) return download(connection, stored, signal);
  const { days = [] } = (await connection.all()) ?? {};
  const outcomes = new Map(days.map((rates) => [rates.day, outcomeOf(rates)]));
  const last = days.at(-1)?.day ?? '';
  for (const day of missing)
    if (!outcomes.has(day)) outcomes.set(day, { day, reason: day > last ? 'not published yet' : 'closed' });
  return outcomes;
}

/** Returns the days without a usable rate. */
async function download(
  connection: WholeConnection,
  stored: StoredDays,
  signal: AbortSignal,
): Promise<Download> {
  const lock = await acquireLock(stored.store.places.locks, ['all'], signal);
  try {
    // others may have done so while this one waited
    stored.store.state.reread();
    const version = stored.version();
    if (version && stored.publication()) return new Map();

    stored.hasDownloaded = true;
    const whole = await connection.all((!stored.refresh && version) || {});
    const unusable = whole ? await storeAll(whole, stored, signal) : new Map();
    await stored.learnAll(whole);
    return unusable;
  } finally {
    await lock.release();
  }
}

/** A stored day is replaced by a refresh alone. Returns the days without a usable rate. @throws Failure */
async function storeAll({ days }: Whole, stored: StoredDays, signal: AbortSignal): Promise<Download> {
  const { store, refresh, source } = stored;
  const before = store.names();
  const published = new Set<Day>();
  const unusable = new Map<Day, DayOutcome>();
  const written: Day[] = [];

  for (const [at, rates] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    signal.throwIfAborted();
    const { day } = rates;
    published.add(day);
    if (before.has(day) && !(refresh && hasUsable(rates))) continue;
    if (!hasUsable(rates)) unusable.set(day, outcomeOf(rates));
    else if ((await stored.storeDay(rates, 'later', !before.has(day))) !== 'same') written.push(day);
  }

  await store.flush(written);
  const [first] = days;
  const last = days.at(-1);
  const all = first && last ? [...eachDay(first.day, last.day)] : [];
  const { publishes } = source.calendar;
  const closed = all.filter((day) => !published.has(day) && publishes(day) && !store.isStored(day));
  await store.state.learn(closed.map((day) => ({ day, reason: 'closed' })));
  if (refresh)
    for (const day of store.days()) if (!published.has(day)) addFinding(stored.findings, 'gone', day);
  return unusable;
}
