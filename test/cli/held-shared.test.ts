import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder, orNoOther, runAs } from '../support/other-user.ts';
import type { Result } from '../support/ratebook.ts';

const group = 54_400;

/** A user of that group with a home. */
function member(uid: number, store: string) {
  const home = openFolder();
  chownSync(home, uid, group);
  const env = { HOME: home, RATEBOOK_STORE: store, PATH: `${process.env.PATH}` };
  return (...args: string[]): Promise<Result> => runAs({ uid, gid: group }, args, env);
}

test.skipIf(orNoOther)(`two users share a folder that their group may write${orNoOther}`, async () => {
  const store = join(openFolder(), 'rates');
  mkdirSync(store);
  chownSync(store, 0, group);
  chmodSync(store, 0o2775);
  const [ada, bob] = [member(54_321, store), member(54_322, store)];
  const ask = (day: string, ...more: string[]) => ['historical', day, '-s', 'EUR', '--demo', '-q', ...more];
  const told = { code: 0, stderr: '' };
  expect(await ada(...ask('2024-01-17'))).toMatchObject(told);
  expect(await bob(...ask('2024-01-18'))).toMatchObject(told);
  expect(await ada(...ask('2024-01-18', '--offline'))).toMatchObject(told);
  // what one has made the other may replace
  expect(await bob(...ask('2024-01-17', '--refresh'))).toMatchObject(told);
  expect(await ada(...ask('2024-01-19'))).toMatchObject(told);
  for (const name of readdirSync(store, { recursive: true }).map(String)) {
    const found = statSync(join(store, name));
    const mode = (found.mode & 0o7777).toString(8);
    expect({ name, gid: found.gid, mode }).toEqual({ name, gid: group, mode: found.isFile() ? '664' : '2775' });
  }
});
