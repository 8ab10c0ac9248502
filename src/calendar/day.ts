declare const brand: unique symbol;

/** A valid calendar day in UTC, `YYYY-MM-DD`; days compare as strings. */
export type Day = string & { readonly [brand]: 'Day' };

// times are milliseconds since 1970, ranges include both ends
export const dayLength = 86_400_000;

export const firstDay = '1999-01-01' as Day;

export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && dayAt(time) === text ? (text as Day) : undefined;
}

export function dayAt(time: number): Day {
  return new Date(time).toISOString().slice(0, 10) as Day;
}

export function startOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
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
  for (let day = first; day <= last; day = addDays(day, 1)) yield day;
}

export function dayOfWeek(day: Day): number {
  return new Date(startOf(day)).getUTCDay();
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const weekdayOf = (day: Day): string => weekdays[dayOfWeek(day)] ?? '';

export function isWeekend(day: Day): boolean {
  return [0, 6].includes(dayOfWeek(day));
}

/** Whether the day ended at least an hour ago, so that its rates no longer change. */
export function isFinished(day: Day, now: number): boolean {
  return day <= lastFinishedDay(now);
}

export function lastFinishedDay(now: number): Day {
  const number = Math.floor((now - 3_600_000) / dayLength) - 1;
  if (number !== lastFinished?.number) lastFinished = { number, day: dayAt(number * dayLength) };
  return lastFinished.day;
}

/** It is asked for of each day that is read, and writing it out takes as long as much of the reading. */
let lastFinished: { readonly number: number; readonly day: Day } | undefined;

export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

export function lastOfMonth(month: string): Day {
  const [year = 0, number = 0] = month.split('-').map(Number);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999
  return dayAt(new Date(0).setUTCFullYear(year, number, 0));
}

/** The last day of the month instead of a 29th to 31st that it lacks, as the service corrects it. */
export function correctedEnd(text: string): Day | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(29|30|31)$/.test(text) || parseDay(text)) return undefined;
  return lastOfMonth(text.slice(0, 7));
}
