import { describe, expect, test } from 'vitest';
import { isWeekend } from '../../src/calendar/day.ts';
import { type Code, usd } from '../../src/currencies/code.ts';
import { exit } from '../../src/errors.ts';
import { Coverage } from '../../src/report/coverage.ts';
import type { UnavailableDay } from '../../src/sources/source.ts';
import { codes, day, ratesOf } from '../output/days.ts';
import { listener } from './told.ts';

const gap = (date: string, why: UnavailableDay['reason']): UnavailableDay => ({ day: day(date), reason: why });

function told(coverage: Coverage) {
  const reporter = listener();
  return { code: coverage.report(reporter), told: reporter.told };
}

function withGaps(...gaps: readonly UnavailableDay[]): Coverage {
  const coverage = new Coverage(usd, undefined, { publishes: (each) => !isWeekend(each) });
  for (const each of gaps) coverage.add(each);
  return coverage;
}

test('days that have all that was asked for are nothing to tell', () => {
  const coverage = new Coverage(usd, codes('EUR'));
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
    const coverage = new Coverage('EUR' as Code, undefined);
    coverage.add(ratesOf('2024-01-01', { EUR: 0.9 }));
    coverage.add(gap('2024-01-02', 'no base'));
    coverage.checkBase();
    expect(told(coverage).told).toEqual(['problem no rate for the base EUR on 1 day: 2024-01-02']);
  });
});
