import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, lastOfMonth, monthOf } from '../../src/calendar/day.ts';
import { first, lacking, lost, onDays, pass, refusing } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

/** On a free key, of which so many requests were spent elsewhere. */
async function freePlan({ spent = 0, fault = pass } = {}) {
  const plan = await scene(fault, { key: 'free-0123456789', now: '2024-03-10T09:00:00Z' });
  plan.spend(spent);
  return { ...plan, archive: (more = '') => plan.run(`archive ${more}`.trim()) };
}

const toldAs = (words: string) => ({ code: 0, stderr: expect.stringContaining(words) });

test('on a free key each new day is had on its night, and backfill leaves room for those to come', async () => {
  const { archive, at, spend, held, left } = await freePlan();
  const counts = new Map<string, number>();
  for (const night of eachDay('2024-02-01' as Day, '2024-03-31' as Day)) {
    at(`${night}T02:17:00Z`);
    // the rest of the month's quota goes elsewhere
    if (night.endsWith('-01')) spend(700);
    expect(await archive(night === '2024-02-01' ? '--quiet --since 2023-01-01' : '--quiet')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const days = held.days();
    expect(days.at(-1)).toBe(addDays(night, -1));
    const toCome = Number(lastOfMonth(monthOf(night)).slice(8)) - Number(night.slice(8));
    expect(left()).toBeGreaterThanOrEqual(toCome + 100);
    counts.set(night, days.length);
  }
  // each month 300 are left, of which a tenth of 1000 is kept back until its end
  const nights = ['2024-02-01', '2024-02-29', '2024-03-01', '2024-03-31'];
  expect(nights.map((night) => counts.get(night))).toEqual([100, 200, 300, 400]);
}, 600_000);

describe.concurrent('an answer that is lost', () => {
  test('of a new day is asked for again, out of the reserve', async () => {
    const { archive } = await freePlan({ spent: 879, fault: first(1, lost) });
    expect(await archive('--since 2024-03-09')).toMatchObject(toldAs('archive: 1 of 1 day held since 2024-03-09\n'));
  });

  test('in backfill leaves a day to the next run', async () => {
    const { archive, held } = await freePlan({ fault: first(1, lost) });
    held.write('2024-03-09', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const stderr = expect.stringMatching(/archive: [2-5] of 9 days held since 2024-03-01, \d left to later runs\n/);
    const line = '--since 2024-03-01 --max-cost 5 --concurrency 1';
    expect(await archive(line)).toMatchObject({ code: 0, stderr });
  });

  test('does not hide a gap that was found before it', async () => {
    // of the plan's refusal of ranges nothing is known yet
    const later = onDays(['2024-02-29'], refusing(404, 'not_found'));
    const fault: Fault = (request, response, pass) =>
      request.query.start ? pass() : lacking('2024-03-05')(request, response, () => later(request, response, pass));
    const { archive } = await freePlan({ fault });
    const stderr = expect.stringContaining('no rates for 1 day: 2024-03-05\n');
    expect(await archive('--since 2024-02-28 --concurrency 1')).toMatchObject({ code: 1, stderr });
  });
});
