import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { type CheckFinding, checkDays } from '../../src/rates/checks.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { type Outlier, Outliers } from '../../src/rates/outliers.ts';
import { alwaysIn } from '../support/always.ts';
import { eachCase } from '../support/cases.ts';
import { ratesOf } from '../support/rates.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { inWhole } from '../support/whole.ts';

const threshold = 0.25;
const start = '2020-01-01' as Day;

test('codes that have ended, or are replaced, by the newest day are not said to be missing on it', async () => {
  const found = async (newest: string) => {
    const [whole, last] = [{ EUR: 7, CUC: 7, HRK: 7, MRO: 7 }, { EUR: 7 }];
    const days = Array.from({ length: 40 }, (_, at) =>
      ratesOf(addDays(newest as Day, at - 39), at < 39 ? whole : last),
    );
    return (await checkDays(days, threshold)).map(({ codes }) => `${codes}`).join();
  };
  const newest = ['2023-01-01', '2022-12-31', '2018-06-29', '2018-06-30'];
  expect(await Promise.all(newest.map(found))).toEqual(['', 'HRK', 'HRK,MRO', 'HRK']);
});

test('rates of 0 are found, together where their days follow one another, and not as ones that are missing', async () => {
  const day = (at: number) => addDays(start, at);
  const days = [14, 0, 0, 14, 0].map((ZWD, at) =>
    ratesOf(day(at), ZWD ? { EUR: 1, ZWD } : { EUR: 1 }, { dropped: ZWD ? undefined : ['ZWD'] }),
  );
  const found = (await checkDays(days, threshold)).map(({ kind, codes, start, end }) => [kind, ...codes, start, end]);
  expect(found).toEqual([
    ['zero', 'ZWD', day(1), day(2)],
    ['zero', 'ZWD', day(4), day(4)],
  ]);
});

/** The rates from monday on, `0-3 7, 9 14`: of 7 on four days, of 14 on the tenth; missing on others. */
async function findings(rates: string, code = 'HKD'): Promise<string> {
  const monday = '2020-01-06' as Day;
  const days = Array.from(rates.matchAll(/(\d+)(?:-(\d+))? ([\d.]+)/g), ([, first, last = first, rate]) =>
    walkOver(Number(first), Number(last)).map((at) => ratesOf(addDays(monday, at), { EUR: 1, [code]: Number(rate) })),
  ).flat();
  const place = (each: Day) => Math.round((Date.parse(each) - Date.parse(monday)) / 86_400_000);
  return (await checkDays(days, threshold))
    .filter(({ kind, codes }) => kind !== 'odd' && codes.includes(code as Code))
    .map(({ kind, start, end = start }) => `${kind} ${[...new Set([start, end])].map(place).join('-')}`)
    .join(', ');
}

const walkOver = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

test.each([
  ['days that are a week apart are compared', '0 7, 7 14, 8 7', 'spike 7'],
  ['those further apart are not', '0 7, 8 14, 9 14', ''],
  ['a gap ends what was in doubt', '0 7, 1 14, 9 7, 10 14, 11 7', 'spike 10'],
  ['a jump that comes back within seven days is a spike', '0-3 7, 4-10 14, 11-20 7', 'spike 4-10'],
  ['one that comes back after eight is two jumps', '0-3 7, 4-11 14, 12-30 7', 'jump 12, jump 4'],
  ['after a jump that stays, the new rate counts', '0-3 7, 4-30 14, 31 7, 32-40 14', 'spike 31, jump 4'],
  ['an inverse is a tenth beside its neighbours', `0 1.06, 1 ${1 / 1.06}, 2 1.06`, 'inverse 1'],
  ['what is less is none', `0 1.03, 1 ${1 / 1.03}, 2 1.03`, ''],
  ['an inverse is near to it after a jump', `0 7, 1 ${1.1 / 7}, 2 7`, 'inverse 1'],
  ['and not further', `0 7, 1 ${1.15 / 7}, 2 7`, 'spike 1'],
  ['without a jump it is nearer still', `0 1.1, 1 ${1.01 / 1.1}, 2 1.1`, 'inverse 1'],
  ['and not further there', `0 1.1, 1 ${1.03 / 1.1}, 2 1.1`, ''],
  ['a power of ten is met within an eighth', '0-3 7, 4-20 0.0077', 'redenomination 4'],
  ['and not beside it', '0-3 7, 4-20 0.00805', 'jump 4'],
])('%s', async (_, rates, expected) =>
  expect((await findings(rates)).split(', ').sort().join(', ')).toBe(expected.split(', ').sort().join(', ')),
);

const weekday = (at: number) => Math.floor(at / 5) * 7 + (at % 5);
const always = (count: number) => Array<boolean>(count).fill(true);
const nine = Array.from({ length: 90 }, (_, at) => at % 10 !== 8);
const lazy = Array.from({ length: 500 }, (_, at) => at % 2 === 0);

