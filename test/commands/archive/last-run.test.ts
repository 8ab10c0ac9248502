import { expect, test } from 'vitest';
import { parseLastRun } from '../../../src/commands/archive/state.ts';

const time = '2024-03-10T09:00:00Z';
const least = { at: time, code: 0, error: null, success: null };
const most = {
  ...{ at: time, code: 5, error: 'the quota is used up', success: time },
  ...{ until: '2024-04-01', left: 0, renewal: '2024-04-01', told: '2024-04-01' },
};

test.each([least, most])('what is written is read: %j', (run) =>
  expect(parseLastRun(JSON.stringify(run))).toEqual(run),
);

const noTimes = ['yesterday', '2024-03-10 (\u001b[2J)', `${time}\n`, '2024-13-10T09:00:00Z', 5, [time], null];
const noDays = ['soon', '2024-02-30', '2024-04-01\u001b', 20240401, ['2024-04-01'], null];

test.each<[member: keyof typeof most, values: readonly unknown[]]>([
  ['at', [...noTimes, undefined]],
  ['code', ['1', 6, -1, 0.5, null, undefined]],
  ['error', [1, {}, ['text'], undefined]],
  ['success', [...noTimes.filter((value) => value !== null), undefined]],
  ['until', noDays],
  ['left', ['5', -1, 0.5, 1e300, null]],
  ['renewal', noDays],
  ['told', noDays],
])('a wrong %s is damage', (member, values) => {
  for (const value of values)
    expect(parseLastRun(JSON.stringify({ ...most, [member]: value })), String(value)).toBeUndefined();
});

test.each(['', '[]', 'null', '{}', JSON.stringify([most])])('so is %s', (text) =>
  expect(parseLastRun(text)).toBeUndefined(),
);
