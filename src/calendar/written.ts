import { addDays, addMonths, type Day, dayAt, dayOfWeek, lastFinishedDay, parseDay } from './day.ts';
import { partsOf } from './forms.ts';
import { monthNumber, unaccented } from './months.ts';
import { type Every, type Period, periodOf, spanOf } from './period.ts';

interface Span extends Omit<Period, 'name'> {
  readonly name?: string;
}

/** What the named groups of a form have matched. */
type Matched = Readonly<Record<string, string>>;

/** A form, and what it means, seen from a day or a time. */
type Form<From, Meaning> = readonly [RegExp, (matched: Matched, from: From) => Meaning | undefined];

type Forms<From, Meaning> = readonly Form<From, Meaning>[];

const timed = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z?$/;

const relative: Forms<Day, Day> = [
  [/^today$/i, (_, today) => today],
  [/^yesterday$/i, (_, today) => addDays(today, -1)],
  [/^tomorrow$/i, (_, today) => addDays(today, 1)],
  [/^(?:last )?(?<weekday>[a-z]{3,})$/i, lastWeekday],
  [/^(?<day>\d\d?)(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?(?<month>[a-z]{3,})\.?$/i, lastDate],
  [/^(?<count>[1-9]\d*)(?<unit>[dwmy])$/i, (matched, today) => ago(today, matched)],
];

const periods: Forms<number, Span> = [
  [/^(?<year>\d{4})$/, ({ year }) => around(`${year}-01-01`, 'year')],
  [/^(?<year>\d{4})[-./]?(?<month>\d\d)$/, month],
  [/^(?<year>\d{4})[-./](?<month>\d)$/, month],
  [/^(?<month>\d\d?)[-./](?<year>\d{4})$/, month],
  [/^(?<month>[a-z]{3,})\.?,?[ -]?(?<year>\d{4})$/i, month],
  [/^(?<year>\d{4})[ -]?(?<month>[a-z]{3,})$/i, month],
  [/^(?<year>\d{4})[ -]?q(?<quarter>[1-4])$/i, quarter],
  [/^q(?<quarter>[1-4])[ -]?(?<year>\d{4})$/i, quarter],
  [/^(?<year>\d{4})[ -]?w(?<week>\d\d?)$/i, week],
  [/^(?<which>this|last)-(?<every>week|month|quarter|year)$/i, thisOrLast],
  [/^(?<count>[1-9]\d*)(?<unit>[dwmy])$/i, upToFinished],
];

/** Undefined also where the text can be read as two days. */
export function writtenDay(text: string, now: number): Day | undefined {
  // what is typed most comes first: to prepare all other forms takes half a millisecond
  const usual = parseDay(text) ?? firstOf(relative, unaccented(text), dayAt(now));
  if (usual) return usual;
  const [day, ...others] = readDays(text);
  return others.length > 0 ? undefined : day;
}

/** `7d` are the last seven finished days. */
export function writtenPeriod(text: string, now: number): Span | undefined {
  return firstOf(periods, unaccented(text), now);
}

/** Whether the text is written like a day, though there may be no such day, or two. */
export const isDayLike = (text: string) => readDates(text).length > 0 || writtenDay(text, 0) !== undefined;

/** A day, a period by its own name, or the span from one day to another: `2024-01-13/2024-01-31`. */
export function parsePeriod(text: string): Period | undefined {
  const written = text.trim();
  const ends = written.split('/').map(parseDay);
  if (ends.length === 2 && ends[0] && ends[1]) return spanOf(ends[0], ends[1]);

  const [day, other] = readDays(written);
  if (day && !other) return { name: day, first: day, last: day };
  // `last-month` has a name too
  const { name, first, last } = (/^\d/.test(written) && writtenPeriod(written, 0)) || {};
  return name && first && last ? { name, first, last } : undefined;
}

/** More than one if the order of day and month is open. */
export function readDays(text: string): readonly Day[] {
  return [...new Set(readDates(text).flatMap((date) => parseDay(date) ?? []))].sort();
}

/** `YYYY-MM-DD`, though there may be no such day. `17.01.24` is none: it may be more than two days. */
export function readDates(text: string): readonly string[] {
  return partsOf(timed.exec(text)?.[1] ?? unaccented(text)).flatMap(
    ({ told, parts: { year, month, day } }) =>
      told || year.length < 4 ? [] : `${year}-${monthNumber(month)}-${day.padStart(2, '0')}`,
  );
}

/** The first that the text means. */
function firstOf<From, Meaning>(forms: Forms<From, Meaning>, text: string, from: From): Meaning | undefined {
  for (const [form, read] of forms) {
    const found = form.exec(text);
    const meant = found && read((found.groups ?? {}) as Matched, from);
    if (meant) return meant;
  }
  return undefined;
}

const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

function lastWeekday({ weekday = '' }: Matched, today: Day): Day | undefined {
  const wanted = weekdays.findIndex((name) => name.startsWith(weekday.toLowerCase()));
  return wanted < 0 ? undefined : addDays(today, -((dayOfWeek(today) - wanted + 6) % 7) - 1);
}

/** `3 May`; a 29th of February may be eight years ago. */
function lastDate({ day = '', month: name = '' }: Matched, today: Day): Day | undefined {
  const date = `${monthNumber(name)}-${day.padStart(2, '0')}`;
  const years = Array.from({ length: 9 }, (_, back) => Number(today.slice(0, 4)) - back);
  return years.flatMap((year) => parseDay(`${year}-${date}`) ?? []).find((found) => found < today);
}

interface Unit {
  readonly days: number;
  readonly months: number;
}

const units: ReadonlyMap<string, Unit> = new Map(
  Object.entries({
    d: { days: 1, months: 0 },
    w: { days: 7, months: 0 },
    m: { days: 0, months: 1 },
    y: { days: 0, months: 12 },
  }),
);

function ago(day: Day, { count, unit = '' }: Matched): Day {
  // so many of any unit reach before the first day of the service
  const many = Math.min(Number(count), 99_999);
  const { days = 0, months = 0 } = units.get(unit.toLowerCase()) ?? {};
  return addDays(addMonths(day, -many * months), -many * days);
}

function upToFinished(matched: Matched, now: number): Span {
  const last = lastFinishedDay(now);
  return { first: addDays(ago(last, matched), 1), last };
}

function around(date: string, every: Every): Span | undefined {
  const day = parseDay(date);
  return day && periodOf(day, every);
}

function month({ year, month: text = '' }: Matched): Span | undefined {
  return around(`${year}-${monthNumber(text)}-01`, 'month');
}

function quarter({ year, quarter: number }: Matched): Span | undefined {
  return around(`${year}-${String(Number(number) * 3).padStart(2, '0')}-01`, 'quarter');
}

function week({ year, week: number = '' }: Matched): Span | undefined {
  // ISO 8601: the fourth of January is always in the first week
  const day = addDays(`${year}-01-04` as Day, 7 * (Number(number) - 1));
  const period = periodOf(day, 'week');
  return period.name === `${year}-W${number.padStart(2, '0')}` ? period : undefined;
}

function thisOrLast({ which = '', every = '' }: Matched, now: number): Span {
  const name = every.toLowerCase() as Every;
  const current = periodOf(dayAt(now), name);
  return which.toLowerCase() === 'this' ? current : periodOf(addDays(current.first, -1), name);
}
