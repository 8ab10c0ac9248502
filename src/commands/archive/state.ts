import { join } from 'node:path';
import {
  addDays,
  countDays,
  type Day,
  dayAt,
  eachDay,
  firstDay,
  monthOf,
  parseDay,
} from '../../calendar/day.ts';
import { type Calendar, lastFinal } from '../../calendar/publishing.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import { isObject, jsonText, parseJson } from '../../json.ts';
import type { Run } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { stateOf } from '../../store/places.ts';
import { Remembered } from '../../store/remembered.ts';
import type { Store } from '../../store/store.ts';

/** What an archive remembers from run to run. */
export interface Memory {
  /** Its first day. */
  readonly start: Remembered<Day>;
  readonly lastRun: Remembered<LastRun>;
}

export function memoryOf(run: Run): Memory {
  const { places, source, alternative } = run;
  const folder = join(stateOf(storeFolder(run), places.state), 'archive', source.folder);
  const pathOf = (name: string) => join(folder, alternative ? `${name}-alternative` : name);

  return {
    start: new Remembered(pathOf('since'), parseDay),
    lastRun: new Remembered(pathOf('last-run'), parseLastRun),
  };
}

export const unkept = 'received days could not be stored';

/** Remembers how the run ends, however it does. That this cannot be written is no reason to fail. */
export async function remembering<Ended extends { readonly code: ExitCode }>(
  { lastRun }: Memory,
  { host, reporter }: Run,
  work: (learned: LastRun) => Promise<Ended>,
): Promise<Ended> {
  const learned: LastRun = lastRun.read() ?? { at: '', code: exit.ok, error: null, success: null };

  function remember(code: ExitCode, message: string | null): Promise<void> {
    const at = new Date(host.now()).toISOString().replace(/\.\d+/, '');
    const error = message && reporter.fit(message);
    const success = hasFailed({ code }) ? learned.success : at;
    return lastRun.remember(jsonText({ ...learned, at, code, error, success }));
  }

  try {
    const ended = await work(learned);
    const { code } = ended;
    const error = code === exit.failed ? unkept : null;
    await remember(code, error).catch(({ message }) => reporter.problem(message));
    return ended;
  } catch (error) {
    if (error instanceof Failure && error.code === 'bad_clock') throw error;
    const { exitCode, message } =
      error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);
    await remember(exitCode, message).catch(() => {});
    throw error;
  }
}

/** How the last run ended, and what it knew for the next one, and for whoever asks how the archive is. */
export interface LastRun {
  readonly at: string;
  readonly code: number;
  readonly error: string | null;
  readonly success: string | null;
  /** The day of the quota that days wait for; undefined: they wait for the next run. */
  until?: Day | undefined;
  /** Requests, as last heard, and the day of the next quota. */
  left?: number | undefined;
  renewal?: Day | undefined;
  /** The day of the next quota, once the user has been told that this one is used up. */
  told?: Day | undefined;
}

type Check = (value: unknown) => boolean;

const isText = (value: unknown) => typeof value === 'string';

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const isTime = (value: unknown) =>
  typeof value === 'string' && timePattern.test(value) && Number.isFinite(Date.parse(value));

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isDay = (value: unknown) => typeof value === 'string' && parseDay(value) !== undefined;

const orNull =
  (isRight: Check): Check =>
  (value) =>
    value === null || isRight(value);

const orNone =
  (isRight: Check): Check =>
  (value) =>
    value === undefined || isRight(value);

const members: { readonly [K in keyof LastRun]-?: Check } = {
  at: isTime,
  code: (value) => Object.values<unknown>(exit).includes(value),
  error: orNull(isText),
  success: orNull(isTime),
  until: orNone(isDay),
  left: orNone(isCount),
  renewal: orNone(isDay),
  told: orNone(isDay),
};

/** Undefined unless each member is as it is written. */
export function parseLastRun(text: string): LastRun | undefined {
  const json = parseJson(text);
  if (!isObject(json)) return undefined;

  const isWhole = Object.entries(members).every(([name, isRight]) => isRight(json[name]));
  return isWhole ? (json as unknown as LastRun) : undefined;
}

