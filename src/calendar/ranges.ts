import { Failure } from '../errors.ts';
import { correctedEnd, type Day, dayAt, firstDay, lastFinishedDay, lastOfMonth } from './day.ts';
import { readDates, readDays, writtenDay, writtenPeriod } from './parse.ts';

/** A source, with the first day of its rates. */
interface DatedSource {
  readonly name: string;
  readonly calendar: { readonly first?: Day };
}

/** @throws a usage error, also if the source, or any, can have no rates of the day */
export function resolveDay(text: string, now: number, source?: DatedSource): Day {
  const day = anyDay(text, now);
  checkDay(day, text, now, source, source?.calendar.first);
  return day;
}

/** @throws a usage error */
export function anyDay(text: string, now: number): Day {
  const day = writtenDay(text, now);
  if (!day) throw notNamed(text, true, now);
  return day;
}

interface RangeWords {
  readonly start: string;
  readonly end?: string | undefined;
  readonly source?: DatedSource;
}

/**
 * The last day is before the first one if the range is empty.
 * @param finished of periods, days up to this one count @throws a usage error
 */
export function resolveRange(
  { start, end, source }: RangeWords,
  now: number,
  finished = lastFinishedDay(now),
) {
  const notes: string[] = [];
  const from = endOf(start, now, source, end === undefined);
  const [corrected] = readDates(end ?? '').flatMap((date) => correctedEnd(date) ?? []);
  if (corrected) notes.push(`${end} does not exist: taken as ${corrected}`);
  const to = end === undefined ? from : endOf(corrected ?? end, now, source);
  if (to.last < from.first)
    throw new Failure('end_before_start', `the end ${end} is before the start ${start}`);

  const isCut = to.isPeriod && to.last > finished;
  const period = end ?? start;
  const isLate = finished < to.first;
  if (isCut && (isLate || finished < from.first))
    notes.push(`no day of ${period}${isLate ? '' : ` from ${from.first} on`} is finished yet`);
  else if (isCut) notes.push(cutLine(period, finished));
  return { first: from.first, last: isCut ? finished : to.last, notes };
}

/** An end of a range, or all of it: `7d` alone are seven days, but one day beside another. */
function endOf(text: string, now: number, source: DatedSource | undefined, isAlone = false) {
  const day = writtenDay(text, now);
  const period = isAlone || !day ? writtenPeriod(text, now) : undefined;
  const { first, last } = period ?? { first: day, last: day };
  if (!first || !last) throw notNamed(text, false, now);
  checkDay(first, text, now, source);
  return { first, last, isPeriod: period !== undefined };
}

function checkDay(day: Day, text: string, now: number, source?: DatedSource, first = firstDay) {
  if (day < first) throw new Failure('day_out_of_range', `${text} is before ${firstDayInWords(source)}`);
  const today = dayAt(now);
  if (day > today)
    throw new Failure('day_out_of_range', `${text} is in the future: it is still ${today} in UTC`);
}

/** `1999-01-04, the first day of the European Central Bank` */
export function firstDayInWords(source?: DatedSource): string {
  const first = source?.calendar.first;
  return `${first ?? firstDay}, the first day of the ${first ? source.name : 'service'}`;
}

const countAndUnit = /^[-−]?(\d+) ?(d(?:ays?)?|w(?:ks?|eeks?)?|m(?:os?|onths?)?|y(?:rs?|ears?)?)(?: ago)?$/i;

function notNamed(text: string, isDay: boolean, now: number): Failure {
  const quoted = JSON.stringify(text);
  const [one, other] = readDays(text);
  if (other)
    return new Failure('ambiguous_day', `${quoted} can be read in two ways`, `write ${one} or ${other}`);

  const [month] = readDates(text).flatMap((date) => /^\d{4}-(?:0[1-9]|1[0-2])(?=-)/.exec(date)?.[0] ?? []);
  if (month)
    return new Failure('bad_day', `there is no day ${text}`, `${month} ends on ${lastOfMonth(month)}`);
  const [, mark] = /^\d{4}-([QW]?)\d\d?$/i.exec(text) ?? [];
  if (!isDay && mark !== undefined) {
    const period = mark === '' ? 'month' : /q/i.test(mark) ? 'quarter' : 'week';
    return new Failure('bad_day', `there is no ${period} ${text}`);
  }

  const corrected = inOtherWords(text, isDay);
  const isRead = writtenDay(corrected, now) ?? (!isDay && writtenPeriod(corrected, now));
  const forms = isDay ? '17 Jan 2024, yesterday, monday or 7d' : 'YYYY-MM, YYYY, 30d, last-month or 2024-Q1';
  return new Failure(
    'bad_day',
    `${quoted} is not a day${isDay ? '' : ', a month or a year'}`,
    `write ${isRead ? corrected : `it as YYYY-MM-DD, ${forms}`}`,
  );
}

function inOtherWords(text: string, isDay: boolean) {
  const [, count, [unit] = ''] = countAndUnit.exec(text) ?? [];
  if (count) return `${count}${unit}`;
  const words = text.replace(/^(this|last) /i, '$1-');
  // of a month or a year, `May 24` may be May 2024
  return isDay ? words.replace(/^([a-z]{3,})\.? (\d\d?)(?:st|nd|rd|th)?$/i, '$2 $1') : words;
}

export const cutLine = (period: string, finished: Day) =>
  `${period} is not over yet: cut at its last finished day, ${finished}`;
