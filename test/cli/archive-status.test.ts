import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { freePlan } from '../support/free-plan.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { appId, finished, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { type Fault, reply, replyError } from '../support/service.ts';

const pass: Fault = (_request, _response, pass) => pass();
const busy: Fault = (_request, response) => reply(response, 503, '', { 'retry-after': '7200' });
const refused: Fault = (_request, response) => replyError(response, 401, 'invalid_app_id');
const lacking =
  (gap: string): Fault =>
  ({ path, query }, response, pass) => {
    const { start = path.slice('/historical/'.length, -'.json'.length), end = start } = query;
    if (start <= gap && gap <= end) replyError(response, 400, 'not_available');
    else pass();
  };

// night, exit code of its run, and what --status says then: its exit code, the days, and the last run with its exit code,
// the last success, requests left
const story = `02-20 0 0  2023-12-15 2024-01-11 2024-02-19 0 behind 27 wait for null  02-20 0 02-20 110
02-21 0 0  2023-12-15 2024-01-10 2024-02-20 0 behind 26 wait for 2024-03-01  02-21 0 02-21 108
02-22 0 0  2023-12-15 2024-01-10 2024-02-21 0 behind 26 wait for 2024-03-01  02-22 0 02-22 107
02-23 0 0  2023-12-15 2024-01-10 2024-02-22 0 behind 26 wait for 2024-03-01  02-23 0 02-23 106
02-24 0 0  2023-12-15 2024-01-10 2024-02-23 0 behind 26 wait for 2024-03-01  02-24 0 02-24 105
02-25 0 0  2023-12-15 2024-01-10 2024-02-24 0 behind 26 wait for 2024-03-01  02-25 0 02-25 104
02-26 5 3  2023-12-15 2024-01-10 2024-02-24 1 behind 26 wait for 2024-03-01  02-26 5 02-25 0
   the archive lacks 1 day: 2024-02-25
   the last run failed with 5: the quota is used up; it resets on 2024-03-01
02-27 0 3  2023-12-15 2024-01-10 2024-02-24 2 behind 26 wait for 2024-03-01  02-27 0 02-27 0
   the archive lacks 2 days: 2024-02-25 to 2024-02-26
02-28 0 3  2023-12-15 2024-01-10 2024-02-24 3 behind 26 wait for 2024-03-01  02-28 0 02-28 0
   the archive lacks 3 days: 2024-02-25 to 2024-02-27
02-29 0 3  2023-12-15 2024-01-10 2024-02-24 4 behind 26 wait for 2024-03-01  02-29 0 02-29 0
   the archive lacks 4 days: 2024-02-25 to 2024-02-28
03-01 0 0  2023-12-15 2023-12-15 2024-02-29 0 behind  03-01 0 03-01 969
03-02 0 0  2023-12-15 2023-12-15 2024-03-01 0 behind  03-02 0 03-02 968
03-03 0 0  2023-12-15 2023-12-15 2024-03-02 0 behind  03-03 0 03-03 967
03-04 0 0  2023-12-15 2023-12-15 2024-03-03 0 behind  03-04 0 03-04 966
03-05 0 0  2023-12-15 2023-12-15 2024-03-04 0 behind  03-05 0 03-05 965
03-06 3 0  2023-12-15 2023-12-15 2024-03-04 0 behind gap 2024-03-05  03-06 3 03-06 965
03-07 0 0  2023-12-15 2023-12-15 2024-03-06 0 behind gap 2024-03-05  03-07 0 03-07 964
03-08 0 0  2023-12-15 2023-12-15 2024-03-07 0 behind gap 2024-03-05  03-08 0 03-08 963
03-09 1 3  2023-12-15 2023-12-15 2024-03-07 1 behind gap 2024-03-05  03-09 1 03-08 963
   the archive lacks 1 day: 2024-03-08
   the last run failed with 1: SERVICE says to wait until 2024-03-09 04:17 UTC
03-10 1 3  2023-12-15 2023-12-15 2024-03-07 2 behind gap 2024-03-05  03-10 1 03-08 963
   the archive lacks 2 days: 2024-03-08 to 2024-03-09
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-11 - 3  2023-12-15 2023-12-15 2024-03-07 3 behind gap 2024-03-05  03-10 1 03-08 963
   the archive lacks 3 days: 2024-03-08 to 2024-03-10
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-12 - 3  2023-12-15 2023-12-15 2024-03-07 4 behind gap 2024-03-05  03-10 1 03-08 963
   the archive lacks 4 days: 2024-03-08 to 2024-03-11
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-13 0 0  2023-12-15 2023-12-15 2024-03-12 0 behind  03-13 0 03-13 957
03-14 0 0  2023-12-15 2023-12-15 2024-03-13 0 behind  03-14 0 03-14 956
03-15 4 3  2023-12-15 2023-12-15 2024-03-13 1 behind  03-15 4 03-14 956
   the archive lacks 1 day: 2024-03-14
   the last run failed with 4: SERVICE refuses the app_id from RATEBOOK_APP_ID (401 invalid_app_id)
03-16 4 3  2023-12-15 2023-12-15 2024-03-13 2 behind  03-16 4 03-14 956
   the archive lacks 2 days: 2024-03-14 to 2024-03-15
   the last run failed with 4: SERVICE refuses the app_id from RATEBOOK_APP_ID (401 invalid_app_id)
03-17 0 0  2023-12-15 2023-12-15 2024-03-16 0 behind  03-17 0 03-17 953
03-18 0 0  2023-12-15 2023-12-15 2024-03-17 0 behind  03-18 0 03-18 952
03-19 - 3  2023-12-15 2023-12-15 2024-03-17 3 behind  03-18 0 03-18 952
   the archive lacks 3 days: 2024-03-10 to 2024-03-11, 2024-03-18
03-20 0 0  2023-12-15 2023-12-15 2024-03-19 0 behind  03-20 0 03-20 948
03-21 0 0  2023-12-15 2023-12-15 2024-03-20 0 behind  03-21 0 03-21 947
03-22 - 3  2023-12-15 2023-12-15 2024-03-20 1 behind
   the archive lacks 1 day: 2024-03-21
03-23 0 0  2023-12-15 2023-12-15 2024-03-22 0 behind  03-23 0 03-23 945
03-24 0 0  2023-12-15 2023-12-15 2024-03-23 0 behind  03-24 0 03-24 944
03-25 - 3     0 behind
   nothing is stored, and the archive has never run
03-26 0 0  2024-03-01 2024-03-01 2024-03-25 0 behind  03-26 0 03-26 919
03-27 0 0  2024-03-01 2024-03-01 2024-03-26 0 behind  03-27 0 03-27 918
03-28 0 0  2024-03-01 2024-03-01 2024-03-27 0 behind  03-28 0 03-28 917
03-29 0 0  2024-03-01 2024-03-01 2024-03-28 0 behind  03-29 0 03-29 916
03-30 0 0  2024-03-01 2024-03-01 2024-03-29 0 behind  03-30 0 03-30 915`;

