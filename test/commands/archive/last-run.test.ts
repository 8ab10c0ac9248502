import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive } from '../../../src/commands/archive/state.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const time = '2024-03-10T09:00:00Z';
const most = {
  ...{ at: time, code: 5, error: 'the quota is used up', success: time },
  ...{ until: '2024-04-01', left: 0, renewal: '2024-04-01', told: '2024-04-01' },
};

function readText(text: string) {
  const path = join(temporaryFolder(), 'archive.json');
  writeFileSync(path, text);
  return readArchive(path, Date.parse(time));
}

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
    expect(() => readText(JSON.stringify({ last_run: { ...most, [member]: value } })), String(value)).toThrow(
      / is damaged/,
    );
});

test.each(['', '[]', 'null', '{"since":"soon"}', '{"last_run":[]}'])('so is %s', (text) =>
  expect(() => readText(text)).toThrow('is damaged: it does not contain the state of an archive'),
);
