import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { exit, Failure } from '../../src/errors.ts';
import { besideStored } from '../../src/fetch/consent.ts';
import { planByState } from '../../src/fetch/plan.ts';
import type { StoredDays } from '../../src/fetch/stored-days.ts';
import { NotRequested } from '../../src/sources/source.ts';
import { publisher } from '../support/scripted-service.ts';

const failure = new NotRequested(new Failure('not_reached', 'no way to it, sorry', 'try later'), 'there is no way');
const from = (count: number) => Array.from({ length: count }, (_, at) => addDays('2024-01-01' as Day, at * 2));
const heldFrom = (newest?: string) => ({ newest: () => newest }) as unknown as StoredDays;

test.each([
  [5, 0, '', ''],
  [5, 1, '', '1 day that is'],
  [6, 3, '', '3 days that are'],
  [3, 2, '2 of 3 days are stored; 2024-01-05 is not', '2 days that are'],
  [
    13,
    8,
    '8 of 13 days are stored; 2024-01-17, 2024-01-19, 2024-01-21, 2024-01-23, 2024-01-25 are not',
    '8 days that are',
  ],
  [1240, 1234, '1,234 of 1,240 days are stored; 6 are not', '1,234 days that are'],
])('of %i days %i are held', async (count, held, stored, offline) => {
  const days = from(count);
  const plan = planByState(days, 'range', publisher, (day) => (days.indexOf(day) < held ? 'stored' : 'missing'));
  const told = await besideStored(failure, plan, heldFrom('2024-01-09'));
  const message = stored ? `${stored}, and there is no way` : 'no way to it, sorry';
  expect(told).toMatchObject({ exitCode: exit.failed, message });
  const hints = [stored ? '' : 'try later', offline && `--offline takes the ${offline} stored`];
  expect(told.hints.map(String)).toEqual(hints.filter(Boolean));
});

test('a known gap is neither', async () => {
  const states = ['stored', 'unavailable', 'stored', 'missing'] as const;
  const plan = planByState(from(4), 'range', publisher, (day) => states[from(4).indexOf(day)] ?? 'unavailable');
  expect((await besideStored(failure, plan, heldFrom())).message).toBe(
    '2 of 3 days are stored; 2024-01-07 is not, and there is no way',
  );
});
