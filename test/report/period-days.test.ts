import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { usd } from '../../src/currencies/code.ts';
import { Coverage } from '../../src/report/coverage.ts';
import { day, ratesOf } from '../output/days.ts';
import { publisher } from '../support/scripted-service.ts';
import { listener } from './told.ts';

interface Days {
  readonly every: 'week' | 'month';
  readonly gaps?: readonly string[];
  readonly publishes?: (day: Day) => boolean;
}

/** What is said of the periods of these days: of those that the range cuts, and of those with gaps. */
function shortPeriods(days: Iterable<Day>, { every, gaps = [], publishes = () => true }: Days): string[] {
  const coverage = new Coverage({
    source: { ...publisher, name: 'source', calendar: { ...publisher.calendar, publishes } },
    base: usd,
    symbols: [],
    periods: { every, take: 'mean', weekdays: false },
    isRange: true,
  });
  for (const each of days) {
    if (gaps.includes(each)) coverage.add({ day: each, reason: 'unusable' });
    else if (publishes(each)) coverage.add(ratesOf(each, { EUR: 0.9 }));
    else coverage.add({ day: each, reason: 'closed' });
  }
  const reporter = listener();
  coverage.report(reporter);
  return reporter.told.filter((line) => !line.includes('no usable rate'));
}

test.each<[name: string, first: string, last: string, gaps: readonly string[], cut: string, lacking: string]>([
  ['whole periods lack nothing', '2024-01-01', '2024-02-29', [], '', ''],
  [
    'periods that the range cuts, and those with gaps, are told apart',
    ...(['2024-01-02', '2024-03-30', ['2024-02-01', '2024-02-29']] as const),
    ...(['2024-01 has 30 of 31 days, 2024-03 has 30 of 31 days', '2024-02 has 27 of 29 days'] as const),
  ],
  [
    'a period with gaps that the range cuts too is told once',
    ...(['2024-01-02', '2024-01-31', ['2024-01-03'], '', '2024-01 has 29 of 31 days'] as const),
  ],
])('%s', (_, first, last, gaps, cut, lacking) => {
  const lines = [cut && `note ${cut}`, lacking && `problem ${lacking}`].filter(Boolean);
  expect(shortPeriods(eachDay(day(first), day(last)), { every: 'month', gaps })).toEqual(lines);
});

test('of many periods 20 are named', () => {
  const days = Array.from({ length: 22 }, (_, at) => addDays(day('2024-01-01'), 7 * at));
  const [line = ''] = shortPeriods(days, { every: 'week' });
  expect(line.match(/ has 1 of 7 days/g)).toHaveLength(20);
  expect(line).toMatch(/, and 2 more$/);
});
