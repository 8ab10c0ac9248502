import fs, { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolder, orNoOther, preloadFor, runAs, startAs, type User } from '../support/other-user.ts';
import type { Result } from '../support/ratebook.ts';
import { inWhole } from '../support/whole.ts';

const group = 54_400;

/** A user of that group with a home. */
function member(uid: number, store: string) {
  const home = openFolder();
  chownSync(home, uid, group);
  const env = { HOME: home, RATEBOOK_STORE: store, PATH: `${process.env.PATH}`, NODE_DISABLE_COMPILE_CACHE: '1' };
  return (...args: string[]): Promise<Result> => runAs({ uid, gid: group }, args, env);
}

function sharedFolder(): string {
  const folder = join(openFolder(), 'rates');
  mkdirSync(folder);
  chownSync(folder, 0, group);
  fs.chmodSync(folder, 0o2775);
  return folder;
}

test.skipIf(orNoOther)(`two users share a folder that their group may write${orNoOther}`, async () => {
  const store = sharedFolder();
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
    const found = fs.statSync(join(store, name));
    const mode = (found.mode & 0o7777).toString(8);
    expect({ name, gid: found.gid, mode }).toEqual({ name, gid: group, mode: found.isFile() ? '664' : '2775' });
  }
});

/** What nobody else may see: a file, and a folder with a file in it. */
function secretsOf({ uid, gid }: User) {
  const folder = join(openFolder(), 'secrets');
  mkdirSync(folder, { mode: 0o700 });
  const inner = join(folder, 'key');
  const file = join(folder, '..', 'config.json');
  const paths = { file, inner, folder };
  for (const path of [file, inner]) fs.writeFileSync(path, 'secret', { mode: 0o600 });
  for (const path of [file, inner, folder]) {
    chownSync(path, uid, gid);
    fs.utimesSync(path, 1_000_000, 1_000_000);
  }
  const seen = () => {
    const [one, two, three] = [file, inner, folder].map((path) => fs.lstatSync(path));
    const stateOf = ({ mode, uid, gid, mtimeMs } = fs.lstatSync('/')) => [mode.toString(8), uid, gid, mtimeMs];
    return [stateOf(one), stateOf(two), stateOf(three).slice(0, 3), fs.readFileSync(file, 'utf8')];
  };
  return { ...paths, seen };
}

describe.skipIf(orNoOther)(`who lays links into a shared folder gets nothing of others${orNoOther}`, () => {
  const eve = { uid: 54_322, gid: group };
  const victims = [
    { who: 'a member', user: { uid: 54_321, gid: group } },
    { who: 'root', user: { uid: 0, gid: 0 } },
  ];
  const kinds = ['file', 'folder'] as const;
  const all = victims.flatMap((victim) => kinds.map((kind) => ({ ...victim, kind })));
  test.each(inWhole(all, all.slice(1, 2)))('neither a $kind of $who', async ({ user, kind }) => {
    const store = sharedFolder();
    const secrets = secretsOf(user);
    const before = secrets.seen();
    await startAs(eve, 'racing-member.cjs', store, kind, secrets[kind]);
    const home = openFolder();
    chownSync(home, user.uid, user.gid);
    const env = {
      HOME: home,
      RATEBOOK_STORE: store,
      NODE_OPTIONS: `--require=${preloadFor('waits-after-creation.cjs')}`,
    };
    await runAs(user, ['series', '2024-01-01', '2024-01-03', '--demo', '-q', '-s', 'EUR'], env);
    expect(readdirSync(store, { recursive: true }).some((name) => `${name}`.includes('taken-'))).toBe(true);
    expect(secrets.seen()).toEqual(before);
  });
});
