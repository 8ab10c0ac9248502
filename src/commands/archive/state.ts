import { dirname, join } from 'node:path';
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
import { lastFinal } from '../../calendar/publishing.ts';
import { exit, Failure } from '../../errors.ts';
import { makeFolder, writeWhole } from '../../files.ts';
import { forUser } from '../../hint.ts';
import { isObject, type Json, type JsonObject, parseJson, prettyJson } from '../../json.ts';
import type { Run } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { stateOf } from '../../store/places.ts';
import { type Store, textAt } from '../../store/store.ts';

/** The state of an archive between runs. */
export interface ArchiveState {
  /** Its first day. */
  since?: Day | undefined;
  lastRun?: LastRun | undefined;
}

/** How the last run ended, and what it learnt for the next one. */
export interface LastRun {
  /** `2026-11-25T05:17:02Z` */
  readonly at: string;
  readonly code: number;
  readonly error: string | null;
  /** When a run last ended without a failure. */
  readonly success: string | null;
  /** The day of the quota that days wait for; undefined: they wait for the next run. */
  until?: Day | undefined;
  /** Requests, as last heard, and the day of the next quota. */
  left?: number | undefined;
  renewal?: Day | undefined;
  /** The day of the next quota, once the user has been told that this one is used up. */
  told?: Day | undefined;
}

export const hasFailed = ({ code }: Pick<LastRun, 'code'>) => code !== exit.ok && code !== exit.partial;

export function archivePath(
  run: Pick<Run, 'settings' | 'host' | 'places' | 'source' | 'alternative'>,
): string {
  const { places, source, alternative } = run;
  const name = `${source.folder}${alternative ? '-alternative' : ''}.json`;
  return join(stateOf(storeFolder(run), places.state), 'archive', name);
}

/** Returns an empty state if the file does not exist. @throws Failure if it is damaged or cannot be read */
export function readArchive(path: string, now: number): ArchiveState {
  const text = textAt(path);
  if (text === undefined) return {};
  const json = parseJson(text);
  const state = isObject(json) ? parseArchive(json) : undefined;
  if (state) return state;
  const again = forUser('archive', '--since', `${monthOf(dayAt(now))}-01`);
  throw new Failure(
    'damaged',
    `${path} is damaged: it does not contain the state of an archive`,
    again.in((line) => `give the first day of the archive again, such as: ${line}`),
  );
}

/** @throws Failure */
export async function writeArchive(path: string, { since, lastRun }: ArchiveState): Promise<void> {
  makeFolder(dirname(path));
  const json = { since, last_run: lastRun && ({ ...lastRun } as Json) };
  await writeWhole(path, `${prettyJson(json)}\n`);
}

/** Undefined unless each member is as it is written. */
function parseArchive({ since, last_run }: JsonObject): ArchiveState | undefined {
  const isWhole = isDayOrNone(since) && (last_run === undefined || isLastRun(last_run));
  return isWhole ? { since: since as Day | undefined, lastRun: last_run as LastRun | undefined } : undefined;
}

function isLastRun(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { at, code, error, success, until, left, renewal, told } = json;
  return (
    isTime(at) &&
    Object.values<unknown>(exit).includes(code) &&
    (error === null || typeof error === 'string') &&
    (success === null || isTime(success)) &&
    [until, renewal, told].every(isDayOrNone) &&
    (left === undefined || (Number.isSafeInteger(left) && Number(left) >= 0))
  );
}

const isDayOrNone = (value: unknown) =>
  value === undefined || (typeof value === 'string' && parseDay(value) !== undefined);

const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
  Number.isFinite(Date.parse(value));

/** Whose days are archived, and the time. */
type Archived = Pick<Run, 'source' | 'clock'>;

/** The remembered first day; undefined also for one that only a wrong clock can have given. */
export function rememberedStart({ since }: ArchiveState, { source, clock }: Archived): Day | undefined {
  const isPossible = since && firstDay <= since && since <= dayAt(clock.now());
  return isPossible ? laterOf(since, source.calendar.first ?? firstDay) : undefined;
}

/**
 * As remembered; in a store that was moved, where its days begin; else the first of the month.
 * @param days stored ones, ascending
 */
export function firstOfArchive(state: ArchiveState, days: readonly Day[], archived: Archived): Day {
  const today = dayAt(archived.clock.now());
  const found = beginningOf(days.filter((day) => day <= today)) ?? (`${monthOf(today)}-01` as Day);
  return rememberedStart(state, archived) ?? laterOf(found, archived.source.calendar.first ?? firstDay);
}

export const laterOf = (day: Day, other: Day): Day => (day < other ? other : day);

const longestHole = 7;

/** The first day of those up to the newest one; whoever looks up a day by itself begins no archive. */
function beginningOf(days: readonly Day[]) {
  const isAfterHole = (day: Day, at: number) => countDays(days[at - 1] ?? day, day) - 2 > longestHole;
  return days[Math.max(0, days.findLastIndex(isAfterHole))];
}

/** As `archive --status` and `/health` count. @throws Failure */
export function standingOf(state: ArchiveState, store: Store, archived: Archived) {
  const days = store.days();
  const isBegun = days.length > 0 || state.since !== undefined || state.lastRun !== undefined;
  return standingSince(isBegun ? firstOfArchive(state, days, archived) : undefined, store, archived);
}

/** How the days of an archive are. */
export function standingSince(since: Day | undefined, store: Store, archived: Archived) {
  const { calendar } = archived.source;
  const newest = store.days().at(-1);
  const stored = store.names();
  const due = since ? daysSince(since, store, archived) : [];
  const missing = due.filter((day) => !stored.has(day));
  const before = missing.filter((day) => newest && day < newest);
  const isUnavailable = (day: Day) => store.state.isDoubtful(day);
  const last = lastFinal(calendar, archived.clock.now());
  const first = since && newest ? laterOf(addDays(newest, 1), since) : since;
  return {
    /** The first day; undefined if none is stored or remembered. */
    since,
    /** The newest stored day. */
    newest,
    /** How many days are due since the first one, and how many of them are stored. */
    days: due.length,
    stored: due.length - missing.length,
    /** Days without rates before the newest stored one. */
    unavailable: before.filter(isUnavailable),
    /** Days before the newest stored one that are left to a later run, or a later quota. */
    waiting: before.filter((day) => !isUnavailable(day)),
    /** Days that are due after the newest stored one, whether the source has rates of them or not. */
    behind: first ? [...eachDay(first, last)].filter(calendar.publishes) : [],
  };
}

/** Days that are due: on which the source publishes, or did so all the same. */
export function daysSince(since: Day, store: Store, { source, clock }: Archived, until?: Day): Day[] {
  const final = lastFinal(source.calendar, clock.now());
  const last = until && until < final ? until : final;
  const stored = store.names();
  return [...eachDay(since, last)].filter((day) => source.calendar.publishes(day) || stored.has(day));
}
