import { grouped } from '../words.ts';

declare const brand: unique symbol;

/** A valid calendar day in UTC, `YYYY-MM-DD`; days compare as strings. */
export type Day = string & { readonly [brand]: 'Day' };

// times are milliseconds since 1970, ranges include both ends
export const dayLength = 86_400_000;

export const firstDay = '1999-01-01' as Day;

export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text)) return undefined;
  // of a month without a 31st, `Date` takes the first of the next
  return new Date(text).getUTCDate() === Number(text.slice(8)) ? (text as Day) : undefined;
}

export function dayAt(time: number): Day {
  return new Date(time).toISOString().slice(0, 10) as Day;
}

export function startOf(day: Day): number {
  return Date.parse(day);
}

/** Days from 1970 to the day. */
export function numberOf(day: Day): number {
  return startOf(day) / dayLength;
}

export function addDays(day: Day, count: number): Day {
  return dayAt(startOf(day) + count * dayLength);
}

/** The same day of another month, or the last one of a month that lacks it. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, number = 0] = day.split('-').map(Number);
  const months = Math.max(0, year * 12 + number - 1 + count);
  const month = monthOf(dayAt(new Date(0).setUTCFullYear(0, months)));
  return parseDay(`${month}-${day.slice(8)}`) ?? lastOfMonth(month);
}

export function countDays(first: Day, last: Day): number {
  return Math.max(0, numberOf(last) - numberOf(first) + 1);
}

export function* eachDay(first: Day, last: Day): Generator<Day> {
  const end = startOf(last);
  for (let time = startOf(first); time <= end; time += dayLength) yield dayAt(time);
}

/** From 0, for Sunday. */
export const dayOfWeek = (day: Day): number => new Date(day).getUTCDay();

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const weekdayOf = (day: Day): string => weekdays[dayOfWeek(day)] ?? '';

export const isWeekend = (day: Day): boolean => [0, 6].includes(dayOfWeek(day));

/** Whether the day ended at least an hour ago, so that its rates no longer change. */
export const isFinished = (day: Day, now: number): boolean => startOf(day) <= now - 3_600_000 - dayLength;

export const lastFinishedDay = (now: number): Day => dayAt(now - 3_600_000 - dayLength);

export const monthOf = (day: Day): string => day.slice(0, 7);

export function lastOfMonth(month: string): Day {
  const inNext = addDays(`${month}-28` as Day, 4);
  return addDays(inNext, -Number(inNext.slice(8)));
}

/** The last day of the month instead of a 29th to 31st that it lacks, as the service corrects it. */
export function correctedEnd(text: string): Day | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(29|30|31)$/.test(text) || parseDay(text)) return undefined;
  return lastOfMonth(text.slice(0, 7));
}

/** The times that a clock is compared with. */
export interface Evidence {
  /** The newest stored day. */
  readonly newest?: Day | undefined;
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
}

/** Why the clock must be wrong; undefined if nothing contradicts it. @param now milliseconds since 1970 */
export function clockError(now: number, { newest, served }: Evidence): string | undefined {
  const clock = `the clock of this machine is wrong: it says ${dayAt(now)}`;
  if (now < startOf(firstDay)) return `${clock}, before the first rates of 1999`;
  // counting the days until such a year would take minutes
  if (now >= startOf('2100-01-01' as Day)) return `${clock}, after 2099`;
  if (newest && startOf(newest) - now > dayLength) return `${clock}, but rates of ${newest} are stored`;
  const isApart = served !== undefined && Math.abs(served - now) > dayLength;
  return isApart ? `${clock}, but the source says ${dayAt(served)}` : undefined;
}

export interface DayRun {
  readonly first: Day;
  readonly last: Day;
  readonly length: number;
}

/** Runs without a day between first and last that is not among the given. @param days ascending, each once */
export function runsOf(days: Iterable<Day>): DayRun[] {
  return groupsOf(days, (last, next) => addDays(last, 1) === next).map(runOver);
}

export type Group = readonly [Day, ...Day[]];

/**
 * @param days ascending @param mayJoin of two days that follow each other, and the first of the former's
 * group
 */
export function groupsOf(
  days: Iterable<Day>,
  mayJoin: (last: Day, next: Day, first: Day) => boolean,
): Group[] {
  const groups: [Day, ...Day[]][] = [];
  for (const day of days) {
    const group = groups.at(-1);
    if (group && mayJoin(group.at(-1) as Day, day, group[0])) group.push(day);
    else groups.push([day]);
  }
  return groups;
}

/** From the first day to the last; its length counts these days alone, not others between them. */
export const runOver = (days: Group): DayRun => ({
  first: days[0],
  last: days.at(-1) as Day,
  length: days.length,
});

const mostNamed = 20;

/** `2012-03-29 to 2012-04-02, 2020-08-01`; the days of all runs after the first few are only counted. */
export const daysInWords = (days: Iterable<Day>, limit = mostNamed): string =>
  runsInWords(runsOf(days), limit);

export function runsInWords(runs: readonly DayRun[], limit: number): string {
  const words = runs
    .slice(0, limit)
    .map(({ first, last, length }) => (length === 1 ? first : `${first} to ${last}`));
  const more = runs.slice(limit).reduce((sum, { length }) => sum + length, 0);
  if (more > 0) words.push(`and ${grouped(more)} more ${more === 1 ? 'day' : 'days'}`);
  return words.join(', ');
}
