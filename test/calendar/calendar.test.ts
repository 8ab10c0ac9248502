import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDays, type Day, dayAt, eachDay, parseDay, startOf } from '../../src/calendar/day.ts';
import { readDays, writtenDay, writtenPeriod } from '../../src/calendar/parse.ts';
import { everyNames, type Period, periodOf } from '../../src/calendar/period.ts';
import { resolveRange } from '../../src/calendar/ranges.ts';
import { exit, Failure } from '../../src/errors.ts';
import { always, alwaysIn } from '../support/always.ts';
import { cases, eachCase } from '../support/cases.ts';
import { day } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';
import { anyDay, asDay } from './any.ts';

const dayLength = 86_400_000;

/** Any day as somebody may write it, most of them real. */
const anyDate = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => ({ year, month, day }));

const pad = (number: number, width: number) => String(number).padStart(width, '0');
const written = ({ year, month, day }: { year: number; month: number; day: number }) =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

/** What the calendar says, reckoned apart from `Date`. */
function isReal({ year, month, day }: { year: number; month: number; day: number }): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

describe('a day that is read', () => {
  test('is one that the calendar has, and no other', () =>
    alwaysIn(2000, [anyDate], (date) => {
      expect(parseDay(written(date))).toBe(isReal(date) ? written(date) : undefined);
    }));

  test('is written as YYYY-MM-DD and not otherwise', () => {
    for (const text of [
      ...['', '20240101', '2024-1-1', '2024/01/01', ' 2024-01-01', '2024-01-01\n', '2024-01-01T00:00:00Z'],
      ...['+02024-01-01', '-2024-01-01', '٢٠٢٤-٠١-٠١'],
    ])
      expect(parseDay(text), JSON.stringify(text)).toBeUndefined();
  });
});

describe('reckoning in days', () => {
  test('a moment lies in its UTC day, from the first millisecond to the last', () =>
    always([anyDay, fc.integer({ min: 0, max: dayLength - 1 })], (day, since) => {
      expect(dayAt(startOf(day) + since)).toBe(day);
    }));

  test('a range has both ends and each day between them once, in order, and none where it ends before it begins', () =>
    always([anyDay, fc.integer({ min: -500, max: 500 })], (first, more) => {
      const last = addDays(first, more);
      expect(countDays(first, last)).toBe(Math.max(0, more + 1));
      const each = Array.from({ length: countDays(first, last) }, (_, at) => addDays(first, at));
      expect([...eachDay(first, last)]).toEqual(each);
    }));
});

const now = Date.parse('2026-11-20T09:30:00Z');

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

