import { usageError } from '../errors.ts';
import {
  addDays,
  correctedEnd,
  type Day,
  dayAt,
  firstDay,
  lastFinishedDay,
  lastOfMonth,
  likelyDay,
  likelyMonth,
  parseDay,
} from './day.ts';

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

/** What a text names; `whole`: a month or a year, which is cut if it is not over yet. */
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

/** Of a month or year that is not over. */
export const cutLine = (period: string, finished: Day) =>
  `${period} is not over yet: cut at its last finished day, ${finished}`;