test.each<[string, readonly boolean[], number, boolean]>([
  ['of 14 weekdays is none', always(80), 14, false],
  ['is one of 15 weekdays', always(80), 15, true],
  ['needs a code that is known for 60 weekdays', always(59), 15, false],
  ['is one from then on', always(60), 15, true],
  ['is one of a code that moves on nine of ten weekdays', nine, 15, true],
  ['is none of one that moves less', nine.with(0, false), 15, false],
  ['is one of a code that has moved for a year, however it was before', [...lazy, ...always(600)], 15, true],
  ['is none of one that has moved for less', [...lazy, ...always(300)], 15, false],
])('a standstill %s', async (_, moves, still, isFound) => {
  let rate = 100;
  const rates = [false, ...moves, ...Array<boolean>(still - 1).fill(false)].map((moved, at) => {
    if (moved) rate += 0.1;
    return `${weekday(at)} ${rate.toFixed(1)}`;
  });
  const [first, last] = [weekday(moves.length), weekday(moves.length + still - 1)];
  expect(await findings(rates.join())).toBe(isFound ? `stale ${first}-${last}` : '');
});

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  let findings: readonly CheckFinding[];
  beforeAll(async () => {
    const real = new RealDays();
    const days: DayRates[] = [];
    for (const each of real.days) for (const rates of (await real.find([each])).rates ?? []) days.push(rates);
    findings = await checkDays(days, threshold);
  });

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

const czk = 'CZK' as Code;
const first = '2024-01-01' as Day;
const dayAt = (at: number) => addDays(first, at);
type Rates = readonly (number | undefined)[];

/** One rate a day; undefined: the day is not stored. */
function found(rates: Rates): Outlier[] {
  const outliers = new Outliers();
  const all = rates.flatMap((rate, at) => (rate === undefined ? [] : outliers.add(dayAt(at), new Map([[czk, rate]]))));
  return [...all, ...outliers.end()];
}

/** The rates that are named, by their place: `3 odd, 6 jump`. */
const named = (rates: Rates) =>
  found(rates)
    .map(({ day, after }) => `${rates.findIndex((_, at) => dayAt(at) === day)} ${after === undefined ? 'jump' : 'odd'}`)
    .sort()
    .join(', ');

const missing = (days: number) => Array<undefined>(days).fill(undefined);

test.each<[string, Rates, string]>([
  ['far from both sides', [17.5, 17.6, 17.4, 0.17, 17.5, 17.7, 17.6], '3 odd'],
  ['two in a row', [10, 10, 10, 10, 20, 20, 10, 10, 10, 10, 10], '4 odd, 5 odd'],
  ['a hundred times too high where the market moves', [10, 10.2, 10.5, 11, 12, 1250, 13, 13.5, 14, 14.2, 15], '5 odd'],
  ['a step to another level', [10, 10, 10, 10, 10, 20, 20, 20, 20, 20, 20], ''],
  ['a rate of 0 is none', [10, 10, 0, 10, 10], ''],
  ['nor does it count', [10, 0, 20, 10, 10], ''],
  ['rates ten days away', [10, 10, ...missing(8), 20, ...missing(8), 10, 10], '10 odd'],
  ['rates eleven days away', [10, 10, ...missing(9), 20, ...missing(9), 10, 10], ''],
  ['the second newest', [10, 10, 20, 10], '2 odd'],
  ['after one day alone', [10, 20, 10], ''],
  ['back near, within 8%', [10, 10, 20, 10.7], '2 odd'],
  ['not back near', [10, 10, 40, 11], ''],
  ['back near where the market moves', [10, 10.5, 40, 11], '2 odd'],
  ['two days later the sides may differ', [10, 10, 40, 11, 11], '2 odd'],
  ['as far as numbers go', [5e-324, 5e-324, 1e308, 5e-324], '2 odd'],
  ['the newest', [10, 10, 20], '2 jump'],
  ['the newest after one day alone', [10, 20], ''],
  ['the newest of two', [10, 10, 10, 10, 20, 20], '5 jump'],
  ['where the market moves', [10, 10.2, 12], ''],
  ['a rate that none follows for ten days', [10, 10, 20, ...missing(10), 10], '2 jump'],
  ['a rate that one follows within ten days', [10, 10, 20, ...missing(9), 10], '2 odd'],
])('%s: %j', (_, rates, names) => expect(named(rates)).toBe(names));

/** Moves of at most 1.4% a day, of which not even five together make 8%. */
const walk = fc
  .array(fc.option(fc.double({ min: -0.014, max: 0.014, noNaN: true }), { freq: 6 }), { minLength: 3, maxLength: 60 })
  .map((moves) => {
    let rate = 7;
    return moves.map((move) => {
      rate *= 1 + (move ?? 0);
      return move === null ? undefined : rate;
    });
  });

describe('in a random walk with missing days', () => {
  test('nothing is named', () =>
    alwaysIn(inWhole(5000, 100), [walk], (rates) => {
      expect(named(rates)).toBe('');
    }));

  const factor = fc.constantFrom(0.001, 0.01, 0.1, 0.5, 0.7, 1.4, 2, 10, 100, 1000);

  test('a planted outlier is named wherever two rates are before it, and nothing else is, by both checks', () =>
    alwaysIn(inWhole(5000, 100), [walk, fc.nat(), factor], async (rates, place, factor) => {
      const at = place % rates.length;
      const before = rates.slice(Math.max(0, at - 10), at).filter(Boolean);
      fc.pre(rates[at] !== undefined && before.length > 1);
      const planted = rates.map((rate, index) => (rate && index === at ? rate * factor : rate));
      const isLast = planted.slice(at + 1, at + 11).every((rate) => rate === undefined);
      expect(named(planted)).toBe(`${at} ${isLast ? 'jump' : 'odd'}`);
      const days = planted.flatMap((CZK, index) => (CZK ? [ratesOf(dayAt(index), { CZK })] : []));
      const findings = (await checkDays(days, 0.25)).filter(({ kind }) => kind !== 'stale');
      expect(findings.filter(({ start, end = start }) => start <= dayAt(at) && dayAt(at) <= end)).toHaveLength(1);
    }));
});
