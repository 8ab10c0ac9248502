import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import { reserveOf, shareOf } from '../../../src/commands/archive/fill.ts';
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

test.each([
  [{ quota: 1000, daysRemaining: 21 }, 121],
  [{ quota: 1001, daysRemaining: undefined }, 31 + 101],
  [{ quota: undefined, daysRemaining: 21 }, 0],
])('the reserve for %j is %i', (usage, reserve) => expect(reserveOf(usage)).toBe(reserve));
