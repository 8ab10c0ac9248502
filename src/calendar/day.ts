import { usageError } from '../errors.ts';

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

export function addDays(day: Day, count: number): Day {
  return dayAt(startOf(day) + count * dayLength);
}

export function countDays(first: Day, last: Day): number {
  return Math.max(0, Math.round((startOf(last) - startOf(first)) / dayLength) + 1);
}

export function* eachDay(first: Day, last: Day): Generator<Day> {
  for (let day = first; day <= last; day = addDays(day, 1)) yield day;
}

export function dayOfWeek(day: Day): number {
  return new Date(startOf(day)).getUTCDay();
}

export function isWeekend(day: Day): boolean {
  return [0, 6].includes(dayOfWeek(day));
}

/** Whether the day ended at least an hour ago; its rates no longer change. */
export function isFinished(day: Day, now: number): boolean {
  return day <= lastFinishedDay(now);
}

export function lastFinishedDay(now: number): Day {
  return dayAt(now - dayLength - 3_600_000);
}

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

export function likelyDay(text: string): Day | undefined {
  const time = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:/.exec(text);
  if (time) return parseDay(`${time[1]}`);
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text);
  if (digits) return dayOf(digits[1], digits[2], digits[3]);
  const [, first, mark, second, year] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const dayFirst = dayOf(year, second, first);
  // with points the day always comes first, otherwise that depends on the country
  const monthFirst = mark === '.' ? dayFirst : dayOf(year, first, second);
  return !dayFirst || !monthFirst || dayFirst === monthFirst ? (dayFirst ?? monthFirst) : undefined;
}

export function likelyMonth(text: string): string | undefined {
  const [, year, month] = /^(\d{4})[-./]?(\d{2})$/.exec(text) ?? /^(\d{4})[-./](\d)$/.exec(text) ?? [];
  const [, second, first] = /^(\d{1,2})[-./](\d{4})$/.exec(text) ?? [];
  return dayOf(year ?? first, month ?? second, '1')?.slice(0, 7);
}

function dayOf(year = '', month = '', day = ''): Day | undefined {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** @throws a usage error, also if the service cannot have the day */
export function resolveDay(text: string, now: number): Day {
  return namedDay(text, now) ?? notNamed(text, 'a day', 'write it as YYYY-MM-DD, today or yesterday');
}

/** Its `last` is before its `first` if the range is empty. @throws a usage error */
export function resolveRange(start: string, end: string | undefined, now: number) {
  const notes: string[] = [];
  const from = resolveNamed(start, now);
  const corrected = end && correctedEnd(end);
  if (corrected) notes.push(`${end} does not exist: taken as ${corrected}`);
  const to = end === undefined ? from : resolveNamed(corrected || end, now);
  if (to.last < from.first) throw usageError(`the end ${end} is before the start ${start}`);

  const finished = lastFinishedDay(now);
  if (!to.whole || to.last <= finished) return { first: from.first, last: to.last, notes };
  const period = end ?? start;
  notes.push(
    finished < to.first
      ? `no day of ${period} is finished yet`
      : finished < from.first
        ? `no day of ${period} from ${from.first} on is finished yet`
        : cutLine(period, finished),
  );
  return { first: from.first, last: finished, notes };
}

function resolveNamed(text: string, now: number) {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (!year) {
    const day =
      namedDay(text, now) ??
      notNamed(text, 'a day, a month or a year', 'write it as YYYY-MM-DD, YYYY-MM or YYYY');
    return { first: day, last: day, whole: false };
  }
  const first = parseDay(`${year}-${month ?? '01'}-01`);
  if (!first) throw usageError(`there is no month ${text}`);
  return { first: served(first, text, now), last: lastOfMonth(`${year}-${month ?? 12}`), whole: true };
}

function namedDay(text: string, now: number): Day | undefined {
  if (text === 'today') return dayAt(now);
  if (text === 'yesterday') return addDays(dayAt(now), -1);
  const day = parseDay(text);
  return day && served(day, text, now);
}

function served(day: Day, text: string, now: number): Day {
  if (day < firstDay) throw usageError(`${text} is before ${firstDay}, the first day of the service`);
  const today = dayAt(now);
  if (day > today) throw usageError(`${text} is in the future: it is still ${today} in UTC`);
  return day;
}

function notNamed(text: string, wanted: string, forms: string): never {
  if (/^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(text)) {
    const last = lastOfMonth(text.slice(0, 7));
    throw usageError(`there is no day ${text}`, `${text.slice(0, 7)} ends on ${last}`);
  }
  const meant = likelyDay(text) ?? (wanted === 'a day' ? undefined : likelyMonth(text));
  throw usageError(`${JSON.stringify(text)} is not ${wanted}`, meant ? `write ${meant}` : forms);
}

export const cutLine = (period: string, finished: Day) =>
  `${period} is not over yet: cut at its last finished day, ${finished}`;
