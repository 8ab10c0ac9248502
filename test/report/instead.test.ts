import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { exit, Failure } from '../../src/errors.ts';
import type { Holdings } from '../../src/fetch/holdings.ts';
import { planDirect, planMissing } from '../../src/fetch/plan.ts';
import { besideStored } from '../../src/report/instead.ts';
import { Unasked } from '../../src/sources/refusal.ts';
import { publisher } from '../support/scripted-service.ts';

const failure = new Unasked(new Failure('not_reached', 'no way to it, sorry', 'try later'), 'there is no way');
const from = (count: number) => Array.from({ length: count }, (_, at) => addDays('2024-01-01' as Day, at * 2));
const heldFrom = (newest?: string) => ({ newest: async () => newest }) as unknown as Holdings;

test.each([
  [5, 0, 'no way to it, sorry', ['try later']],
  [5, 1, 'no way to it, sorry', ['try later', '--offline takes the 1 day that is stored']],
  [6, 3, 'no way to it, sorry', ['try later', '--offline takes the 3 days that are stored']],
  [
    3,
    2,
    '2 of 3 days are stored; 2024-01-05 is not, and there is no way',
    ['--offline takes the 2 days that are stored'],
  ],
  [
    1239,
    1234,
    '1,234 of 1,239 days are stored; 2030-10-04, 2030-10-06, 2030-10-08, 2030-10-10, 2030-10-12 are not, and there is no way',
    ['--offline takes the 1,234 days that are stored'],
  ],
  [20, 14, '14 of 20 days are stored; 6 are not, and there is no way', ['--offline takes the 14 days that are stored']],
])('of %i days %i are held', async (count, held, message, hints) => {
  const days = from(count);
  const stored = new Set(days.slice(0, held));
  const plan = planMissing(days, 'range', publisher, (day) => (stored.has(day) ? 'held' : 'missing'));
  const told = await besideStored(failure, plan, heldFrom('2024-01-09'));
  expect(told).toMatchObject({ exitCode: exit.failed, message });
  expect(told.hints.map(String)).toEqual(hints);
});

test('a known gap is neither', async () => {
  const states = ['held', 'gap', 'held', 'missing'] as const;
  const plan = planMissing(from(4), 'range', publisher, (day) => states[from(4).indexOf(day)] ?? 'gap');
  expect((await besideStored(failure, plan, heldFrom())).message).toBe(
    '2 of 3 days are stored; 2024-01-07 is not, and there is no way',
  );
});

test('the newest rates can be those of the newest stored day', async () => {
  const plan = planDirect(from(1), 'newest', publisher);
  const { message, hints } = await besideStored(failure, plan, heldFrom('2023-12-31'));
  expect(message).toBe('no way to it, sorry');
  expect(hints.map(String)).toEqual(['try later', '--offline takes the newest stored rates, of 2023-12-31']);
  expect((await besideStored(failure, plan, heldFrom())).hints).toEqual(['try later']);
});
