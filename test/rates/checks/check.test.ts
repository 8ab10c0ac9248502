import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import type { Code } from '../../../src/currencies/code.ts';
import { type CheckFinding, checkDays } from '../../../src/rates/checks.ts';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { eachCase } from '../../support/cases.ts';
import { ratesOf } from '../../support/rates.ts';
import { hasRealDays, orSkipped, RealDays } from '../../support/real-days.ts';

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
])('%s', async (_, rates, expected) => {
  expect((await findings(rates)).split(', ').sort().join(', ')).toBe(expected.split(', ').sort().join(', '));
});

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
