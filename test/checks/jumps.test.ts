import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import type { Finding } from '../../src/checks/finding.ts';
import { jumps } from '../../src/checks/jumps.ts';
import type { Code } from '../../src/rates/code.ts';

const day = (at: number) => addDays('2020-01-06' as Day, at);

/** What is found in these rates, each with its day counted from the first. */
function found(rates: readonly (readonly [at: number, rate: number])[], threshold = 0.25): Finding[] {
  const findings: Finding[] = [];
  const add = jumps('HKD' as Code, threshold, (finding) => findings.push(finding));
  for (const [at, rate] of rates) add(day(at), rate);
  return findings;
}

const told = (findings: readonly Finding[]) => findings.map(({ kind, start, end }) => [kind, start, end]);

/** A rate on each day from the first to the last. */
const steady = (first: number, last: number, rate: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => [first + at, rate] as const);

test('a finding has the rates before and on its first day, and its size has no sign', () => {
  for (const rate of [14, 3.5])
    expect(
      found([
        [0, 7],
        [1, rate],
        [2, rate + 1],
        [3, 7],
      ]),
    ).toEqual([
      {
        kind: 'spike',
        codes: ['HKD'],
        start: day(1),
        end: day(2),
        figures: [7, rate],
        size: expect.closeTo(Math.log(2)),
      },
    ]);
});

test('days that are a week apart are compared, those further apart are not', () => {
  expect(
    told(
      found([
        [0, 7],
        [7, 14],
        [8, 7],
      ]),
    ),
  ).toEqual([['spike', day(7), day(7)]]);
  expect(
    found([
      [0, 7],
      [8, 14],
      [9, 14],
    ]),
  ).toEqual([]);
  expect(
    told(
      found([
        [0, 7],
        [8, 14],
        [9, 7],
        [10, 14],
      ]),
    ),
  ).toEqual([['spike', day(9), day(9)]]);
});

test('a gap ends what was in doubt, and what comes after it is compared anew', () => {
  const rates = [
    [0, 7],
    [1, 14],
    [9, 7],
    [10, 14],
    [11, 7],
  ] as const;
  expect(told(found(rates))).toEqual([['spike', day(10), day(10)]]);
});

test('after a jump that stays, later rates are compared with the new one', () => {
  const rates = [...steady(0, 3, 7), ...steady(4, 30, 14), [31, 7] as const, ...steady(32, 40, 14)];
  expect(told(found(rates))).toEqual([
    ['jump', day(4), day(4)],
    ['spike', day(31), day(31)],
  ]);
});

test('what came while a jump was in doubt is compared with it', () => {
  const rates = [...steady(0, 3, 7), [4, 14], [5, 30], ...steady(6, 40, 14)] as const;
  expect(told(found(rates))).toEqual([
    ['jump', day(4), day(4)],
    ['spike', day(5), day(5)],
  ]);
});

test('an inverse that is less than a tenth beside its neighbours is none', () => {
  expect(
    found([
      [0, 1.03],
      [1, 1 / 1.03],
      [2, 1.03],
    ]),
  ).toEqual([]);
  expect(
    told(
      found([
        [0, 1.06],
        [1, 1 / 1.06],
        [2, 1.06],
      ]),
    ),
  ).toEqual([['inverse', day(1), day(1)]]);
});

test('an inverse is near to it after a jump, and nearer still without one', () => {
  const kinds = (rate: number, next: number) =>
    found([
      [0, rate],
      [1, next],
      [2, rate],
    ]).map(({ kind }) => kind);
  expect([kinds(7, 1.1 / 7), kinds(7, 1.15 / 7)]).toEqual([['inverse'], ['spike']]);
  expect([kinds(1.1, 1.01 / 1.1), kinds(1.1, 1.03 / 1.1)]).toEqual([['inverse'], []]);
});

test('a power of ten is met within an eighth', () => {
  const kindOf = (factor: number) => found([...steady(0, 3, 7), ...steady(4, 20, 7 * factor)])[0]?.kind;
  expect([1.1e-3, 1.15e-3].map(kindOf)).toEqual(['redenomination', 'jump']);
});

test('a small change that stays is no redenomination, however low the threshold', () => {
  expect(told(found([...steady(0, 3, 7), ...steady(4, 20, 7.5)], 0.05))).toEqual([['jump', day(4), day(4)]]);
});