export const hasFailed = ({ code }: Pick<LastRun, 'code'>) => code !== exit.ok && code !== exit.partial;

/** The remembered first day; undefined also for one that only a wrong clock can have given. */
export function rememberedStart(start: Remembered<Day>, { calendar, now }: Publishing): Day | undefined {
  const day = start.read();
  const isPossible = day && firstDay <= day && day <= dayAt(now);
  return isPossible ? laterOf(day, calendar.first ?? firstDay) : undefined;
}

/**
 * As remembered; in a store that was moved, where its days begin; else the first of the month.
 * @param held stored days, ascending @throws Failure
 */
export function firstOfArchive(start: Remembered<Day>, held: readonly Day[], publishing: Publishing): Day {
  const today = dayAt(publishing.now);
  const ofMonth = `${monthOf(today)}-01` as Day;
  const text = start.text();
  if (text !== undefined && !parseDay(text))
    throw new Failure(
      'damaged',
      `${start.path} is damaged: it does not contain a day`,
      forUser('archive', '--since', held[0] ?? ofMonth).in((line) => `give it again, such as: ${line}`),
    );

  const found = beginningOf(held.filter((day) => day <= today)) ?? ofMonth;
  const { first = firstDay } = publishing.calendar;
  return rememberedStart(start, publishing) ?? laterOf(found, first);
}

export const laterOf = (day: Day, other: Day): Day => (day < other ? other : day);

/** The first day of those up to the newest one; whoever looks up a day by itself begins no archive. */
function beginningOf(held: readonly Day[]): Day | undefined {
  const isAfterHole = (day: Day, at: number) => countDays(held[at - 1] ?? day, day) - 2 > longestHole;
  return held[Math.max(0, held.findLastIndex(isAfterHole))];
}

const longestHole = 7;

interface Publishing {
  readonly calendar: Calendar;
  readonly now: number;
}

/** Days that are due: on which the source publishes, or did so all the same. */
export function daysSince(since: Day, store: Store, { calendar, now }: Publishing): Day[] {
  const stored = new Set(store.days());
  const isDue = (day: Day) => calendar.publishes(day) || stored.has(day);
  return [...eachDay(since, lastFinal(calendar, now))].filter(isDue);
}

interface Extent {
  /** The first day of the archive; undefined if there is none yet. */
  readonly since: Day | undefined;
  /** The newest stored day. */
  readonly newest: Day | undefined;
}

/** @param files stored days, ascending @throws Failure */
export function extentOf({ start, lastRun }: Memory, files: readonly Day[], publishing: Publishing): Extent {
  const newest = files.at(-1);
  const isBegun = newest || start.text() !== undefined || lastRun.exists();
  return { newest, since: isBegun ? firstOfArchive(start, files, publishing) : undefined };
}

/**
 * Days that are due and not stored after the newest stored one, whether the source has rates of them or not.
 */
export function daysBehind({ since, newest }: Extent, { calendar, now }: Publishing): Day[] {
  if (!since) return [];
  const first = newest ? laterOf(addDays(newest, 1), since) : since;
  return [...eachDay(first, lastFinal(calendar, now))].filter(calendar.publishes);
}

/** How the days of an archive are. */
export interface Standing {
  readonly held: number;
  /** Days without rates before the newest stored one. */
  readonly gaps: readonly Day[];
  /** Days before the newest stored one that are left to a later run, or a later quota. */
  readonly waiting: readonly Day[];
  readonly behind: readonly Day[];
}

interface HeldDays {
  readonly store: Store;
  readonly isKnownGap: (day: Day) => boolean;
}

/** @param days since the first of the archive */
export function standingOf(
  days: readonly Day[],
  { store, isKnownGap }: HeldDays,
  { since, newest, ...publishing }: Extent & Publishing,
): Standing {
  const stored = new Set(store.days());
  const lacking = days.filter((day) => !stored.has(day));
  const before = lacking.filter((day) => newest && day < newest);
  return {
    held: days.length - lacking.length,
    gaps: before.filter(isKnownGap),
    waiting: before.filter((day) => !isKnownGap(day)),
    behind: daysBehind({ since, newest }, publishing),
  };
}
