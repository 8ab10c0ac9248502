import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { folderOf } from '../../src/sources/oxr/service.ts';
import { busy, lacking, pass, refusing, silent } from '../support/faults.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { runOn, scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

const key = 'free-0123456789';
const now = '2024-03-10T09:00:00Z';
const story = readFileSync(join(import.meta.dirname, 'archive-nights.txt'), 'utf8').replace(/^#.*\n/gm, '');

test('a story of 40 nights', async () => {
  let fault = pass;
  const plan = await scene((...given) => fault(...given), { key, usage: (...given) => fault(...given) });
  let machine = plan.machine;
  let night = '' as Day;
  const run = (line: string) => runOn(machine, () => `${night}T02:17:00Z`)(line);
  /** What happens before the run of that night; `false`: there is none. */
  const events: Readonly<Record<string, () => unknown>> = {
    '2024-02-20': () => plan.spend(850),
    '2024-02-26': () => plan.spend(plan.left()),
    '2024-03-06': () => (fault = lacking('2024-03-05')),
    '2024-03-09': () => (fault = busy(7200)),
    '2024-03-11': () => {
      fault = pass;
      return false;
    },
    '2024-03-12': () => false,
    '2024-03-15': () => (fault = refusing(401, 'invalid_app_id')),
    '2024-03-17': () => (fault = pass),
    '2024-03-19': () => {
      new HeldFiles(machine, plan.service.url).remove('2024-03-10', '2024-03-11');
      return false;
    },
    '2024-03-22': () => {
      const other = Machine.for(plan.service.url, key);
      cpSync(join(machine.home, '.local/share'), join(other.home, '.local/share'), { recursive: true });
      machine = other;
      return false;
    },
    '2024-03-25': () => {
      rmSync(join(machine.home, '.local'), { recursive: true });
      return false;
    },
  };
  const lines: string[] = [];
  for (night of eachDay('2024-02-20' as Day, '2024-03-30' as Day)) {
    plan.at(`${night}T02:17:00Z`);
    const isRun = (await events[night]?.()) !== false;
    const since = lines.length === 0 ? ' --since 2023-12-15 --max-cost 40' : '';
    const code = isRun ? (await run(`archive -q${since}`)).code : '-';
    const json = await run('archive --status -f json -q');
    expect(await run('archive --status')).toMatchObject({ code: json.code, stderr: json.stderr });
    const { since: from, first, newest, behind, gaps, waiting, last_run, last_success, left } = JSON.parse(json.stdout);
    const days = [from, first, newest, `${behind} behind`, ...gaps.map((gap: Day) => `gap ${gap}`)];
    if (waiting.days > 0) days.push(`${waiting.days} wait for ${waiting.until}`);
    const told = [last_run?.at.slice(5, 10), last_run?.code, last_success?.slice(5, 10), left];
    lines.push(`${night.slice(5)} ${code} ${json.code}  ${days.join(' ')}  ${told.join(' ')}`.trimEnd());
    const words = json.stderr.replaceAll(/^ratebook:/gm, '  ').replaceAll(/127.*?\d /g, 'SERVICE ');
    if (words) lines.push(words.trimEnd());
  }
  expect(`${lines.join('\n')}\n`).toBe(story);
});

describe.concurrent('the status of an archive', () => {
  const seen = async (fault?: Fault, given = {}) => {
    const around = await scene(fault, { now, ...given });
    const lastRun = `.local/state/ratebook/archive/${folderOf(around.service.url)}/last-run`;
    return { ...around, lastRun, archive: (more = '') => around.run(`archive ${more}`.trim()) };
  };

  test('is said in words: what is held and lacks, what waits, how the last run ended', async () => {
    const { archive, held, service } = await seen(lacking('2024-02-28'));
    await archive('--since 2024-02-01 --max-cost 20');
    held.remove('2024-03-02', '2024-03-03', '2024-03-09');
    const calls = service.calls();
    expect(await archive('--status')).toEqual({
      code: 3,
      stdout: `since     2024-02-01
stored    2024-02-19 to 2024-03-08, 1 hole of 2 days: 2024-03-02 to 2024-03-03
behind    3 days: 2024-03-02 to 2024-03-03, 2024-03-09
gaps      1 day: 2024-02-28
waiting   18 days: 2024-02-01 to 2024-02-18, until the next run
last run  2024-03-10 09:00 UTC
`,
      stderr: 'ratebook: the archive lacks 3 days: 2024-03-02 to 2024-03-03, 2024-03-09\n',
    });
    expect(service.calls()).toBe(calls);
    // only days before the newest stored one wait
    held.remove(...held.days());
    held.write('2024-02-01', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const status = JSON.parse((await archive('--status -f json')).stdout);
    expect(status).toMatchObject({ behind: 36, waiting: { days: 0, until: null } });
  });

  test('writes nothing, and is of its own for all currencies, and for the demonstration', async () => {
    const { archive, machine } = await seen();
    const codes = async (...more: string[]) =>
      Promise.all(more.map(async (one) => (await archive(`--status${one}`)).code));
    expect(await codes('', ' --show-alternative', ' -f json')).toEqual([3, 3, 3]);
    await archive('--since 2024-03-01 --dry-run');
    expect(existsSync(join(machine.home, '.local'))).toBe(false);
    await archive('--since 2024-03-01 --show-alternative');
    expect(await codes('', ' --show-alternative', ' --demo')).toEqual([3, 0, 3]);
  });

  test('never has the key, nor what would steer a terminal', async () => {
    // in each error, since it is the service's address too
    const { archive, machine, lastRun } = await seen(refusing(401, 'invalid_app_id'), { key: '127.0.0.1' });
    expect((await archive()).code).toBe(4);
    const told = await archive('--status');
    for (const text of [machine.read(lastRun), told.stdout, told.stderr]) {
      expect(text).toContain('[app_id]');
      expect(text).not.toContain('127.0.0.1');
    }
    machine.write(lastRun, machine.read(lastRun).replace('[app_id]', '\\u001b[2J'));
    const steering = await archive('--status');
    for (const text of [steering.stdout, steering.stderr]) expect(text).toContain('\\u001b[2J');
  });

  // the test of its file has all that it may be instead
  test('that cannot be read is a failure until the next run', async () => {
    const { archive, machine, lastRun } = await seen();
    await archive();
    machine.write(lastRun, '{"at":"2024-03-10 (\\u001b[2J)","code":0,"error":null,"success":null}');
    const words = /^ratebook: .*last-run is damaged: it does not say how .*\nhint: the next run writes it again: .*\n$/;
    expect(await archive('--status')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
    expect([(await archive('-q')).code, (await archive('--status')).code]).toEqual([0, 0]);
  });

  test('is that of a run that ended well though this cannot be remembered', async () => {
    const { archive, machine, lastRun } = await seen();
    await archive();
    rmSync(join(machine.home, lastRun));
    mkdirSync(join(machine.home, lastRun));
    const unwritten = expect.stringMatching(/^ratebook: cannot write .*last-run: .*directory\n$/);
    expect(await archive('-q')).toMatchObject({ code: 0, stderr: unwritten });
    const unread = expect.stringMatching(/^ratebook: .*last-run cannot be read: .*directory\n$/);
    expect(await archive('--status')).toMatchObject({ code: 1, stderr: unread });
  });

  test('keeps an interrupted run in mind, and a killed one does not look like a success', async () => {
    const { archive, service, machine } = await seen(silent);
    for (const [signal, words] of [
      ['SIGKILL', 'last run +never'],
      ['SIGINT', 'failed with 130: interrupted'],
    ] as const) {
      const before = service.requests.length;
      const child = machine.start(['archive'], { now, env: { RATEBOOK_TIMEOUT: '250' } });
      const end = finished(child);
      await service.came(before + 1);
      child.kill(signal);
      await end;
      const stdout = expect.stringMatching(new RegExp(`behind +9 days.*${words}`, 's'));
      expect(await archive('--status')).toMatchObject({ code: 3, stdout });
    }
  });

  test('is an object for programs, as the summary is, unless it is not to be seen', async () => {
    const { archive, spend, at } = await seen(pass, { key });
    spend(850);
    const { code, stdout, stderr } = await archive('--since 2024-02-01 -f json');
    expect([code, stderr]).toEqual([0, '29 days: 0 held, 29 to fetch, cost 29 requests, 150 left\n']);
    const waiting = { days: 9, until: '2024-04-01' };
    const summary = { since: '2024-02-01', days: 38, held: 29, gaps: 0, behind: 0, waiting, left: 121 };
    expect(JSON.parse(stdout)).toEqual(summary);
    expect(await archive('-f json -q')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await archive('--status')).stdout).toBe(`since          2024-02-01
stored         2024-02-10 to 2024-03-09
behind         no day
waiting        9 days: 2024-02-01 to 2024-02-09, until 2024-04-01
last run       2024-03-10 09:00 UTC
requests left  121, until 2024-04-01
`);
    const waitingNow = async () => JSON.parse((await archive('--status -f json')).stdout).waiting;
    await archive('--since 2024-03-05');
    expect(await waitingNow(), 'what that run was not about').toEqual(waiting);
    at('2024-03-31T23:59:00Z');
    expect(await waitingNow()).toEqual(waiting);
    at('2024-04-01T00:00:00Z');
    expect(await waitingNow(), 'its day has come').toEqual({ days: 0, until: null });
  });

  test('and a dry run name known gaps; the dry run speaks of the whole job in both forms', async () => {
    const { archive, at } = await seen(lacking('2024-02-03'), { key, now: '2024-03-01T09:00:00Z' });
    await archive('--since 2024-02-01 --reserve 0');
    at('2024-03-15T09:00:00Z');
    await archive('--reserve 0');
    const { stdout, stderr } = await archive('--since 2024-01-22 --max-cost 4 --dry-run -f json');
    const job = '53 days since 2024-01-22: 42 held, 10 to fetch; this run 4, done in 3 runs';
    expect(stderr).toBe(`${job}; 1 gap: 2024-02-03\n`);
    expect(JSON.parse(stdout)).toEqual({
      ...{ since: '2024-01-22', days: 53, held: 42, gaps: 1, fetch: 10, this_run: 4, runs: 3, cost: 4 },
      requests: [{ endpoint: 'time-series', start: '2024-01-28', end: '2024-01-31', cost: 4 }],
    });
  });

  test('does not count a known gap as a day that a used-up quota denies', async () => {
    const { archive, spend, left } = await seen(lacking('2024-03-09'), { key });
    expect((await archive('--since 2024-03-01')).code).toBe(3);
    spend(left());
    expect(await archive('-q')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await archive('--status -q')).code).toBe(0);
  });
});
