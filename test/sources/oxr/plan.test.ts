import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { accountOf, forgetPlans, planOf } from '../../../src/sources/oxr/plan.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const baseUrl = 'https://example.org/api';
const key = 'a-key-of-a-user';
const hours = (count: number) => count * 3_600_000;
const log = vi.fn();

/** What a run knows that begins at this time. */
const knownAt = (state: string, now = () => hours(1000), ofKey = key, url = baseUrl) =>
  planOf(accountOf({ baseUrl: url }, ofKey), { baseUrl: url, state, now }, log);

/** Known to a run that was refused, and by the next. */
async function refusedIn(state: string, now = () => hours(1000)) {
  const known = knownAt(state, now);
  known.refusedTimeSeries();
  await vi.waitFor(() => expect(knownAt(state, now).hasTimeSeries()).toBe(false));
  return known;
}

describe('a refusal of time series', () => {
  test('counts for a day, whichever way the clock was set, also in a process that lasts', async () => {
    const state = temporaryFolder();
    let time = hours(1000);
    const lasting = await refusedIn(state, () => time);
    const allowed = [-25, -23, 0, 23, 25].map((later) => knownAt(state, () => hours(1000 + later)).hasTimeSeries());
    expect(allowed).toEqual([undefined, false, false, false, undefined]);
    time += hours(23);
    expect(lasting.hasTimeSeries()).toBe(false);
    time += hours(1);
    expect(lasting.hasTimeSeries()).toBeUndefined();
  });

  test('counts for that key at that address alone', async () => {
    const state = temporaryFolder();
    await refusedIn(state);
    expect(knownAt(state, undefined, 'other').hasTimeSeries()).toBeUndefined();
    expect(knownAt(state, undefined, key, 'https://other.org/api').hasTimeSeries()).toBeUndefined();
  });

  test('does not hold the key, and is forgotten with all others', async () => {
    const state = temporaryFolder();
    forgetPlans(state);
    await refusedIn(state);
    const folder = join(state, 'refusals');
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(name + readFileSync(join(folder, name), 'utf8')).not.toContain(key);
    forgetPlans(state);
    expect(knownAt(state).hasTimeSeries()).toBeUndefined();
  });
});
