import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDay } from '../../src/calendar/day.ts';
import { forgetAllIn, Remembered } from '../../src/store/remembered.ts';
import { temporaryFolder } from './temporary-folder.ts';

const path = () => join(temporaryFolder(), 'archive', 'since');

test.each(['at once', 'later'] as const)('flushed %s, the next run reads it, and only the last', async (how) => {
  const at = path();
  const day = new Remembered(at, parseDay);
  expect([day.exists(), day.text(), day.read()]).toEqual([false, undefined, undefined]);
  await day.remember('2024-01-17', how);
  await day.remember('2024-01-18', how);
  const next = new Remembered(at, parseDay);
  expect([next.exists(), next.text(), next.read()]).toEqual([true, '2024-01-18', '2024-01-18']);
  expect(readFileSync(at, 'utf8')).toBe('2024-01-18\n');
  expect(readdirSync(join(at, '..'))).toEqual(['since']);
});

test('a damaged file is nothing, but who asks for its text can tell', async () => {
  const at = path();
  const day = new Remembered(at, parseDay);
  await day.remember('2024-0');
  expect([day.exists(), day.text(), day.read()]).toEqual([true, '2024-0', undefined]);
});

test('what cannot be read is nothing, and a failure for who asks for its text', () => {
  const at = path();
  mkdirSync(at, { recursive: true });
  const day = new Remembered(at, parseDay);
  expect(day.read()).toBeUndefined();
  expect(() => day.text()).toThrow(`${at} cannot be read: illegal operation on a directory`);
});

test('what is forgotten is gone, alone or with all beside it', async () => {
  const at = path();
  const folder = join(at, '..');
  const [one, other] = [new Remembered(at, parseDay), new Remembered(join(folder, 'until'), parseDay)];
  one.forget();
  for (const day of [one, other]) await day.remember('2024-01-17');
  one.forget();
  expect([one.exists(), other.read()]).toEqual([false, '2024-01-17']);
  for (let round = 0; round < 2; round++) forgetAllIn(folder, /^until$/);
  expect(existsSync(folder)).toBe(false);
});
