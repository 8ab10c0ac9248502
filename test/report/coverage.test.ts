import { describe, expect, test } from 'vitest';
import { exit } from '../../src/errors.ts';
import type { Code } from '../../src/rates/code.ts';
import { LeftOut } from '../../src/rates/left-out.ts';
import { Coverage } from '../../src/report/coverage.ts';
import { tellSurplus } from '../../src/report/kept.ts';
import type { Gap } from '../../src/sources/answer.ts';
import { usd } from '../../src/sources/oxr/service.ts';
import { codes, day, ratesOf } from '../output/days.ts';
import { listener } from './told.ts';

const gap = (date: string, why: Gap['gap']): Gap => ({ day: day(date), gap: why });

function told(coverage: Coverage) {
  const reporter = listener();
  return { code: coverage.tell(reporter), told: reporter.told };
}

function withGaps(...gaps: readonly Gap[]): Coverage {
  const coverage = new Coverage(usd, undefined);
  for (const each of gaps) coverage.gap(each);
  return coverage;
}

test('days that have all that was asked for are nothing to tell', () => {
  const coverage = new Coverage(usd, codes('EUR'));
  coverage.shown(ratesOf('2024-01-01', { EUR: 0.9 }));
  expect(told(coverage)).toEqual({ code: exit.ok, told: [] });
  expect(coverage.extent).toBe('1 day, 1 rate');
});

const [never, early] = [gap('2024-01-06', 'not published'), gap('2024-01-08', 'not yet')];
const rest = [gap('2024-01-03', 'not available'), gap('2024-01-01', 'no rates'), gap('2024-01-05', 'not held')];

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
    coverage.shown(ratesOf('2024-01-01', { EUR: 0.9 }));
    coverage.gap(gap('2024-01-02', 'no base'));
    coverage.checkBase();
    expect(told(coverage).told).toEqual(['problem no rate for the base EUR on 1 day: 2024-01-02']);
  });

  test('is no mistake where there are no days at all', () => {
    const coverage = new Coverage('EUR' as Code, undefined);
    coverage.gap(gap('2024-01-02', 'not available'));
    coverage.checkBase();
  });
});

describe('a code that was asked for', () => {
  test('is not missed where there is no day', () => {
    const coverage = new Coverage(usd, codes('EUR'));
    coverage.gap(gap('2024-01-01', 'not available'));
    expect(told(coverage).told).toEqual(['problem no rates for 1 day: 2024-01-01']);
  });

  test('with a rate of 0 that is inverted is there, and left out', () => {
    const coverage = new Coverage(usd, codes('ABC'));
    coverage.shown({ ...ratesOf('2024-01-01', {}), zeros: codes('ABC,XYZ') } as never);
    const left = ['note left out because a rate of 0 has no inverse: ABC on 1 day'];
    expect(told(coverage)).toEqual({ code: exit.ok, told: left });
  });
});

test('whatever is left out besides is noted', () => {
  const coverage = new Coverage(usd, undefined);
  const odd = new LeftOut('ledger takes no digits');
  coverage.leaveOut([odd]);
  coverage.shown(ratesOf('2024-01-01', { EUR: 0.9 }));
  expect(told(coverage).told).toEqual([]);
  odd.add('A1' as Code);
  expect(told(coverage).told).toEqual(['note left out because ledger takes no digits: A1 on 1 day']);
});

test('days that are not over are noted where the time is given', () => {
  const now = Date.parse('2024-01-02T12:00:00Z');
  const days = ['2024-01-01', '2024-01-02'].map((date) => ratesOf(date, { EUR: 0.9 }));
  const notes = ({ now }: { now?: number }) => {
    const coverage = new Coverage(usd, undefined, { now });
    for (const each of days) coverage.shown(each);
    return told(coverage);
  };
  expect(notes({})).toEqual({ code: exit.ok, told: [] });
  expect(notes({ now }).told).toEqual(['note 2024-01-02 is not over: its rates may still change']);
});

test('periods that lack days are told: those the range cuts as a note, those with gaps as a problem', () => {
  const periods = { every: 'week', take: 'mean', weekdays: false } as const;
  const coverage = new Coverage(usd, undefined, { periods });
  for (let at = 2; at <= 9; at++) coverage.shown(ratesOf(`2024-01-0${at}`, { EUR: 0.9 }));
  coverage.gap(gap('2024-01-10', 'not available'));
  const problems = ['problem no rates for 1 day: 2024-01-10', 'problem 2024-W02 has 2 of 7 days'];
  expect(told(coverage)).toEqual({ code: exit.partial, told: ['note 2024-W01 has 6 of 7 days', ...problems] });
  expect(coverage.extent).toBe('8 days');
});

test('days that nobody asked for are counted, and five of them named', () => {
  const surplus = (count: number) => {
    const reporter = listener();
    const days = Array.from({ length: count }, (_, at) => `2024-01-0${at + 1}`);
    tellSurplus(days, reporter);
    return reporter.told;
  };
  expect(surplus(0)).toEqual([]);
  expect(surplus(1)).toEqual(['note ignored 1 unrequested day: 2024-01-01']);
  expect(surplus(5)[0]).toMatch(/^note ignored 5 unrequested days: .*, 2024-01-05$/);
  expect(surplus(6)[0]).toMatch(/^note ignored 6 unrequested days: .*, 2024-01-05, …$/);
});
