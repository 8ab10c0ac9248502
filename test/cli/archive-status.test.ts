import { cpSync, readFileSync, rmSync } from 'node:fs';
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
});
