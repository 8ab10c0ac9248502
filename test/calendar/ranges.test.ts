import { describe, expect, test } from 'vitest';
import { resolveRange } from '../../src/calendar/ranges.ts';
import { exit, Failure } from '../../src/errors.ts';
import { cases, eachCase } from '../support/cases.ts';

const now = Date.parse('2026-11-20T09:30:00Z');

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

describe('a range that a person names', () => {
  const named = cases(`
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
  `);
  test.each(named)('%s is %s', (words, expected) => {
    const [start = '', end] = words.split(' to ');
    expect(range(start, end)).toEqual({ range: expected, notes: [] });
  });
});

describe('a period that is not over', () => {
  test('is cut at its last finished day, with a note', () => {
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
});

describe('an end of 29 to 31 past its month', () => {
  eachCase(`
    2023-02-29 = 2023-02-28   2023-02-31 = 2023-02-28   2024-02-30 = 2024-02-29   2024-04-31 = 2024-04-30
    31.04.2024 = 2024-04-30   30 Feb 2024 = 2024-02-29
  `)('%s is taken as %s, with a note', (end, last) =>
    expect(range('2022-12-01', end)).toEqual({
      range: `2022-12-01..${last}`,
      notes: [`${end} does not exist: taken as ${last}`],
    }),
  );
});

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
