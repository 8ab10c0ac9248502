import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import { shareOf } from '../../../src/commands/archive/share.ts';

const first = '2024-01-01' as Day;

const situation = fc
  .record({
    lacks: fc.array(fc.boolean(), { maxLength: 60 }),
    boundary: fc.nat(60),
    most: fc.nat(70),
    left: fc.option(fc.nat(200), { nil: undefined }),
    reserve: fc.nat(100),
  })
  .map(({ lacks, boundary, ...limits }) => ({
    missing: lacks.flatMap((lacking, at) => (lacking ? addDays(first, at) : [])),
    newSince: addDays(first, boundary),
    ...limits,
  }));

test('a share is the newest of the missing days, within what a run may spend and what is left', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { days } = shareOf(given);
      expect(days).toEqual(days.length > 0 ? given.missing.slice(-days.length) : []);
      expect(days.length).toBeLessThanOrEqual(Math.min(given.most, given.left ?? given.most));
    }),
  );
});

test('backfill leaves the reserve, and new days do not wait for it', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { days, newDaysLeft } = shareOf(given);
      const { missing, newSince, most, left = Number.POSITIVE_INFINITY, reserve } = given;
      const isNew = (day: Day) => day >= newSince;
      const backfill = days.filter((day) => !isNew(day)).length;
      if (backfill > 0) expect(left - days.length).toBeGreaterThanOrEqual(reserve);
      const newDays = missing.filter(isNew).length;
      expect(days.filter(isNew).length).toBe(Math.min(newDays, most, left));
      expect(newDaysLeft).toBe(newDays - Math.min(newDays, most, left));
    }),
  );
});

test('it is kept back only where the run could have spent more', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const kept = shareOf(given);
      const free = shareOf({ ...given, left: undefined });
      if (kept.newDaysLeft === free.newDaysLeft)
        expect(kept.isKeptBack).toBe(kept.days.length < free.days.length);
    }),
  );
});
