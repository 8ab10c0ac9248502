import { addDays, addMonths, type Day, dayAt, eachDay, lastFinishedDay, parseDay, weekdayOf } from './day.ts';
import { type Every, type Period, periodOf, spanOf } from './period.ts';

interface NamedSpan extends Omit<Period, 'name'> {
  readonly name?: string;
}

const timed = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z?$/;

/** Undefined also where the text can be read as two days. */
export function writtenDay(text: string, now: number): Day | undefined {
  // the most frequent form comes first: to prepare all other forms takes half a millisecond
  const usual = parseDay(text) ?? relativeDay(unaccented(text), dayAt(now));
  if (usual) return usual;
  const [day, ...others] = readDays(text);
  return others.length > 0 ? undefined : day;
}

/** `yesterday`, `last fri`, `3 May` or `7d`. */
function relativeDay(text: string, today: Day): Day | undefined {
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(text.toLowerCase());
  if (near >= 0) return addDays(today, near - 1);

  const [, weekday = ''] = /^(?:last )?([a-z]{3,})$/i.exec(text) ?? [];
  const isNamed = (day: Day) => weekdayOf(day).toLowerCase().startsWith(weekday.toLowerCase());
  if (weekday) return [...eachDay(addDays(today, -7), addDays(today, -1))].find(isNamed);

  const [, day = '', month] = /^(\d\d?)(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?([a-z]{3,})\.?$/i.exec(text) ?? [];
  if (month) return lastDate(`${monthNumber(month)}-${day.padStart(2, '0')}`, today);

  const [, count, unit = ''] = lengths.exec(text) ?? [];
  return count ? ago(today, count, unit) : undefined;
}

/** The last day before today with that month and day; a 29th of February may be eight years ago. */
function lastDate(date: string, today: Day) {
  for (let year = Number(today.slice(0, 4)), end = year - 9; year > end; year--) {
    const day = parseDay(`${year}-${date}`);
    if (day && day < today) return day;
  }
  return undefined;
}

const lengths = /^([1-9]\d*)([dwmy])$/i;

function ago(day: Day, count: string, unit: string): Day {
  // so many of any unit reach before the first day of the service
  const many = Math.min(Number(count), 99_999);
  const name = unit.toLowerCase();
  if (name === 'd' || name === 'w') return addDays(day, name === 'd' ? -many : -7 * many);
  return addMonths(day, name === 'm' ? -many : -12 * many);
}

const periodForms: readonly (readonly [Every, RegExp])[] = [
  ['year', /^(?<year>\d{4})$/],
  ['month', /^(?<year>\d{4})[-./]?(?<month>\d\d)$/],
  ['month', /^(?<year>\d{4})[-./](?<month>\d)$/],
  ['month', /^(?<month>\d\d?)[-./](?<year>\d{4})$/],
  ['month', /^(?<month>[a-z]{3,})\.?,?[ -]?(?<year>\d{4})$/i],
  ['month', /^(?<year>\d{4})[ -]?(?<month>[a-z]{3,})$/i],
  ['quarter', /^(?<year>\d{4})[ -]?q(?<quarter>[1-4])$/i],
  ['quarter', /^q(?<quarter>[1-4])[ -]?(?<year>\d{4})$/i],
  ['week', /^(?<year>\d{4})[ -]?w(?<week>\d\d?)$/i],
];

/** `7d` are the last seven finished days. */
export function writtenPeriod(text: string, now: number): NamedSpan | undefined {
  const words = unaccented(text);
  for (const [every, form] of periodForms) {
    const period = periodIn(form.exec(words)?.groups, every);
    if (period) return period;
  }
  const [, which, every = ''] = /^(this|last)-(week|month|quarter|year)$/i.exec(words) ?? [];
  if (which) {
    const name = every.toLowerCase() as Every;
    const current = periodOf(dayAt(now), name);
    return which.toLowerCase() === 'this' ? current : periodOf(addDays(current.first, -1), name);
  }
  const [, count, unit = ''] = lengths.exec(words) ?? [];
  const last = lastFinishedDay(now);
  return count ? { first: addDays(ago(last, count, unit), 1), last } : undefined;
}

function periodIn(parts: Readonly<Record<string, string>> | undefined, every: Every): Period | undefined {
  if (!parts) return undefined;
  const { year, week, quarter, month = quarter ? `${Number(quarter) * 3}` : '1' } = parts;
  // ISO 8601: the fourth of January is always in the first week
  const inWeek = week && addDays(`${year}-01-04` as Day, 7 * (Number(week) - 1));
  const day = inWeek || parseDay(`${year}-${monthNumber(month)}-01`);
  const period = day && periodOf(day, every);
  // of a year without a week 53, or for a week 0
  return week && period?.name !== `${year}-W${week.padStart(2, '0')}` ? undefined : period;
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
  return partsOf(timed.exec(text)?.[1] ?? unaccented(text)).flatMap(({ needsOrder, parts }) =>
    needsOrder || parts.year.length < 4 ? [] : dateOf(parts),
  );
}

export type Order = 'DMY' | 'MDY' | 'YMD';

/**
 * How a day can be written, without accents. A month may be a word. `needsOrder`: only of days that are known
 * to be written in this order.
 */
const dayForms: readonly (readonly [order: Order, form: RegExp, needsOrder?: true])[] = [
  ['YMD', /^(?<year>\d{4})(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/],
  ['YMD', /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/],
  ['YMD', /^(?<year>\d\d)(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/],
  ['YMD', /^(?<year>\d\d)\.(?<month>\d\d?)\.(?<day>\d\d?)$/, true],
  ['YMD', /^(?<year>\d{4})\. ?(?<month>\d\d?)\. ?(?<day>\d\d?)\.$/],
  ['DMY', /^(?<day>\d\d?)\. (?<month>\d\d?)\. (?<year>\d{4})$/],
  ['DMY', /^(?<day>\d\d?)(?<mark>[-./])(?<month>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/],
  // with points the day always comes first, otherwise that depends on the country
  ['MDY', /^(?<month>\d\d?)(?<mark>[-/])(?<day>\d\d?)\k<mark>(?<year>\d{4}|\d\d)$/],
  ['MDY', /^(?<month>\d\d?)\.(?<day>\d\d?)\.(?<year>\d{4}|\d\d)$/, true],
  [
    'DMY',
    /^(?<day>\d\d?)(?:st|nd|rd|th|er|o(?![a-z])|\.)?[ /-]?(?:de )?(?<month>[a-z]{3,})\.?,?[ /-]?(?:del? )?(?<year>\d{4}|\d\d)$/i,
  ],
  ['MDY', /^(?<month>[a-z]{3,})\.?[ /-]?(?<day>\d\d?)(?:st|nd|rd|th)?(?:, ?|[ /-])(?<year>\d{4}|\d\d)$/i],
  ['YMD', /^(?<year>\d{4})[ /-]?(?<month>[a-z]{3,})[ /-]?(?<day>\d\d?)$/i],
];

interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** `YYYY-MM-DD`; of two digits, the year is one from 2000 on. */
export const dateOf = ({ year, month, day }: Parts) =>
  `${year.padStart(4, '20')}-${monthNumber(month)}-${day.padStart(2, '0')}`;

/** All readings of the text; the calendar may lack such a day. */
export function partsOf(text: string) {
  return dayForms.flatMap(([order, form, needsOrder]) => {
    const parts = form.exec(text)?.groups as Parts | undefined;
    return parts ? { order, needsOrder, parts } : [];
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
function monthNumber(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0');
  const word = ` ${text.toLowerCase()}`;
  const monthsWith = (start: string) =>
    names.flatMap((line, at) => (` ${line} `.includes(start) ? at + 1 : []));
  const [month] = monthsWith(`${word} `);
  const [only = 0, ...others] = monthsWith(word);
  return String(month ?? (others.length > 0 ? 0 : only)).padStart(2, '0');
}

/** The text after a weekday, of whose name two letters are enough; undefined if there is none. */
export function afterWeekday(text: string): string | undefined {
  const [, word = '', rest] = /^([a-z][a-z-]+)[.,]*\s+(.*)$/i.exec(text) ?? [];
  return ` ${weekdaysOfLanguages}`.includes(` ${word.toLowerCase()}`) ? rest : undefined;
}

export function unaccented(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}
