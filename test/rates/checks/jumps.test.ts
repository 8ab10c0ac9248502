import { expect, test } from 'vitest';
import { addDays } from '../../../src/calendar/day.ts';
import { type CheckFinding, dated } from '../../../src/rates/checks/finding.ts';
import { Jumps } from '../../../src/rates/checks/jumps.ts';
import { code, day as dayOf } from '../../support/rates.ts';

const day = (at: number) => addDays(dayOf('2020-01-06'), at);

/** Rates as `0 7, 1 14`: of 7 on the first day, of 14 on the next; `3-5 7` are days in a row. */
function found(rates: string, threshold = 0.25): CheckFinding[] {
  const findings: CheckFinding[] = [];
  const jumps = new Jumps(code('HKD'), threshold, findings);
  for (const [, first, last = first, rate] of rates.matchAll(/(\d+)(?:-(\d+))? ([\d.]+)/g))
    for (let at = Number(first); at <= Number(last); at++) jumps.add(dated(day(at)), Number(rate));
  return findings;
}

/** Each with its first and last day, counted as in the rates. */
const told = (rates: string, threshold?: number) =>
  found(rates, threshold).map(({ kind, start, end = start }) => {
    const [first, last] = [start, end].map((each) => (Date.parse(each) - Date.parse(day(0))) / 86_400_000);
    return `${kind} ${first === last ? first : `${first}-${last}`}`;
  });

test('a finding has the rates before and on its first day, and its size has no sign', () => {
  for (const rate of [14, 3.5]) {
    const size = expect.closeTo(Math.log(2));
    const spike = { kind: 'spike', codes: ['HKD'], start: day(1), end: day(2), figures: [7, rate], size };
    expect(found(`0 7, 1 ${rate}, 2 ${rate + 1}, 3 7`)).toEqual([spike]);
  }
});

test.each([
  ['days that are a week apart are compared', '0 7, 7 14, 8 7', 'spike 7'],
  ['those further apart are not', '0 7, 8 14, 9 14', ''],
  ['a gap ends what was compared', '0 7, 8 14, 9 7, 10 14', 'spike 9'],
  ['a gap ends what was in doubt', '0 7, 1 14, 9 7, 10 14, 11 7', 'spike 10'],
  ['a jump that comes back within seven days is a spike', '0-3 7, 4-10 14, 11-20 7', 'spike 4-10'],
  ['one that comes back after eight is two jumps', '0-3 7, 4-11 14, 12-30 7', 'jump 4, jump 12'],
  ['after a jump that stays, the new rate counts', '0-3 7, 4-30 14, 31 7, 32-40 14', 'jump 4, spike 31'],
  ['what came while a jump was in doubt is compared with it', '0-3 7, 4 14, 5 30, 6-40 14', 'jump 4, spike 5'],
  ['an inverse is a tenth beside its neighbours', `0 1.06, 1 ${1 / 1.06}, 2 1.06`, 'inverse 1'],
  ['what is less is none', `0 1.03, 1 ${1 / 1.03}, 2 1.03`, ''],
  ['an inverse is near to it after a jump', `0 7, 1 ${1.1 / 7}, 2 7`, 'inverse 1'],
  ['one that stays is told once', `0-3 7, 4-30 ${1 / 7}`, 'inverse 4'],
  ['and not further', `0 7, 1 ${1.15 / 7}, 2 7`, 'spike 1'],
  ['it is nearer still without a jump', `0 1.1, 1 ${1.01 / 1.1}, 2 1.1`, 'inverse 1'],
  ['and not further there', `0 1.1, 1 ${1.03 / 1.1}, 2 1.1`, ''],
  ['a power of ten is met within an eighth', '0-3 7, 4-20 0.0077', 'redenomination 4'],
  ['and not beside it', '0-3 7, 4-20 0.00805', 'jump 4'],
])('%s', (_, rates, findings) => expect(told(rates).join(', ')).toBe(findings));