describe('a day that is written with its date', () => {
  eachCase(`
    2024-01-07   2024-1-7   20240107   2024/01/07   2024/1/7   2024.1.7   7.1.2024   07.01.2024   7 Jan 2024
    07 january 2024   7-JAN-2024   7Jan2024   7th January, 2024   Jan 7, 2024   jan 7 2024   Jan. 7th, 2024
    January 07,2024   2024 Jan 7   2024-Jan-07   2024-01-07T12:00   2024-01-07 23:59:59
    2024-01-07T12:00:00.000Z
  `)('%s is that very day', (text) => expect(writtenDay(text, now)).toBe('2024-01-07'));

  eachCase(`
    3. Mai 2019 = 2019-05-03   3 mai 2019 = 2019-05-03   3 de mayo de 2019 = 2019-05-03   3 maggio 2019 = 2019-05-03
    3 mei 2019 = 2019-05-03   3 de maio de 2019 = 2019-05-03   17. März 2024 = 2024-03-17   1er août 2024 = 2024-08-01
    1. Mai = 2026-05-01   24. Dezember = 2025-12-24   3 de mayo = 2026-05-03   1er janvier = 2026-01-01
  `)('%s is %s in another language', (text, day) => expect(writtenDay(text, now)).toBe(day));

  eachCase(`
    17/01/2024 = 2024-01-17   01/17/2024 = 2024-01-17   17-1-2024 = 2024-01-17   05/05/2024 = 2024-05-05
    5-5-2024 = 2024-05-05   29.02.2024 = 2024-02-29   29 Sept 2024 = 2024-09-29   31/12/1998 = 1998-12-31
    1 Jan 2040 = 2040-01-01
  `)('%s can only be %s', (text, day) => expect(writtenDay(text, now)).toBe(day));

  test.each([
    ...['', ' ', '2024-17-01', '30.02.2024', '29 Feb 2023', '2024117', '17.01.24', '1/17/24', '0.1.2024'],
    ...['2024-01-17\n', ' 2024-01-17', '2024/01-17', '2024-01-17T25:00', '2024-01-17T23:00-05:00'],
    ...['17 Ja 2024', '17 Jam 2024', '17  Jan 2024', 'Jan 172024', '32 Jan 2024', '17 Januaryy 2024', '17 Mon 2024'],
    ...['31 Apr', '30 feb', '0 May', '32 Jan', '3 ma', '3 jam', 'May 3', '3  May', '123 May', 'last may'],
    'next friday',
    ...['now', 'mo', 'mond@y', 'EUR', 'jan', 'last-monday', 'constructor'],
    ...['0d', '07d', '-7d', '7', 'd', '7x', '1.5y', '7dd', '1e3d', '+7d', '７d', '٧d'],
    ...['2024', '2024-01', '202401', '2024-Q1', 'last-month'],
  ])('%j is no day', (text) => expect(writtenDay(text, now)).toBeUndefined());

  const formsOf = (day: Day) => {
    const [year = '', mm = '', dd = ''] = day.split('-');
    const [m, d] = [Number(mm), Number(dd)];
    const name = monthNames[m - 1] ?? '';
    const short = name.slice(0, 3);
    return {
      clear: [
        ...[day, `${year}-${m}-${d}`, `${year}/${mm}/${dd}`, `${year}/${m}/${d}`, `${year}.${mm}.${dd}`],
        ...[`${year}${mm}${dd}`, `${dd}.${mm}.${year}`, `${d}.${m}.${year}`],
        ...[`${d} ${name} ${year}`, `${dd} ${short} ${year}`, `${d}-${short.toUpperCase()}-${year}`],
        ...[`${name} ${d}, ${year}`, `${short.toLowerCase()} ${dd} ${year}`, `${year} ${name} ${d}`],
        `${day}T00:00Z`,
      ],
      dayFirst: [`${dd}/${mm}/${year}`, `${d}/${m}/${year}`, `${d}-${m}-${year}`],
      monthFirst: [`${mm}/${dd}/${year}`, `${m}/${d}/${year}`, `${m}-${d}-${year}`],
      isClear: m === d || d > 12,
    };
  };

  test('is the same day in every form, and never another one', () => {
    const wrong: string[] = [];
    const [first, end] = inWhole(['1999', '2031'], ['2023', '2025']);
    for (let day = asDay(`${first}-01-01`); day < end; day = addDays(day, 1)) {
      const { clear, dayFirst, monthFirst, isClear } = formsOf(day);
      const open = [...dayFirst, ...monthFirst];
      wrong.push(...clear.filter((text) => writtenDay(text, now) !== day));
      wrong.push(...open.filter((text) => writtenDay(text, now) !== (isClear ? day : undefined)));
      wrong.push(...open.filter((text) => !readDays(text).includes(day)));
    }
    expect(wrong).toEqual([]);
  });
});

