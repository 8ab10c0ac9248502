import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { Journal } from '../../src/store/journal.ts';
import { appId, binary, finished, type Result } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { TestService } from '../support/service.ts';

// A mount that only the program sees is to be had on Linux, where user namespaces are allowed.
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const orSkipped = canMount ? '' : ' (skipped: no file systems can be mounted here)';

const sizeOf = (size: string, folder = '') =>
  `${folder && `mkdir -p .local${folder} && `}mount -t tmpfs -o size=${size} none .local${folder}`;
const filled = (folder = '') => `{ dd if=/dev/zero of=.local${folder}/all bs=64k 2>&-; true; }`;
const readOnly = (folder = '') => `mount -o remount,bind,ro .local${folder}`;
const stateReadOnly = `${sizeOf('64k', '/state')} && ${readOnly('/state')}`;

/** A machine whose program's files lie on a file system of their own, where `prepare` is done before each run. */
async function smallDisk(prepare: (folder: string) => string, key = appId) {
  const { service, machine, stored } = await scene(undefined, { key });
  const inStore = `.local/share/ratebook/${folderOf(service.url)}/historical`;
  mkdirSync(join(machine.home, '.local'));
  // afterwards what lies there is copied
  const copied = (path: string) => path.replace('.local', 'left');

  return {
    service,
    machine,
    run: (line: string): Promise<Result> => {
      const script = `cd "$HOME" && ${prepare(inStore)} && { code=0; "$@" || code=$?; cp -r .local left; exit $code; }`;
      const command = ['-rm', 'sh', '-ec', script, 'sh', process.execPath, binary, ...line.split(' ')];
      const child = spawn('unshare', command, { env: machine.env });
      child.stdin.end();
      return finished(child);
    },
    /** The names of what was left in the folder of days. */
    left: () => readdirSync(copied(stored.places.days)).filter((name) => name !== '.unfinished'),
    read: (name: string) => readFileSync(copied(stored.pathOf(name.slice(0, 10))), 'utf8'),
    /** Days whose answers were left for the next run. */
    journal: () => {
      const runs = new Journal(copied(stored.places.journal), Date.now).entriesOfOthers().map(({ run }) => run);
      return runs.flatMap(({ first, last }) => [...eachDay(first, last)]);
    },
  };
}

const january = 'series 2024-01 -s EUR';
const unspent = { code: 1, stdout: '', calls: 0 };
const noStore = 'hint: use --no-store to continue without the store\n';

const spentBy = (result: Result, service: TestService) => ({
  code: result.code,
  stdout: result.stdout,
  calls: service.calls(),
});

describe.skipIf(!canMount)(`where nothing could be kept, nothing is asked${orSkipped}`, () => {
  const full = `${sizeOf('64k')} && ${filled()}`;
  const anywhere = 'cannot write .*';
  const inState = 'cannot write in .*/state/ratebook/.*';

  test.each([
    ['a disk that is full', full, january, `${anywhere}: no space left on device`],
    ['a running day, and a state that may only be read', stateReadOnly, 'latest', `${inState}: read-only file system`],
  ])('%s', async (_what, prepare, line, reason) => {
    const { service, run } = await smallDisk(() => prepare);
    const result = await run(line);
    expect(spentBy(result, service)).toEqual(unspent);
    expect(result.stderr).toMatch(new RegExp(`^ratebook: ${reason}\n${noStore}$`));
    expect((await run(`${line} --no-store`)).code).toBe(0);
    expect(service.calls()).toBe(1);
  });
});

describe.skipIf(!canMount)(`once an answer can be kept nowhere, nothing more is asked${orSkipped}`, () => {
  const quarter = 'series 2024-01 2024-03 -s EUR';
  const apart = `${sizeOf('100k', '/share')} && ${sizeOf('64k', '/state')}`;

  test.each<[what: string, prepare: string, line: string, key: string, atOnce: number]>([
    ['a month at a time', sizeOf('300k'), 'series 2023 -s EUR', appId, 1],
    ['a day at a time, with the state on another disk', apart, quarter, 'free-key', 1],
  ])('%s', async (_what, prepare, line, key, atOnce) => {
    const { service, run, left, journal } = await smallDisk(() => prepare, key);
    const { code, stderr } = await run(`${line} --concurrency ${atOnce}`);
    const kept = new Set<string>([...left().map((name) => name.slice(0, 10)), ...journal()]);
    const lost = paidFor(service).filter((day) => !kept.has(day));
    expect(code).toBe(1);
    expect(lost).toEqual([]);
    expect(stderr).toMatch(/^ratebook: nothing more is requested(: |, since )[^\n]*\nhint: /m);
  });

  test.each([['a small state, whatever room the store has', sizeOf('32k', '/state')]])(
    'on %s a month is not requested that the journal could not take',
    async (_what, prepare) => {
      const { run, service } = await smallDisk(() => prepare);
      const { code, stderr } = await run(quarter);
      expect([code, service.cost()]).toEqual([1, 0]);
      expect(stderr).toMatch(
        /^ratebook: nothing more is requested: cannot write in .*: no space left on device\nhint: /m,
      );
    },
  );

  /** A range that was asked of the plan without ranges was refused. */
  function paidFor({ asked, cost }: TestService): Day[] {
    const ranges = asked().map((run) => run.split('..') as Day[]);
    const days = ranges.flatMap(([first, last]) => (first && last ? [...eachDay(first, last)] : (first ?? [])));
    const singles = ranges.flatMap(([first, last]) => (first && !last ? [first] : []));
    return days.length === cost() ? days : singles;
  }
});
