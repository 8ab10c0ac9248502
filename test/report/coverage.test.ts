import { describe, expect, test } from 'vitest';
import { type Day, isWeekend } from '../../src/calendar/day.ts';
import { type Code, usd } from '../../src/currencies/code.ts';
import { exit } from '../../src/errors.ts';
import { Coverage, reportDropped } from '../../src/report/coverage.ts';
import type { UnavailableDay } from '../../src/sources/source.ts';
import { codes, day, ratesOf } from '../output/days.ts';
import { publisher } from '../support/scripted-service.ts';
import { listener } from './told.ts';

const gap = (date: string, why: UnavailableDay['reason']): UnavailableDay => ({ day: day(date), reason: why });

function told(coverage: Coverage) {
  const reporter = listener();
  return { code: coverage.report(reporter), told: reporter.told };
}

const source = {
  ...publisher,
  name: 'source',
  calendar: { ...publisher.calendar, publishes: (each: Day) => !isWeekend(each) },
};

function withGaps(...gaps: readonly UnavailableDay[]): Coverage {
  const coverage = new Coverage({ source, base: usd });
  for (const each of gaps) coverage.add(each);
  return coverage;
}

test('days that have all that was asked for are nothing to tell', () => {
  const coverage = new Coverage({ source, base: usd, symbols: codes('EUR') });
  coverage.add(ratesOf('2024-01-01', { EUR: 0.9 }));
  expect(told(coverage)).toEqual({ code: exit.ok, told: [] });
  expect(coverage.extent).toBe('1 day, 1 rate');
});

const [never, early] = [gap('2024-01-06', 'closed'), gap('2024-01-08', 'not published yet')];
const rest = [gap('2024-01-03', 'unavailable'), gap('2024-01-01', 'no rates'), gap('2024-01-05', 'not stored')];

test.each([
  [[never], ['lack no rates are published on 2024-01-06, a Saturday']],
  [[early], ['lack no rates are published yet for 2024-01-08']],
  [[never, early], ['lack no rates are published on 2024-01-06, a Saturday, and not yet for 2024-01-08']],
  [rest, ['problem no rates for 2 days: 2024-01-01, 2024-01-03', 'problem 1 day not stored: 2024-01-05']],
])('days without rates are told by what they are, in order: %j', (gaps, lines) =>
  expect(told(withGaps(...gaps))).toEqual({ code: exit.partial, told: lines }),
);

describe('a base', () => {
  test('that some days lack is a problem', () => {
    const coverage = new Coverage({ source, base: 'EUR' as Code });
    coverage.add(ratesOf('2024-01-01', { EUR: 0.9 }));
    coverage.add(gap('2024-01-02', 'no base'));
    coverage.checkBase();
    expect(told(coverage).told).toEqual(['problem no rate for the base EUR on 1 day: 2024-01-02']);
  });
});

describe('unusable rates', () => {
  function lines(days: Readonly<Record<string, readonly string[]>>): string[] {
    const problems: string[] = [];
    const dropped = Object.entries(days).map(([date, dropped]) => ({ day: day(date), dropped }));
    reportDropped(dropped, { problem: (line) => void problems.push(line) });
    return problems;
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);

  test('of codes that lack the same days share a line, which names 200 codes', () => {
    const days = { '2024-01-01': ['ABC', 'DEF'], '2024-01-02': ['ABC', 'DEF', 'GHI'], '2024-01-03': ['GHI'] };
    expect(lines(days)).toEqual([
      '4 unusable rates left out: ABC, DEF on 2024-01-01 to 2024-01-02',
      '2 unusable rates left out: GHI on 2024-01-02 to 2024-01-03',
    ]);
    expect(lines({ '2024-01-01': numbered(1201) })[0]).toMatch(/, C198, C199, and 1,001 more on 2024-01-01$/);
  });

  test('have 20 lines, and one for all others', () => {
    const days = numbered(22).map((code, at) => [`2024-01-${`${at + 1}`.padStart(2, '0')}`, [code]]);
    expect(lines(Object.fromEntries(days)).slice(19)).toEqual([
      '1 unusable rate left out: C19 on 2024-01-20',
      'further unusable rates left out',
    ]);
  });
});

test.each([
  [[never], ['note no rates are published on 2024-01-06, a Saturday']],
  [[never, early], ['note no rates are published on 2024-01-06, a Saturday, and not yet for 2024-01-08']],
  [[never, gap('2024-01-05', 'not stored')], ['problem 1 day not stored: 2024-01-05']],
])('a range is said to be closed where nothing else is missing: %j', (gaps, lines) => {
  const coverage = new Coverage({ source, base: usd, isRange: true });
  for (const each of gaps) coverage.add(each);
  expect(told(coverage).told).toEqual(lines);
});