// 2026-11-20 is a Friday
eachCase(`
  today = 2026-11-20T00:00:00Z = 2026-11-20   TODAY = 2026-11-19T23:59:59.999Z = 2026-11-19
  Yesterday = 2027-01-01T00:00:00Z = 2026-12-31   friday = 2026-11-20T09:30:00Z = 2026-11-13
  Thu = 2026-11-20T09:30:00Z = 2026-11-19   SATURDAY = 2026-11-20T09:30:00Z = 2026-11-14
  mon = 2026-11-20T00:00:00Z = 2026-11-16   last fri = 2026-11-20T09:30:00Z = 2026-11-13
  Last Monday = 2026-11-20T00:00:00Z = 2026-11-16   fri = 2026-11-21T00:00:00Z = 2026-11-20
  3 May = 2026-05-02T12:00:00Z = 2025-05-03   3 May = 2026-05-03T23:59:59Z = 2025-05-03
  3 may = 2026-05-04T00:00:00Z = 2026-05-03   31st DEC = 2026-01-01T00:00:00Z = 2025-12-31
  1. Jan = 2026-01-01T00:00:00Z = 2025-01-01   29-Feb. = 2024-02-29T12:00:00Z = 2020-02-29
  29 february = 2104-02-01T00:00:00Z = 2096-02-29   7d = 2026-11-20T23:59:59.999Z = 2026-11-13
  1d = 2026-01-01T00:00:00Z = 2025-12-31   2W = 2024-03-10T12:00:00Z = 2024-02-25
  1m = 2026-03-31T12:00:00Z = 2026-02-28   1m = 2024-03-31T12:00:00Z = 2024-02-29
  13m = 2026-01-15T12:00:00Z = 2024-12-15   1y = 2024-02-29T12:00:00Z = 2023-02-28
  4Y = 2024-02-29T12:00:00Z = 2020-02-29   1y = 2024-12-31T23:59:59Z = 2023-12-31
`)('a day that is counted from today, %s at %s, is %s', (text, at, day) =>
  expect(writtenDay(text, Date.parse(at))).toBe(day),
);

describe('a period', () => {
  const read = (text: string, at = now) => {
    const { first, last } = writtenPeriod(text, at) ?? {};
    return first && `${first}..${last}`;
  };

  const spans = {
    '2024-02-01..2024-02-29': [
      ...['2024-02', '2024-2', '2024/02', '2024.2', '202402', '02.2024', '2/2024', '02-2024'],
      ...['Feb 2024', 'february 2024', 'FEB-2024', 'Feb, 2024', '2024 Feb', '2024-February'],
    ],
    '2024-01-01..2024-03-31': ['2024-Q1', '2024-q1', '2024Q1', '2024 Q1', 'Q1 2024', 'q1-2024'],
    '2024-01-15..2024-01-21': ['2024-W03', '2024-W3', '2024-w03', '2024W03'],
  };
  const forms = Object.entries(spans).flatMap(([span, texts]) => texts.map((text) => [text, span]));
  // on a Friday
  const others = cases(`
    2024 = 2024-01-01..2024-12-31   2023-Q4 = 2023-10-01..2023-12-31   2025-W01 = 2024-12-30..2025-01-05
    2020-W53 = 2020-12-28..2021-01-03   1999-W01 = 1999-01-04..1999-01-10   this-week = 2026-11-16..2026-11-22
    last-week = 2026-11-09..2026-11-15   THIS-Month = 2026-11-01..2026-11-30   last-month = 2026-10-01..2026-10-31
    this-quarter = 2026-10-01..2026-12-31   last-quarter = 2026-07-01..2026-09-30   this-year = 2026-01-01..2026-12-31
    last-year = 2025-01-01..2025-12-31   1d = 2026-11-19..2026-11-19   30d = 2026-10-21..2026-11-19
    2w = 2026-11-06..2026-11-19   6M = 2026-05-20..2026-11-19   1y = 2025-11-20..2026-11-19
  `);
  test.each([...forms, ...others])('%s is %s', (text = '', span) => expect(read(text)).toBe(span));

  // the last finished day is two days ago in the first hour
  const atTimes = cases(`
    last-month = 2027-01-01T00:00:00Z = 2026-12-01..2026-12-31   this-week = 2027-01-01T00:00:00Z = 2026-12-28..2027-01-03
    last-quarter = 2027-01-01T00:00:00Z = 2026-10-01..2026-12-31   last-week = 2026-11-16T00:00:00Z = 2026-11-09..2026-11-15
    last-week = 2026-11-15T23:59:59.999Z = 2026-11-02..2026-11-08   2d = 2026-11-20T00:59:59.999Z = 2026-11-17..2026-11-18
    this-year = 2026-12-31T23:59:59.999Z = 2026-01-01..2026-12-31   2d = 2026-11-20T01:00:00Z = 2026-11-18..2026-11-19
    6m = 2026-09-01T12:00:00Z = 2026-03-01..2026-08-31   1m = 2026-03-01T12:00:00Z = 2026-01-29..2026-02-28
    1m = 2024-04-01T12:00:00Z = 2024-03-01..2024-03-31   1y = 2024-03-01T12:00:00Z = 2023-03-01..2024-02-29
    1y = 2025-03-01T12:00:00Z = 2024-02-29..2025-02-28
  `);
  test.each(atTimes)('%s at %s is %s', (text, at, span) => expect(read(text, Date.parse(at))).toBe(span));

  test.each([
    ...['', '24', '2024-13', '2024-00', '2024-0', '01-24', '250', '13/2024', 'Foo 2024', 'Mon 2024', '2024-Q0'],
    ...['2024-Q5', '2024-W00', '2024-W53', '2023-W53', '2024-W99', '2024-W', 'last month', 'next-month'],
    ...['last-day', '0d', '-30d', 'today', '2024-01-17', '2024-01-01..2024-01-05', '2024\n'],
  ])('%j is none', (text) => expect(read(text)).toBeUndefined());
});

