import { join } from 'node:path';
import { countDays, type Day, dayAt, eachDay, firstDay, monthOf, parseDay } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { exit, Failure, forUser } from '../../errors.ts';
import { writeWhole } from '../../files.ts';
import { isObject, type Json, parseJson, prettyJson } from '../../json.ts';
import { storeFolder } from '../../run/days.ts';
import type { Run } from '../../run/run.ts';
import { type Store, stateFolder, textAt } from '../../store/store.ts';

/** The state of an archive between runs, as its file has it. */
export interface ArchiveState {
  /** Its first day. */
  since?: Day | undefined;
  last_run?: LastRun | undefined;
}

/** How the last run ended, and what it learnt for the next one. */
interface LastRun {
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
  /** The day of the next quota, once an error has reported that this one is used up. */
  reported?: Day | undefined;
}

export const hasFailed = (code: number) => code !== exit.ok && code !== exit.partial;

export function archivePath(run: Run): string {
  const { places, source, alternative } = run;
  const name = `${source.folder}${alternative ? '-alternative' : ''}.json`;
  return join(stateFolder(storeFolder(run), places.state), 'archive', name);
}

/** Returns an empty state if the file does not exist. @throws Failure if it is damaged or cannot be read */
export function readArchive(path: string, now: number): ArchiveState {
  const text = textAt(path);
  if (text === undefined) return {};
  const json = parseJson(text);
  if (isArchive(json)) return json;
  const again = forUser('archive', '--since', `${monthOf(dayAt(now))}-01`);
  throw new Failure(
    'damaged',
    `${path} is damaged: it does not contain the state of an archive`,
    again.in((line) => `give the first day of the archive again, such as: ${line}`),
  );
}

/** @throws Failure */
export async function writeArchive(path: string, state: ArchiveState): Promise<void> {
  await writeWhole(path, `${prettyJson({ ...state } as Json)}\n`);
}

/** Whether each member is as it is written. */
const isArchive = (json: unknown): json is ArchiveState =>
  isObject(json) && isDayOrNone(json.since) && (json.last_run === undefined || isLastRun(json.last_run));

function isLastRun(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { at, code, error, success, until, left, renewal, reported } = json;
  return (
    isTime(at) &&
    Object.values<unknown>(exit).includes(code) &&
    (error === null || typeof error === 'string') &&
    (success === null || isTime(success)) &&
    [until, renewal, reported].every(isDayOrNone) &&
    (left === undefined || (Number.isSafeInteger(left) && Number(left) >= 0))
  );
}

const isDayOrNone = (value: unknown) =>
  value === undefined || (typeof value === 'string' && parseDay(value) !== undefined);

const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
  Number.isFinite(Date.parse(value));

/** The remembered first day; undefined also for one that only a wrong clock can have given. */
export function rememberedStart({ since }: ArchiveState, { clock }: Run): Day | undefined {
  return since && firstDay <= since && since <= dayAt(clock.now()) ? since : undefined;
}

/**
 * As typed or remembered; in a store that was moved, where its days begin; else the first of the month.
 * @param days stored ones, ascending
 */
export function firstOfArchive(
  state: ArchiveState,
  days: readonly Day[],
  run: Run,
  typed = rememberedStart(state, run),
): Day {
  const today = dayAt(run.clock.now());
  const begins = typed ?? beginningOf(days.filter((day) => day <= today)) ?? (`${monthOf(today)}-01` as Day);
  const { first = firstDay } = run.source.calendar;
  return begins < first ? first : begins;
}

const longestHole = 7;

/** The first day of those up to the newest one; whoever looks up a day by itself begins no archive. */
function beginningOf(days: readonly Day[]) {
  const isAfterHole = (day: Day, at: number) => countDays(days[at - 1] ?? day, day) - 2 > longestHole;
  return days[Math.max(0, days.findLastIndex(isAfterHole))];
}

/** How the days of an archive are, as `archive --status` and `/health` count. @throws Failure */
export function backlogOf(state: ArchiveState, store: Store, run: Run) {
  const all = store.days();
  const newest = all.at(-1);
  const isBegun = newest ?? state.since ?? state.last_run;
  const since = isBegun && firstOfArchive(state, all, run);
  const due = since ? daysSince(since, store, run) : [];
  const stored = store.names();
  const unavailable: Day[] = [];
  const waiting: Day[] = [];
  const behind: Day[] = [];
  for (const day of due) {
    if (stored.has(day)) continue;
    if (!newest || day > newest) behind.push(day);
    else (store.state.isDoubtful(day) ? unavailable : waiting).push(day);
  }
  return {
    /** The first day; undefined if none is stored or remembered. */
    since,
    /** The newest stored day. */
    newest,
    /** Days without rates before the newest stored one. */
    unavailable,
    /** Days before the newest stored one that are left to a later run, or a later quota. */
    waiting,
    /** Days that are due after the newest stored one, whether the source has rates of them or not. */
    behind,
  };
}

/** Days that are due: on which the source publishes, or did so all the same. */
export function daysSince(since: Day, store: Store, { source, clock }: Run, until?: Day): Day[] {
  const final = lastFinal(source.calendar, clock.now());
  const last = until && until < final ? until : final;
  const stored = store.names();
  return [...eachDay(since, last)].filter((day) => source.calendar.publishes(day) || stored.has(day));
}
