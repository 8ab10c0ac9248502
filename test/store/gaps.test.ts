import { describe, expect, test } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import { Gaps } from '../../src/store/gaps.ts';
import { temporaryFolder } from './temporary-folder.ts';

const gap = '2024-01-17' as Day;
const daysLater = (days: number) => startOf(addDays(gap, days));

function gapsAt(folder: string, time: number): Gaps {
  return new Gaps(folder, () => time);
}

describe('a gap', () => {
  test.each([
    [1, 1, false],
    [7, 7, false],
    [8, 8, true],
    [4000, 4000, true],
    [365, 2, false],
    [365, undefined, true],
  ])('found %i days later, %j by the service, need not be asked for again: %s', async (days, served, known) => {
    const folder = temporaryFolder();
    await gapsAt(folder, daysLater(days)).remember(gap, served && daysLater(served));
    expect(gapsAt(folder, daysLater(days)).has(gap)).toBe(known);
    expect(gapsAt(folder, daysLater(5000)).has(gap)).toBe(known);
    expect(gapsAt(folder, daysLater(days)).isKnown(gap)).toBe(true);
  });

  test('found young does not become an old one by itself: the service may have filled it since', async () => {
    const folder = temporaryFolder();
    await gapsAt(folder, daysLater(2)).remember(gap, daysLater(2));
    const later = gapsAt(folder, daysLater(30));
    expect(later.has(gap)).toBe(false);
    await later.remember(gap, daysLater(30));
    expect(later.has(gap)).toBe(true);
  });

  test.each([0, -400])('that was seen %i days after the day began is none', async (days) => {
    const gaps = gapsAt(temporaryFolder(), daysLater(days));
    await gaps.remember(gap);
    expect([gaps.has(gap), gaps.isKnown(gap)]).toEqual([false, false]);
  });

  test('that is in doubt is known, and asked for again, unless more is known of it', async () => {
    const gaps = gapsAt(temporaryFolder(), daysLater(30));
    await gaps.doubt(gap);
    expect([gaps.has(gap), gaps.isKnown(gap)]).toEqual([false, true]);
    await gaps.remember(gap, daysLater(30));
    await gaps.doubt(gap);
    expect(gaps.has(gap)).toBe(true);
    gaps.forget(gap);
    expect(gaps.isKnown(gap)).toBe(false);
  });
});