const everyDay = [...eachDay(day(inWhole('1999-01-01', '2019-01-01')), day(inWhole('2100-12-31', '2029-12-31')))];

describe('the periods of a calendar', () => {
  eachCase(`
    week = 2026-08-22 = 2026-W34 = 2026-08-17..2026-08-23   week = 2021-01-03 = 2020-W53 = 2020-12-28..2021-01-03
    week = 2024-12-30 = 2025-W01 = 2024-12-30..2025-01-05   week = 1999-01-01 = 1998-W53 = 1998-12-28..1999-01-03
    quarter = 2026-08-22 = 2026-Q3 = 2026-07-01..2026-09-30   quarter = 2023-12-31 = 2023-Q4 = 2023-10-01..2023-12-31
    month = 2024-02-10 = 2024-02 = 2024-02-01..2024-02-29   year = 2024-02-29 = 2024 = 2024-01-01..2024-12-31
  `)('the %s of %s is %s', (every, on = '', ...expected) => {
    const { name, first, last } = periodOf(day(on), every as (typeof everyNames)[number]);
    expect([name, `${first}..${last}`]).toEqual(expected);
  });

  test.each(everyNames)('each day is in exactly one %s', (every) => {
    const periods = everyDay.map((one) => periodOf(one, every));
    const isIn = (one: Day, { first, last }: Period) => first <= one && one <= last;
    expect(everyDay.filter((one, at) => !isIn(one, periods[at] as Period))).toEqual([]);
    const isSame = (one: Period, other: Period) =>
      one.name === other.name && one.first === other.first && one.last === other.last;
    const isNext = (one: Period, other: Period) => one.name < other.name && addDays(one.last, 1) === other.first;
    const follows = (period: Period, at: number) => {
      const before = periods[at - 1];
      if (!before) return true;
      return isIn(everyDay[at] as Day, before) ? isSame(before, period) : isNext(before, period);
    };
    expect(periods.filter((period, at) => !follows(period, at))).toEqual([]);
  });
});

