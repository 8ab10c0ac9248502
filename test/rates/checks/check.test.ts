import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, isWeekend } from '../../../src/calendar/day.ts';
import { StoreCheck } from '../../../src/rates/checks/check.ts';
import { type CheckFinding, worstFirst } from '../../../src/rates/checks/finding.ts';
import { always } from '../../support/always.ts';
import { eachCase } from '../../support/cases.ts';
import { ratesOf } from '../../support/rates.ts';
import { hasRealDays, orSkipped, RealDays } from '../../support/real-days.ts';
import { inWhole } from '../../support/whole.ts';

const threshold = 0.25;
const start = '2020-01-01' as Day;

type Rates = Readonly<Record<string, readonly (number | undefined)[]>>;

/** Checks days from 2020-01-01 on; undefined: the day lacks the code. */
function check(rates: Rates, first = start): CheckFinding[] {
  const check = new StoreCheck(threshold);
  const length = Math.max(...Object.values(rates).map((list) => list.length));
  for (let at = 0; at < length; at++) {
    const present = Object.entries(rates).flatMap(([code, list]) => (list[at] === undefined ? [] : [[code, list[at]]]));
    check.add(ratesOf(addDays(first, at), Object.fromEntries(present)));
  }
  return check.end();
}

/** A rate that moves a little on each weekday, and never twice to the same. */
function walk(days: number, rate: number, seed: number, step = 0.004): number[] {
  const random = randomOf(seed);
  let now = rate;
  return Array.from({ length: days }, (_, at) => {
    if (!isWeekend(addDays(start, at))) now *= Math.exp((random() + random() + random() - 1.5) * step * 2);
    return Number(now.toPrecision(8));
  });
}

