import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { accountOf } from '../../../src/sources/oxr/account.ts';
import { forgetPlans } from '../../../src/sources/oxr/known-plans.ts';
import { seriesOf } from '../../../src/sources/oxr/series.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const baseUrl = 'https://example.org/api';
const key = 'a-key-of-a-user';
const hours = (count: number) => count * 3_600_000;
const onTrouble = vi.fn();

/** What a run knows that begins at this time. */
const knownAt = (state: string, time = 0, ofKey = key, url = baseUrl) =>
  seriesOf(
    accountOf({ baseUrl: url }, ofKey),
    { state, now: () => hours(1000) + time },
    { onDetail: () => {}, onTrouble },
  );

describe('a refusal of time series', () => {
  test('counts for a day, whichever way the clock was set', () => {
    const state = temporaryFolder();
    knownAt(state).refused();
    const allowed = [-25, -23, 0, 23, 25].map((later) => knownAt(state, hours(later)).allowed());
    expect(allowed).toEqual([undefined, false, false, false, undefined]);
  });

  test('counts for that key at that address alone', () => {
    const state = temporaryFolder();
    knownAt(state).refused();
    expect(knownAt(state, 0, 'other').allowed()).toBeUndefined();
    expect(knownAt(state, 0, key, 'https://other.org/api').allowed()).toBeUndefined();
  });

  test('does not hold the key', () => {
    const state = temporaryFolder();
    knownAt(state).refused();
    const folder = join(state, 'refusals');
    const names = readdirSync(folder);
    expect(names).toHaveLength(1);
    for (const name of names) expect(name + readFileSync(join(folder, name), 'utf8')).not.toContain(key);
  });

  test('is forgotten with all others', () => {
    const state = temporaryFolder();
    forgetPlans(state);
    knownAt(state).refused();
    forgetPlans(state);
    expect(knownAt(state).allowed()).toBeUndefined();
  });

  test('that cannot be remembered says so', async () => {
    const state = join(temporaryFolder(), 'file');
    writeFileSync(state, '');
    knownAt(state).refused();
    await Promise.resolve();
    expect(onTrouble).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: expect.stringMatching(/^cannot write in .*: not a directory$/) }),
    );
  });
});
