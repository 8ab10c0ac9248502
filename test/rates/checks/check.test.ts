import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day, isWeekend } from '../../../src/calendar/day.ts';
import { type CheckFinding, checkDays } from '../../../src/rates/checks.ts';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { eachCase } from '../../support/cases.ts';
import { ratesOf } from '../../support/rates.ts';
import { hasRealDays, orSkipped, RealDays } from '../../support/real-days.ts';

const threshold = 0.25;
const start = '2020-01-01' as Day;

type Rates = Readonly<Record<string, readonly (number | undefined)[]>>;

/** Checks days from 2020-01-01 on; undefined: the day lacks the code. */
function check(rates: Rates, first = start): Promise<readonly CheckFinding[]> {
  const days: DayRates[] = [];
  const length = Math.max(...Object.values(rates).map((list) => list.length));
  for (let at = 0; at < length; at++) {
    const present = Object.entries(rates).flatMap(([code, list]) => (list[at] === undefined ? [] : [[code, list[at]]]));
    days.push(ratesOf(addDays(first, at), Object.fromEntries(present)));
  }
  return checkDays(days, threshold);
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

  test('a jump', async () => {
    const half = calm.slice(100, 103).map((rate) => rate / 2);
    expect(told(await check({ HKD: replaced(calm, 100, half) }))).toEqual([['spike', 'HKD', day(100), day(102)]]);
  });

  test('a code that usually moves and stands still for 15 weekdays', async () => {
    // 21 days have 15 weekdays
    const still = (days: number) => Array<number>(days).fill(8);
    const monday = 103 - ((103 + 2) % 7);
    const found = told(await check({ AMD: replaced(calm, monday, still(21)) }));
    expect(found).toEqual([['stale', 'AMD', day(monday), day(monday + 18)]]);
  });

  test('codes that are missing on days between others, together where the days are the same', async () => {
    const hole = replaced(calm, 100, [undefined, undefined]);
    const others = { AZN: replaced(calm, 101, [undefined]), BGN: calm, BTN: calm.slice(0, 300) };
    expect(told(await check({ AFN: hole, AMD: hole, ...others }))).toEqual([
      ['vanished', 'AFN,AMD', day(100), day(101)],
      ['vanished', 'AZN', day(101), day(101)],
    ]);
  });

  const ends = (at: number, days: number) =>
    calm.slice(0, at + days).map((rate, index) => (index < at ? rate : undefined));

  test('codes that the newest days lack, together where they went together, for thirty days', async () => {
    const rates = { EUR: calm.slice(0, 101), AFN: ends(99, 2), AMD: ends(99, 2), AED: ends(71, 30), ALL: ends(70, 31) };
    expect(await check(rates)).toEqual([
      { kind: 'vanished', codes: ['AED'], start: day(71), end: undefined, figures: [30], size: 30 },
      { kind: 'vanished', codes: ['AFN', 'AMD'], start: day(99), end: undefined, figures: [2], size: 4 },
    ]);
  });

  test('rates of 0, together where their days follow one another, and not as ones that are missing', async () => {
    const days = [14, 0, 0, 14, 0].map((ZWD, at) =>
      ratesOf(day(at), ZWD ? { EUR: 1, ZWD } : { EUR: 1 }, { dropped: ZWD ? undefined : ['ZWD'] }),
    );
    expect(told(await checkDays(days, threshold))).toEqual([
      ['zero', 'ZWD', day(1), day(2)],
      ['zero', 'ZWD', day(4), day(4)],
    ]);
  });
});

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  let findings: readonly CheckFinding[];
  beforeAll(async () => {
    const real = new RealDays();
    const days: DayRates[] = [];
    for (const each of real.days) for (const rates of (await real.find([each])).rates ?? []) days.push(rates);
    findings = await checkDays(days, threshold);
  }, 120_000);

  test('have findings of each kind', async () => {
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