/** Park and Miller's. */
function randomOf(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const told = (findings: readonly CheckFinding[]) =>
  findings.map(({ kind, codes, start, end }) => [kind, codes.join(), start, end]);

const replaced = (rates: readonly (number | undefined)[], at: number, others: readonly (number | undefined)[]) =>
  rates.map((rate, index) => (index >= at && index < at + others.length ? others[index - at] : rate));

const day = (at: number) => addDays(start, at);

describe('what is found', () => {
  const calm = walk(400, 7, 1);

  test('a jump', () => {
    const half = calm.slice(100, 103).map((rate) => rate / 2);
    expect(told(check({ HKD: replaced(calm, 100, half) }))).toEqual([['spike', 'HKD', day(100), day(102)]]);
  });

  test('a code that usually moves and stands still for 15 weekdays', () => {
    // 21 days have 15 weekdays
    const still = (days: number) => Array<number>(days).fill(8);
    const monday = 103 - ((103 + 2) % 7);
    const found = told(check({ AMD: replaced(calm, monday, still(21)) }));
    expect(found).toEqual([['stale', 'AMD', day(monday), day(monday + 18)]]);
  });

  test('codes that are missing on days between others, together where the days are the same', () => {
    const hole = replaced(calm, 100, [undefined, undefined]);
    const others = { AZN: replaced(calm, 101, [undefined]), BGN: calm, BTN: calm.slice(0, 300) };
    expect(told(check({ AFN: hole, AMD: hole, ...others }))).toEqual([
      ['vanished', 'AFN,AMD', day(100), day(101)],
      ['vanished', 'AZN', day(101), day(101)],
    ]);
  });

  test('a smaller outlier, and a jump on the newest day', () => {
    const rates = [...calm.slice(0, 100), 8, ...calm.slice(101, 120), 8];
    const [jump, odd] = check({ HKD: rates });
    const [was] = odd?.figures ?? [];
    expect(odd).toEqual({
      kind: 'odd',
      codes: ['HKD'],
      start: day(100),
      end: day(100),
      figures: [was, 8],
      size: expect.closeTo(Math.log(8 / (was ?? 0))),
    });
    expect(jump).toMatchObject({ kind: 'jump', codes: ['HKD'], start: day(120), end: day(120) });
    expect(was).toBe(calm.slice(95, 100).toSorted((a, b) => a - b)[2]);
  });

  test('one finding of a rate, the more specific one', () => {
    expect(told(check({ HKD: replaced(calm, 100, [14]) }))).toEqual([['spike', 'HKD', day(100), day(100)]]);
  });

  const ends = (at: number, days: number) =>
    calm.slice(0, at + days).map((rate, index) => (index < at ? rate : undefined));

  test('codes that the newest days lack, together where they went together, for thirty days', () => {
    const rates = { EUR: calm.slice(0, 101), AFN: ends(99, 2), AMD: ends(99, 2), AED: ends(71, 30), ALL: ends(70, 31) };
    expect(check(rates)).toEqual([
      { kind: 'vanished', codes: ['AED'], start: day(71), end: undefined, figures: [30], size: 30 },
      { kind: 'vanished', codes: ['AFN', 'AMD'], start: day(99), end: undefined, figures: [2], size: 4 },
    ]);
  });

  test('only codes that each of the thirty days before had', () => {
    const late = (from: number) => ends(100, 1).map((rate, at) => (at < from ? undefined : rate));
    const found = check({ EUR: calm.slice(0, 101), AFN: late(70), AMD: late(71) });
    expect(told(found)).toEqual([['vanished', 'AFN', day(100), undefined]]);
    const again = check({ EUR: calm.slice(0, 101), AFN: replaced(ends(100, 1), 80, [undefined]) });
    expect(told(again)).toEqual([['vanished', 'AFN', day(80), day(80)]]);
  });

  test('no code that has ended, or is replaced on the newest day', () => {
    const rates = { EUR: calm.slice(0, 40), CUC: ends(39, 1), HRK: ends(39, 1), MRO: ends(39, 1) };
    const first = (newest: string) => addDays(newest as Day, -39);
    expect(told(check(rates, first('2023-01-01')))).toEqual([]);
    expect(told(check(rates, first('2022-12-31')))).toEqual([['vanished', 'HRK', '2022-12-31', undefined]]);
    expect(told(check(rates, first('2018-06-29')))).toEqual([['vanished', 'HRK,MRO', '2018-06-29', undefined]]);
    expect(told(check(rates, first('2018-06-30')))).toEqual([['vanished', 'HRK', '2018-06-30', undefined]]);
  });

  test('nothing across a gap of more than a week', () => {
    const check = new StoreCheck(threshold);
    for (const [day, ZWD] of Object.entries({ '2012-06-24': 7, '2020-01-01': 14 })) check.add(ratesOf(day, { ZWD }));
    expect(check.end()).toEqual([]);
  });

  test('rates of 0, together where their days follow one another, and not as ones that are missing', () => {
    const check = new StoreCheck(threshold);
    for (const [at, ZWD] of [14, 0, 0, 14, 0].entries())
      check.add(ratesOf(day(at), ZWD ? { EUR: 1, ZWD } : { EUR: 1 }, { dropped: ZWD ? undefined : ['ZWD'] }));
    expect(told(check.end())).toEqual([
      ['zero', 'ZWD', day(1), day(2)],
      ['zero', 'ZWD', day(4), day(4)],
    ]);
  });

  test('a code that is missing after a rate of 0', () => {
    const check = new StoreCheck(threshold);
    check.add(ratesOf(day(0), { EUR: 1 }, { dropped: ['ZWD'] }));
    check.add(ratesOf(day(1), { EUR: 1 }));
    check.add(ratesOf(day(2), { EUR: 1, ZWD: 14 }));
    expect(told(check.end())).toEqual([
      ['zero', 'ZWD', day(0), day(0)],
      ['vanished', 'ZWD', day(1), day(1)],
    ]);
  });
});

const walks = inWhole(1000, 200);

test(`of ${walks} clean walks, fewer than 1 of 1,000 days are named`, () => {
  let days = 0;
  let named = 0;
  for (let seed = 0; seed < walks; seed++) {
    const random = randomOf(seed + 7);
    const rates = walk(300, 10 ** (random() * 8 - 4), seed, 0.002 + random() * 0.02);
    days += rates.length;
    for (const { start, end = start } of check({ XYZ: rates })) named += [...eachDay(start, end)].length;
  }
  expect(named / days).toBeLessThan(1 / 1000);
});

test('whatever the rates are, findings lie within the days, the worst first', () => {
  const rate = fc.oneof(
    fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true }),
    fc.constant(undefined),
    fc.constant(5),
  );
  const lists = fc.array(rate, { minLength: 1, maxLength: 60 });
  return always([lists, lists], (EUR, JPY) => {
    const findings = check({ EUR, JPY });
    for (const { start: first, end = first } of findings)
      expect(start <= first && first <= end && end <= day(60)).toBe(true);
    expect(findings.map(({ size }) => size).every(Number.isFinite)).toBe(true);
  });
});

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  let findings: readonly CheckFinding[];
  beforeAll(async () => {
    const real = new RealDays();
    const check = new StoreCheck(threshold);
    for (const each of real.days) for (const rates of (await real.find([each])).rates ?? []) check.add(rates);
    findings = check.end();
  }, 120_000);

  test('have findings of each kind', () => {
    const counts: Record<string, number> = {};
    for (const { kind } of findings) counts[kind] = (counts[kind] ?? 0) + 1;
    const large = { inverse: 2, spike: 46, redenomination: 4, jump: 53, odd: 113 };
    expect(counts).toEqual({ ...large, stale: 13, vanished: 8, zero: 5 });
  });

  eachCase(`
    spike = NZD = 2000-05-22   spike = HKD = 2001-09-04   spike = IDR = 2007-11-26   inverse = RUB = 2011-11-08
    inverse = RUB = 2011-11-15   redenomination = VES = 2021-10-05   jump = ARS = 2002-01-07
    vanished = CUC = 2021-01-05
  `)('have the %s of %s on %s', (kind, code, start) =>
    expect(findings).toContainEqual(expect.objectContaining({ kind, start, codes: expect.arrayContaining([code]) })),
  );
});

test('codes that are missing together are told by name, with their days, the most days of codes first', () => {
  const check = new StoreCheck(threshold);
  const days = ['AMD AFN BTN', 'BTN', 'BTN', 'BTN AFN AMD', 'AFN AMD', 'AMD AFN BTN'];
  for (const [at, codes] of days.entries())
    check.add(ratesOf(`2024-01-0${at + 1}`, Object.fromEntries(codes.split(' ').map((code) => [code, 1]))));
  const both = { codes: ['AFN', 'AMD'], start: '2024-01-02', end: '2024-01-03', figures: [2], size: 4 };
  const one = { codes: ['BTN'], start: '2024-01-05', end: '2024-01-05', figures: [1], size: 1 };
  const told = [both, one].map((each) => ({ kind: 'vanished', ...each }));
  const findings = check.end();
  expect(findings).toEqual(told);
  expect(findings.toReversed().sort(worstFirst)).toEqual(told);
});
