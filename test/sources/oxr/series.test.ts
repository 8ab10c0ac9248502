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
const listener = { onDetail: () => {}, onTrouble: vi.fn() };

/** What a run knows that begins at this time. */
const knownAt = (state: string, now = () => hours(1000), ofKey = key, url = baseUrl) =>
  seriesOf(accountOf({ baseUrl: url }, ofKey), { state, now }, listener);

/** Known to a run that was refused, and by the next. */
async function refusedIn(state: string, now = () => hours(1000)) {
  const known = knownAt(state, now);
  known.refused();
  await vi.waitFor(() => expect(knownAt(state, now).allowed()).toBe(false));
  return known;
}

describe('a refusal of time series', () => {
  test('counts for a day, whichever way the clock was set, also in a process that lasts', async () => {
    const state = temporaryFolder();
    let time = hours(1000);
    const lasting = await refusedIn(state, () => time);
    const allowed = [-25, -23, 0, 23, 25].map((later) => knownAt(state, () => hours(1000 + later)).allowed());
    expect(allowed).toEqual([undefined, false, false, false, undefined]);
    time += hours(23);
    expect(lasting.allowed()).toBe(false);
    time += hours(1);
    expect(lasting.allowed()).toBeUndefined();
  });

  test('counts for that key at that address alone', async () => {
    const state = temporaryFolder();
    await refusedIn(state);
    expect(knownAt(state, undefined, 'other').allowed()).toBeUndefined();
    expect(knownAt(state, undefined, key, 'https://other.org/api').allowed()).toBeUndefined();
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
    expect(knownAt(state).allowed()).toBeUndefined();
  });

  test('that cannot be remembered says so', async () => {
    const state = join(temporaryFolder(), 'file');
    writeFileSync(state, '');
    knownAt(state).refused();
    await vi.waitFor(() =>
      expect(listener.onTrouble).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ message: expect.stringMatching(/^cannot write in .*: not a directory$/) }),
      ),
    );
  });
});
