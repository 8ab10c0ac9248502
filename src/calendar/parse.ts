import { addDays, addMonths, type Day, dayAt, dayOfWeek, lastFinishedDay, parseDay } from './day.ts';
import { type Every, type Period, periodOf, spanOf } from './period.ts';

interface NamedSpan extends Omit<Period, 'name'> {
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

const periods: Forms<number, NamedSpan> = [
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
export function writtenPeriod(text: string, now: number): NamedSpan | undefined {
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

interface SpanUnit {
  readonly days: number;
  readonly months: number;
}

const units: ReadonlyMap<string, SpanUnit> = new Map(
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

function upToFinished(matched: Matched, now: number): NamedSpan {
  const last = lastFinishedDay(now);
  return { first: addDays(ago(last, matched), 1), last };
}

function around(date: string, every: Every): NamedSpan | undefined {
  const day = parseDay(date);
  return day && periodOf(day, every);
}

function month({ year, month: text = '' }: Matched): NamedSpan | undefined {
  return around(`${year}-${monthNumber(text)}-01`, 'month');
}

function quarter({ year, quarter: number }: Matched): NamedSpan | undefined {
  return around(`${year}-${String(Number(number) * 3).padStart(2, '0')}-01`, 'quarter');
}

function week({ year, week: number = '' }: Matched): NamedSpan | undefined {
  // ISO 8601: the fourth of January is always in the first week
  const day = addDays(`${year}-01-04` as Day, 7 * (Number(number) - 1));
  const period = periodOf(day, 'week');
  return period.name === `${year}-W${number.padStart(2, '0')}` ? period : undefined;
}

function thisOrLast({ which = '', every = '' }: Matched, now: number): NamedSpan {
  const name = every.toLowerCase() as Every;
  const current = periodOf(dayAt(now), name);
  return which.toLowerCase() === 'this' ? current : periodOf(addDays(current.first, -1), name);
}

export type Order = 'DMY' | 'MDY' | 'YMD';

interface WrittenForm {
  readonly order: Order;
  readonly form: RegExp;
  /** Only of days that are known to be written in this order. */
  readonly told?: true | undefined;
}

/** How a day can be written, without accents. A month may be a word. */
const forms: readonly WrittenForm[] = [
  { order: 'YMD', form: /^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/ },
  { order: 'YMD', form: /^(?<year>\d\d)\.(?<month>\d\d?)\.(?<day>\d\d?)$/, told: true },
  { order: 'YMD', form: /^(?<year>\d{4})\. ?(?<month>\d\d?)\. ?(?<day>\d\d?)\.$/ },
  { order: 'DMY', form: /^(?<day>\d\d?)\. (?<month>\d\d?)\. (?<year>\d{4})$/ },
  { order: 'DMY', form: /^(?<day>\d\d?)(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/ },
  // with points the day always comes first, otherwise that depends on the country
  { order: 'MDY', form: /^(?<month>\d\d?)(?<mark>[-/])(?<day>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/ },
  { order: 'MDY', form: /^(?<month>\d\d?)\.(?<day>\d\d?)\.(?<year>\d{4}|\d\d)$/, told: true },
  {
    order: 'DMY',
    form: /^(?<day>\d\d?)(?:st|nd|rd|th|er|o(?![a-z])|\.)?[ /-]?(?:de )?(?<month>[a-z]{3,})\.?,?[ /-]?(?:del? )?(?<year>\d{4}|\d\d)$/i,
  },
  {
    order: 'MDY',
    form: /^(?<month>[a-z]{3,})\.?[ /-]?(?<day>\d\d?)(?:st|nd|rd|th)?(?:, ?|[ /-])(?<year>\d{4}|\d\d)$/i,
  },
  { order: 'YMD', form: /^(?<year>\d{4})[ /-]?(?<month>[a-z]{3,})[ /-]?(?<day>\d\d?)$/i },
];

export interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

interface DateReading extends Pick<WrittenForm, 'order' | 'told'> {
  readonly parts: Parts;
}

/** All that the text may say; the calendar may lack such a day. */
export function partsOf(text: string): DateReading[] {
  return forms.flatMap(({ order, form, told }) => {
    const parts = form.exec(text)?.groups as Parts | undefined;
    return parts ? { order, told, parts } : [];
  });
}

/**
 * The months in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish and Czech, without
 * accents; a line a month, English first.
 */
const names = [
  'january januar janner jaenner janvier enero gennaio januari janeiro styczen stycznia leden ledna',
  'february februar feber fevrier febrero febbraio februari fevereiro luty lutego unor unora',
  'march marz maerz mrz mars marzo maart mrt marco marzec marca brezen brezna',
  'april avril abril aprile kwiecien kwietnia duben dubna',
  'may mai mayo maggio mei maio maj maja kveten kvetna',
  'june juni juin junio giugno junho czerwiec czerwca cerven cervna cvn',
  'july juli juillet julio luglio julho lipiec lipca cervenec cervence cvc',
  'august aout agosto augustus sierpien sierpnia srpen srpna',
  'september septembre septiembre setiembre settembre setembro wrzesien wrzesnia zari',
  'october oktober octobre octubre ottobre outubro pazdziernik pazdziernika rijen rijna',
  'november novembre noviembre novembro listopad listopada listopadu',
  'december dezember decembre diciembre dicembre dezembro grudzien grudnia prosinec prosince',
];

/** The weekdays in the first seven of these languages, a line a language. */
const weekdaysOfLanguages = [
  'sunday monday tuesday wednesday thursday friday saturday',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
  'domingo lunes martes miercoles jueves viernes sabado',
  'domenica lunedi martedi mercoledi giovedi venerdi sabato',
  'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag',
  'domingo segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado',
].join(' ');

/**
 * Two digits, for a number or a name, of which three letters are enough; `00` if the text is no month, or may
 * be two.
 */
export function monthNumber(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0');
  const word = ` ${text.toLowerCase()}`;
  const whole = names.findIndex((line) => ` ${line} `.includes(`${word} `));
  if (whole >= 0) return String(whole + 1).padStart(2, '0');

  const isNamed = (line: string) => ` ${line}`.includes(word);
  const found = names.findIndex(isNamed);
  const isOne = names.findLastIndex(isNamed) === found;
  return String(isOne ? found + 1 : 0).padStart(2, '0');
}

/** What follows a weekday, of whose name two letters are enough; undefined if there is none. */
export function afterWeekday(text: string): string | undefined {
  const [, word = '', rest] = /^([a-z][a-z-]+)[.,]*\s+(.*)$/i.exec(text) ?? [];
  return ` ${weekdaysOfLanguages}`.includes(` ${word.toLowerCase()}`) ? rest : undefined;
}

export function unaccented(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}