function refusal(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const range = (start: string, end?: string, at = now) => {
  const { first, last, notes } = resolveRange({ start, end }, at);
  return { range: `${first}..${last}`, notes };
};

const tooEarly = (text: string) => `${text} is before 1999-01-01, the first day of the service`;
const toCome = (text: string) => `${text} is in the future: it is still 2026-11-20 in UTC`;

eachCase(`
  2024-01-17 = 2024-01-17..2024-01-17   2024-01 = 2024-01-01..2024-01-31   2024 = 2024-01-01..2024-12-31
  2024-01 to 2024-03 = 2024-01-01..2024-03-31   2023 to 2024 = 2023-01-01..2024-12-31
  2024-02 to 2024 = 2024-02-01..2024-12-31   2024 to 2024-02 = 2024-01-01..2024-02-29
  2024-01-15 to 2024-02 = 2024-01-15..2024-02-29   2024-01 to 2024-01-15 = 2024-01-01..2024-01-15
  2024-01-15 to today = 2024-01-15..2026-11-20   yesterday to today = 2026-11-19..2026-11-20
  1999 = 1999-01-01..1999-12-31   2026-11 to today = 2026-11-01..2026-11-20
  17 Jan 2024 = 2024-01-17..2024-01-17   17.1.2024 to 20240120 = 2024-01-17..2024-01-20
  monday = 2026-11-16..2026-11-16   7d = 2026-11-13..2026-11-19   7d to today = 2026-11-13..2026-11-20
  1m to 2w = 2026-10-20..2026-11-06   6m = 2026-05-20..2026-11-19   2024-Q1 = 2024-01-01..2024-03-31
  2024-Q1 to 2024-Q2 = 2024-01-01..2024-06-30   2024-W03 to 2024-W04 = 2024-01-15..2024-01-28
  last-year to last-month = 2025-01-01..2026-10-31   last-week to yesterday = 2026-11-09..2026-11-19
  Feb 2024 to 13/3/2024 = 2024-02-01..2024-03-13
`)('the range %s is %s', (words, expected) => {
  const [start = '', end] = words.split(' to ');
  expect(range(start, end)).toEqual({ range: expected, notes: [] });
});

test('a period that is not over is cut at its last finished day, with a note', () => {
  expect(range('2026-11')).toEqual({
    range: '2026-11-01..2026-11-19',
    notes: ['2026-11 is not over yet: cut at its last finished day, 2026-11-19'],
  });
  expect(range('2025', '2026').range).toBe('2025-01-01..2026-11-19');
  for (const [text, first] of cases('this-week = 16   this-quarter = 01   2026-Q4 = 01   2026-W47 = 16')) {
    const month = first === '01' ? '2026-10' : '2026-11';
    const notes = [`${text} is not over yet: cut at its last finished day, 2026-11-19`];
    expect(range(text ?? '')).toEqual({ range: `${month}-${first}..2026-11-19`, notes });
  }
});

eachCase(`
    2023-02-29 = 2023-02-28   2023-02-31 = 2023-02-28   2024-02-30 = 2024-02-29   2024-04-31 = 2024-04-30
    31.04.2024 = 2024-04-30   30 Feb 2024 = 2024-02-29
  `)('an end of 29 to 31 past its month %s is taken as %s, with a note', (end, last) =>
  expect(range('2022-12-01', end)).toEqual({
    range: `2022-12-01..${last}`,
    notes: [`${end} does not exist: taken as ${last}`],
  }),
);

describe('a range that cannot be', () => {
  const inTwoWays = '"01/02/2024" can be read in two ways';
  const alone = (texts: readonly string[], message: (text: string) => string) =>
    texts.map((text): [string, undefined, string] => [text, undefined, message(text)]);

  test.each<[start: string, end: string | undefined, message: string]>([
    ...alone(['1998', '1998-W53', '28y', '99999999d'], tooEarly),
    ...alone(['2026-12', '2027', '2027-Q1', '2026-W48'], toCome),
    ...alone(['2024-13', '2024-00'], (text) => `there is no month ${text}`),
    ...alone(['last month', '24', ''], (text) => `"${text}" is not a day, a month or a year`),
    ['2024-W53', undefined, 'there is no week 2024-W53'],
    ['2024-W00', '2024', 'there is no week 2024-W00'],
    ['2024-02-01', '2024-01-31', 'the end 2024-01-31 is before the start 2024-02-01'],
    ['7d', '30d', 'the end 30d is before the start 7d'],
    ['2024-02-29', '2023-02-31', 'the end 2023-02-31 is before the start 2024-02-29'],
    ['1998-12-31', '1999-01-05', tooEarly('1998-12-31')],
    ['2026-11-01', '2026-11-21', toCome('2026-11-21')],
    ['01/02/2024', undefined, inTwoWays],
  ])('%j %j: %s', (start, end, message) =>
    expect(refusal(() => resolveRange({ start, end }, now))).toMatchObject({ exitCode: exit.usage, message }),
  );

  test.each([
    ['last month', 'write last-month'],
    ['-1y', 'write 1y'],
    ['30 days', 'write 30d'],
    ['then', 'write it as YYYY-MM-DD, YYYY-MM, YYYY, 30d, last-month or 2024-Q1'],
  ])('%s: %s', (text, hint) => expect(refusal(() => resolveRange({ start: text }, now)).hints).toEqual([hint]));
});
