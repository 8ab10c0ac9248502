import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import type { Code } from '../../../src/currencies/code.ts';
import { type CheckFinding, dated } from '../../../src/rates/checks/finding.ts';
import { Standstill } from '../../../src/rates/checks/standstill.ts';

const monday = '2020-01-06' as Day;

/** The day of each weekday, counted from 0. */
const weekday = (at: number) => addDays(monday, Math.floor(at / 5) * 7 + (at % 5));

interface Story {
  /** For each weekday after the first, whether the rate moves. */
  readonly moves: readonly boolean[];
  /** Weekdays on which it then stands, the one on which it moved last included. */
  readonly still: number;
  /** Days by which the last one is late. */
  readonly gap?: number;
}

/** First day, last day and weekdays of each standstill. */
function found({ moves, still, gap = 0 }: Story) {
  const findings: CheckFinding[] = [];
  const standstill = new Standstill('AMD' as Code, findings);
  let rate = 1;
  standstill.add(dated(weekday(0)), rate);
  const stands = Array<boolean>(still - 1).fill(false);
  const all = [...moves, ...stands];
  all.forEach((moved, at) => {
    if (moved) rate++;
    const late = at === all.length - 1 ? gap : 0;
    standstill.add(dated(addDays(weekday(at + 1), late)), rate);
  });
  standstill.end();
  return findings.map(({ start, end, figures }) => [start, end, figures[1]]);
}

const always = (days: number) => Array<boolean>(days).fill(true);

describe('a standstill is told', () => {
  test('from 15 weekdays on', () => {
    expect(found({ moves: always(80), still: 14 })).toEqual([]);
    expect(found({ moves: always(80), still: 15 })).toEqual([[weekday(80), weekday(94), 15]]);
  });

  test('once the code is known for 60 weekdays', () => {
    expect(found({ moves: always(59), still: 15 })).toEqual([]);
    expect(found({ moves: always(60), still: 15 })).toEqual([[weekday(60), weekday(74), 15]]);
  });

  const nine = Array.from({ length: 90 }, (_, at) => at % 10 !== 8);
  const lazy = Array.from({ length: 500 }, (_, at) => at % 2 === 0);

  test.each([
    ['of a code that moves on nine of ten weekdays', nine, 1],
    ['not of one that moves less', nine.with(0, false), 0],
    ['of a code that has moved for a year, however it was before', [...lazy, ...always(600)], 1],
    ['not of one that has moved for less', [...lazy, ...always(300)], 0],
  ])('%s', (_, moves, count) => expect(found({ moves, still: 15 })).toHaveLength(count));
});
