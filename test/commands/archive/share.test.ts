import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import { boundOf, reserveOf, shareOf } from '../../../src/commands/archive/fill.ts';
import { mostTries } from '../../../src/sources/oxr/source.ts';
import { always } from '../../support/always.ts';

const first = '2024-01-01' as Day;

const situation = fc
  .record({
    lacks: fc.array(fc.boolean(), { maxLength: 60 }),
    boundary: fc.nat(60),
    limit: fc.nat(70),
    remaining: fc.option(fc.nat(200), { nil: undefined }),
    reserve: fc.nat(100),
  })
  .map(({ lacks, boundary, ...limits }) => ({
    missing: lacks.flatMap((lacking, at) => (lacking ? addDays(first, at) : [])),
    newSince: addDays(first, boundary),
    ...limits,
  }));

test('a share is the newest of the missing days, within what a run may spend and what is left', () =>
  always([situation], (given) => {
    const { days } = shareOf(given);
    expect(days).toEqual(days.length > 0 ? given.missing.slice(-days.length) : []);
    expect(days.length).toBeLessThanOrEqual(Math.min(given.limit, given.remaining ?? given.limit));
  }));

test('backfill leaves the reserve, and new days do not wait for it', () =>
  always([situation], (given) => {
    const { days, newDaysLeft } = shareOf(given);
    const { missing, newSince, limit, remaining = Number.POSITIVE_INFINITY, reserve } = given;
    const isNew = (day: Day) => day >= newSince;
    const backfill = days.filter((day) => !isNew(day)).length;
    if (backfill > 0) expect(remaining - days.length).toBeGreaterThanOrEqual(reserve);
    const newDays = missing.filter(isNew).length;
    expect(days.filter(isNew).length).toBe(Math.min(newDays, limit, remaining));
    expect(newDaysLeft).toBe(newDays - Math.min(newDays, limit, remaining));
  }));

describe('what the run may spend', () => {
  const missing = [0, 1, 2, 3].map((at) => addDays(first, at));
  const given = { missing, newSince: addDays(first, 3), limit: 50, remaining: 13, reserve: 10 };

  test.each([
    ['where nobody says what is left: all', { remaining: undefined }, 50],
    ['with backfill: its days, and each try of a new one', {}, 2 + mostTries],
    ['with new days alone: each of their tries', { remaining: 100, reserve: 99 }, mostTries],
    ['where a day is lost, no more than the run was allowed', { limit: 2 }, 2],
    ['without a new day: what is above the reserve', { newSince: addDays(first, 4) }, 3],
    ['where the reserve is small: all that is above it', { remaining: 30, reserve: 1 }, 29],
    ['no more than is left', { remaining: 2, reserve: 0 }, 2],
  ])('is, %s', (_, more, bound) => {
    const all = { ...given, ...more };
    expect(boundOf(shareOf(all), all)).toBe(bound);
  });
});

test.each([
  [{ quota: 1000, daysRemaining: 21 }, 121],
  [{ quota: 1001, daysRemaining: undefined }, 31 + 101],
  [{ quota: undefined, daysRemaining: 21 }, 0],
])('the reserve for %j is %i', (usage, reserve) => expect(reserveOf(usage)).toBe(reserve));
