import { Failure } from '../errors.ts';
import { correctedEnd, type Day, dayAt, firstDay, lastFinishedDay, lastOfMonth } from './day.ts';
import { readDates, readDays, writtenDay, writtenPeriod } from './parse.ts';

/** Of which a day may be the first. */
interface Beginning {
  readonly name: string;
  readonly calendar: { readonly first?: Day };
}

/** @param of that is to have the day @throws a usage error, also if no source has it */
export function resolveDay(text: string, now: number, of?: () => Beginning): Day {
  const day = served(anyDay(text, now), { text, now, of });
  const source = of?.();
  if (day < (source?.calendar.first ?? firstDay))
    throw new Failure('day_out_of_range', `${text} is before ${beginningOf(source)}`);
  return day;
}

/** @throws a usage error */
export function anyDay(text: string, now: number): Day {
  const day = writtenDay(text, now);
  if (!day) throw notNamed(text, 'a day', now);
  return day;
}

interface GivenRange {
  readonly start: string;
  readonly end?: string | undefined;
  readonly of?: Beginning;
}

interface NamedRange {
  readonly first: Day;
  /** Before `first` if the range is empty. */
  readonly last: Day;
  readonly notes: readonly string[];
}

/** @param finished the day up to which periods are meant @throws a usage error */
export function resolveRange(given: GivenRange, now: number, finished = lastFinishedDay(now)): NamedRange {
  const { start, end, of } = given;
  const at: Asking = { now, of: of && (() => of) };
  const notes: string[] = [];
  // `7d` alone are seven days, but one day beside another
  const alone = end === undefined ? wholePeriod(start, at) : undefined;
  const from = alone ?? resolveEnd(start, at);

  const isRead = end === undefined || writtenDay(end, now);
  const [corrected] = isRead ? [] : readDates(end).flatMap((date) => correctedEnd(date) ?? []);
  if (corrected) notes.push(`${end} does not exist: taken as ${corrected}`);
  const to = end === undefined ? from : resolveEnd(corrected ?? end, at);
  if (to.last < from.first)
    throw new Failure('end_before_start', `the end ${end} is before the start ${start}`);

  if (!to.isPeriod || to.last <= finished) return { first: from.first, last: to.last, notes };
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

/** What an end of a range names. */
interface End {
  readonly first: Day;
  readonly last: Day;
  /** A period, of which only finished days are meant. */
  readonly isPeriod: boolean;
}

interface Asking {
  readonly now: number;
  readonly of?: (() => Beginning) | undefined;
}

function resolveEnd(text: string, at: Asking): End {
  const day = writtenDay(text, at.now);
  if (day) return { first: served(day, { text, ...at }), last: day, isPeriod: false };
  const period = wholePeriod(text, at);
  if (!period) throw notNamed(text, 'a day, a month or a year', at.now);
  return period;
}

function wholePeriod(text: string, at: Asking): End | undefined {
  const period = writtenPeriod(text, at.now);
  return period && { first: served(period.first, { text, ...at }), last: period.last, isPeriod: true };
}

function served(day: Day, { text, now, of }: Asking & { readonly text: string }): Day {
  if (day < firstDay) throw new Failure('day_out_of_range', `${text} is before ${beginningOf(of?.())}`);
  const today = dayAt(now);
  if (day > today)
    throw new Failure('day_out_of_range', `${text} is in the future: it is still ${today} in UTC`);
  return day;
}

/** `1999-01-04, the first day of the European Central Bank` */
export function beginningOf(source?: Beginning): string {
  const { name = '', calendar: { first = undefined } = {} } = source ?? {};
  return first ? `${first}, the first day of the ${name}` : `${firstDay}, the first day of the service`;
}

const howToWrite = {
  'a day': 'write it as YYYY-MM-DD, 17 Jan 2024, yesterday, monday or 7d',
  'a day, a month or a year': 'write it as YYYY-MM-DD, YYYY-MM, YYYY, 30d, last-month or 2024-Q1',
} as const;

type NameKind = keyof typeof howToWrite;

const periodForms = { month: /^\d{4}-\d\d$/, quarter: /^\d{4}-Q\d$/i, week: /^\d{4}-W\d\d$/i };

const ago = /^[-−]?(\d+) ?(([dwmy])[a-z]*)(?: ago)?$/i;

const units = 'd day days w wk wks week weeks m mo mos month months y yr yrs year years'.split(' ');

function notNamed(text: string, wanted: NameKind, now: number): Failure {
  const quoted = JSON.stringify(text);
  const [one, other] = readDays(text);
  if (other)
    return new Failure('ambiguous_day', `${quoted} can be read in two ways`, `write ${one} or ${other}`);

  const [month] = readDates(text).flatMap((date) => /^\d{4}-(?:0[1-9]|1[0-2])(?=-)/.exec(date)?.[0] ?? []);
  if (month)
    return new Failure('bad_day', `there is no day ${text}`, `${month} ends on ${lastOfMonth(month)}`);
  const lacking = wanted !== 'a day' && Object.entries(periodForms).find(([, form]) => form.test(text));
  if (lacking) return new Failure('bad_day', `there is no ${lacking[0]} ${text}`);

  const meant = inOtherWords(text, wanted);
  const isMeant = writtenDay(meant, now) ?? (wanted !== 'a day' && writtenPeriod(meant, now));
  return new Failure(
    'bad_day',
    `${quoted} is not ${wanted}`,
    isMeant ? `write ${meant}` : howToWrite[wanted],
  );
}

function inOtherWords(text: string, wanted: NameKind): string {
  const [, count, name = '', unit] = ago.exec(text) ?? [];
  if (units.includes(name.toLowerCase())) return `${count}${unit}`;
  const meant = text.replace(/^(this|last) /i, '$1-');
  // of a month or a year, `May 24` may be May 2024
  return wanted === 'a day' ? meant.replace(/^([a-z]{3,})\.? (\d\d?)(?:st|nd|rd|th)?$/i, '$2 $1') : meant;
}

export const cutLine = (period: string, finished: Day) =>
  `${period} is not over yet: cut at its last finished day, ${finished}`;
