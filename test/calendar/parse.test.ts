import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { readDays, writtenDay, writtenPeriod } from '../../src/calendar/parse.ts';
import { cases, eachCase } from '../support/cases.ts';
import { inWhole } from '../support/whole.ts';
import { asDay } from './any.ts';

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

describe('a day that is counted from today', () => {
  // 2026-11-20 is a Friday
  const counted = cases(`
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
  `);
  test.each(counted)('%s at %s is %s', (text, at, day) => expect(writtenDay(text, Date.parse(at))).toBe(day));
});

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
