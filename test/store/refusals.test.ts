import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Refusals } from '../../src/store/refusals.ts';
import { temporaryFolder } from './temporary-folder.ts';

const url = 'https://example.org/api';
const key = 'a-key-of-a-user';
const hours = (count: number) => count * 3_600_000;

describe('a refusal', () => {
  test('counts for a day, whichever way the clock was set', () => {
    const state = temporaryFolder();
    const at = (time: number) => new Refusals(state, () => hours(1000) + time);
    at(0).remember(url, key);
    expect([-25, -23, 0, 23, 25].map((later) => at(hours(later)).has(url, key))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('counts for that key at that address alone', () => {
    const refusals = new Refusals(temporaryFolder(), () => 0);
    refusals.remember(url, key);
    expect([refusals.has(url, 'other'), refusals.has('https://other.org/api', key)]).toEqual([false, false]);
  });

  test('does not hold the key', () => {
    const state = temporaryFolder();
    new Refusals(state, () => 0).remember(url, key);
    const folder = join(state, 'refusals');
    for (const name of readdirSync(folder))
      expect(name + readFileSync(join(folder, name), 'utf8')).not.toContain(key);
  });

  test('is forgotten with all others', () => {
    const refusals = new Refusals(temporaryFolder(), () => 0);
    refusals.forgetAll();
    refusals.remember(url, key);
    refusals.forgetAll();
    expect(refusals.has(url, key)).toBe(false);
  });

  test('that cannot be remembered says so', () => {
    const state = join(temporaryFolder(), 'file');
    writeFileSync(state, '');
    expect(() => new Refusals(state, () => 0).remember(url, key)).toThrow(
      /^cannot write in .*: not a directory$/,
    );
  });
});