test('a story of 40 nights', async () => {
  let fault = pass;
  const turn: Fault = (...given) => fault(...given);
  const plan = await freePlan('2024-02-20T02:17:00Z', turn, turn);
  let machine = plan.machine;
  const held = () => new HeldFiles(machine, plan.service.url);
  /** What happens before the run of that night; `false`: there is none. */
  const events: Readonly<Record<string, () => unknown>> = {
    '2024-02-20': () => plan.spend(850),
    '2024-02-26': async () => plan.spend((await plan.usageNow()).requests_remaining ?? 0),
    '2024-03-06': () => {
      fault = lacking('2024-03-05');
    },
    '2024-03-09': () => {
      fault = busy;
    },
    '2024-03-11': () => {
      fault = pass;
      return false;
    },
    '2024-03-12': () => false,
    '2024-03-15': () => {
      fault = refused;
    },
    '2024-03-17': () => {
      fault = pass;
    },
    '2024-03-19': () => {
      held().remove('2024-03-10', '2024-03-11');
      return false;
    },
    '2024-03-22': () => {
      const other = Machine.for(plan.service.url, plan.machine.env.RATEBOOK_APP_ID);
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
  for (const night of eachDay('2024-02-20' as Day, '2024-03-30' as Day)) {
    plan.at(`${night}T02:17:00Z`);
    const runs = (await events[night]?.()) !== false;
    const since = lines.length === 0 ? ['--since', '2023-12-15', '--max-cost', '40'] : [];
    const run = runs && (await plan.runOn(machine, '-q', ...since));
    const json = await plan.runOn(machine, '--status', '-f', 'json', '-q');
    const words = await plan.runOn(machine, '--status');
    expect([words.code, words.stderr]).toEqual([json.code, json.stderr]);
    const { since: from, first, newest, behind, gaps, waiting, last_run, last_success, left } = JSON.parse(json.stdout);
    const days = [from, first, newest, `${behind} behind`, ...gaps.map((gap: Day) => `gap ${gap}`)];
    if (waiting.days > 0) days.push(`${waiting.days} wait for ${waiting.until}`);
    const told = [last_run?.at.slice(5, 10), last_run?.code, last_success?.slice(5, 10), left];
    lines.push(
      `${night.slice(5)} ${run ? run.code : '-'} ${json.code}  ${days.join(' ')}  ${told.join(' ')}`.trimEnd(),
    );
    if (json.stderr)
      lines.push(
        json.stderr
          .trim()
          .replaceAll(/^ratebook:/gm, '  ')
          .replaceAll(/127.*?\d /g, 'SERVICE '),
      );
  }
  expect(lines.join('\n')).toBe(story);
});

describe.concurrent('the status of an archive', () => {
  const now = '2024-03-10T09:00:00Z';
  const seen = async (fault?: Fault, key = appId) => {
    const { service, machine } = await scene(fault, { key });
    const folder = `.local/state/ratebook/archive/${new URL(service.url).host.replace(':', '_')}/api`;
    const run = (...args: string[]) => runHere(machine, ['archive', ...args], { now });
    return { service, machine, lastRun: `${folder}/last-run`, run, files: new HeldFiles(machine, service.url) };
  };

  test('is said in words: what is held and lacks, what waits, how the last run ended', async () => {
    const { run, files, service } = await seen(lacking('2024-02-28'));
    await run('--since', '2024-02-01', '--max-cost', '20');
    files.remove('2024-03-02', '2024-03-03', '2024-03-09');
    const calls = service.calls();
    expect(await run('--status')).toEqual({
      code: 3,
      stdout: `since     2024-02-01
stored    2024-02-19 to 2024-03-08
behind    3 days: 2024-03-02 to 2024-03-03, 2024-03-09
gaps      1 day: 2024-02-28
waiting   18 days, until the next run
last run  2024-03-10 09:00 UTC
`,
      stderr: 'ratebook: the archive lacks 3 days: 2024-03-02 to 2024-03-03, 2024-03-09\n',
    });
    expect(service.calls()).toBe(calls);
    // only days before the newest stored one wait
    files.remove(...files.days());
    files.write('2024-02-01', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const { behind, waiting } = JSON.parse((await run('--status', '-f', 'json')).stdout);
    expect({ behind, waiting }).toEqual({ behind: 36, waiting: { days: 0, until: null } });
  });

  test('writes nothing', async () => {
    const { run, machine } = await seen();
    for (const args of [[], ['--show-alternative'], ['-f', 'json']])
      expect((await run('--status', ...args)).code).toBe(3);
    await run('--since', '2024-03-01', '--dry-run');
    expect(existsSync(join(machine.home, '.local'))).toBe(false);
  });

  test('is of its own for all currencies, and for the demonstration', async () => {
    const { run } = await seen();
    await run('--since', '2024-03-01', '--show-alternative');
    const codes = [[], ['--show-alternative'], ['--demo']].map(async (more) => (await run('--status', ...more)).code);
    expect(await Promise.all(codes)).toEqual([3, 0, 3]);
  });

  test('never has the key, nor what would steer a terminal', async () => {
    // in each error, since it is the service's address too
    const key = '127.0.0.1';
    const { run, machine, lastRun } = await seen(refused, key);
    expect((await run()).code).toBe(4);
    const told = await run('--status');
    for (const text of [machine.read(lastRun), told.stdout, told.stderr]) {
      expect(text).toContain('[app_id]');
      expect(text).not.toContain(key);
    }
    machine.write(lastRun, machine.read(lastRun).replace('[app_id]', '\\u001b[2J'));
    const steering = await run('--status');
    for (const text of [steering.stdout, steering.stderr]) expect(text).toContain('\\u001b[2J');
  });

  test.each([
    ['', 'empty after a power cut'],
    ['{"at":"2024-03-10T09:00:00Z","code":0', 'cut'],
    ['{"at":"yesterday","code":0,"success":null}', 'of another make'],
    ['{"at":"2024-03-10 (\\u001b[2J)","code":0,"error":null,"success":null}', 'steering a terminal'],
  ])('that cannot be read (%j, %s) is a failure until the next run', async (text) => {
    const { run, machine, lastRun } = await seen();
    await run();
    machine.write(lastRun, text);
    const { code, stdout, stderr } = await run('--status');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^ratebook: .*last-run is damaged: it does not say how .*\nhint: the next run writes it again: .*\n$/,
    );
    expect((await run('-q')).code).toBe(0);
    expect((await run('--status')).code).toBe(0);
  });

  test('is that of a run that ended well though this cannot be remembered', async () => {
    const { run, machine, lastRun } = await seen();
    await run();
    rmSync(join(machine.home, lastRun));
    mkdirSync(join(machine.home, lastRun));
    const { code, stderr } = await run('-q');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^ratebook: cannot write .*last-run: .*directory\n$/);
    const status = await run('--status');
    expect(status.code).toBe(1);
    expect(status.stderr).toMatch(/^ratebook: .*last-run cannot be read: .*directory\n$/);
  });

  test('keeps an interrupted run in mind, and a killed one does not look like a success', async () => {
    const { service, machine, run } = await seen(() => {});
    for (const [signal, words] of [
      ['SIGKILL', /last run +never/],
      ['SIGINT', /failed with 130: interrupted/],
    ] as const) {
      const before = service.requests.length;
      const child = machine.start(['archive'], { now, env: { RATEBOOK_TIMEOUT: '250' } });
      const end = finished(child);
      await service.came(before + 1);
      child.kill(signal);
      await end;
      const { code, stdout } = await run('--status');
      expect(code).toBe(3);
      expect(stdout).toMatch(/behind +9 days/);
      expect(stdout).toMatch(words);
    }
  });

  test.each([
    [['--status', '--to', 'rates'], '--status and --to cannot be used together'],
    [['--status', '--since', '2024-01-01'], '--status and --since cannot be used together'],
    [['--status', '--dry-run'], '--status and --dry-run cannot be used together'],
    [['--status', '-f', 'csv'], 'archive without --to works with table and json, not with csv'],
    [['-f', 'csv'], 'archive without --to works with table and json, not with csv'],
  ])('%j is refused', async (args, words) => {
    const { run } = await seen();
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  });
});

test('the summary is an object for programs, unless it is not to be seen', async () => {
  const plan = await freePlan('2024-03-10T09:00:00Z');
  plan.spend(850);
  const { code, stdout, stderr } = await plan.run('--since', '2024-02-01', '-f', 'json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '29 days: 0 held, 29 to fetch, cost 29 requests, 150 left\n' });
  expect(JSON.parse(stdout)).toEqual({
    since: '2024-02-01',
    days: 38,
    held: 29,
    gaps: 0,
    behind: 0,
    waiting: { days: 9, until: '2024-04-01' },
    left: 121,
  });
  expect(await plan.run('-f', 'json', '-q')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await plan.run('--status')).stdout).toBe(`since          2024-02-01
stored         2024-02-10 to 2024-03-09
behind         no day
waiting        9 days, until 2024-04-01
last run       2024-03-10 09:00 UTC
requests left  121, until 2024-04-01
`);
  const waiting = async () => JSON.parse((await plan.run('--status', '-f', 'json')).stdout).waiting;
  await plan.run('--since', '2024-03-05');
  expect(await waiting(), 'what that run was not about').toEqual({ days: 9, until: '2024-04-01' });
  plan.at('2024-03-31T23:59:00Z');
  expect(await waiting()).toEqual({ days: 9, until: '2024-04-01' });
  plan.at('2024-04-01T00:00:00Z');
  expect(await waiting(), 'its day has come').toEqual({ days: 0, until: null });
});

test('a dry run speaks of the whole job in both forms, and names known gaps', async () => {
  const plan = await freePlan('2024-03-01T09:00:00Z', undefined, lacking('2024-02-03'));
  await plan.run('--since', '2024-02-01', '--reserve', '0');
  plan.at('2024-03-15T09:00:00Z');
  await plan.run('--reserve', '0');
  const { stdout, stderr } = await plan.run('--since', '2024-01-22', '--max-cost', '4', '--dry-run', '-f', 'json');
  expect(stderr).toBe(
    '53 days since 2024-01-22: 42 held, 10 to fetch; this run 4, done in 3 runs; 1 gap: 2024-02-03\n',
  );
  expect(JSON.parse(stdout)).toEqual({
    since: '2024-01-22',
    days: 53,
    held: 42,
    gaps: 1,
    fetch: 10,
    this_run: 4,
    runs: 3,
    cost: 4,
    requests: [{ endpoint: 'time-series', start: '2024-01-28', end: '2024-01-31', cost: 4 }],
  });
});

test('a known gap is no day that a used-up quota denies', async () => {
  const plan = await freePlan('2024-03-10T09:00:00Z', undefined, lacking('2024-03-09'));
  expect((await plan.run('--since', '2024-03-01')).code).toBe(3);
  plan.spend((await plan.usageNow()).requests_remaining ?? 0);
  expect(await plan.run('-q')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await plan.run('--status', '-q')).code).toBe(0);
});
