import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { freePlan } from '../support/free-plan.ts';
import { HeldFiles } from '../support/held-files.ts';
import { Machine } from '../support/ratebook.ts';
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
const story = `02-20 0 0  2023-08-01 2023-11-12 2024-02-19 0 behind 103 wait for null  02-20 0 02-20 200
02-21 0 0  2023-08-01 2023-08-13 2024-02-20 0 behind 12 wait for 2024-03-01  02-21 0 02-21 108
02-22 0 0  2023-08-01 2023-08-13 2024-02-21 0 behind 12 wait for 2024-03-01  02-22 0 02-22 107
02-23 0 0  2023-08-01 2023-08-13 2024-02-22 0 behind 12 wait for 2024-03-01  02-23 0 02-23 106
02-24 0 0  2023-08-01 2023-08-13 2024-02-23 0 behind 12 wait for 2024-03-01  02-24 0 02-24 105
02-25 0 0  2023-08-01 2023-08-13 2024-02-24 0 behind 12 wait for 2024-03-01  02-25 0 02-25 104
02-26 5 3  2023-08-01 2023-08-13 2024-02-24 1 behind 12 wait for 2024-03-01  02-26 5 02-25 0
   the archive lacks 1 day: 2024-02-25
   the last run failed with 5: the quota is used up; it resets on 2024-03-01
02-27 0 3  2023-08-01 2023-08-13 2024-02-24 2 behind 12 wait for 2024-03-01  02-27 0 02-27 0
   the archive lacks 2 days: 2024-02-25 to 2024-02-26
02-28 0 3  2023-08-01 2023-08-13 2024-02-24 3 behind 12 wait for 2024-03-01  02-28 0 02-28 0
   the archive lacks 3 days: 2024-02-25 to 2024-02-27
02-29 0 3  2023-08-01 2023-08-13 2024-02-24 4 behind 12 wait for 2024-03-01  02-29 0 02-29 0
   the archive lacks 4 days: 2024-02-25 to 2024-02-28
03-01 0 0  2023-08-01 2023-08-01 2024-02-29 0 behind  03-01 0 03-01 983
03-02 0 0  2023-08-01 2023-08-01 2024-03-01 0 behind  03-02 0 03-02 982
03-03 0 0  2023-08-01 2023-08-01 2024-03-02 0 behind  03-03 0 03-03 981
03-04 0 0  2023-08-01 2023-08-01 2024-03-03 0 behind  03-04 0 03-04 980
03-05 0 0  2023-08-01 2023-08-01 2024-03-04 0 behind  03-05 0 03-05 979
03-06 3 0  2023-08-01 2023-08-01 2024-03-04 0 behind gap 2024-03-05  03-06 3 03-06 979
03-07 0 0  2023-08-01 2023-08-01 2024-03-06 0 behind gap 2024-03-05  03-07 0 03-07 978
03-08 0 0  2023-08-01 2023-08-01 2024-03-07 0 behind gap 2024-03-05  03-08 0 03-08 977
03-09 1 3  2023-08-01 2023-08-01 2024-03-07 1 behind gap 2024-03-05  03-09 1 03-08 977
   the archive lacks 1 day: 2024-03-08
   the last run failed with 1: SERVICE says to wait until 2024-03-09 04:17 UTC
03-10 1 3  2023-08-01 2023-08-01 2024-03-07 2 behind gap 2024-03-05  03-10 1 03-08 977
   the archive lacks 2 days: 2024-03-08 to 2024-03-09
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-11 - 3  2023-08-01 2023-08-01 2024-03-07 3 behind gap 2024-03-05  03-10 1 03-08 977
   the archive lacks 3 days: 2024-03-08 to 2024-03-10
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-12 - 3  2023-08-01 2023-08-01 2024-03-07 4 behind gap 2024-03-05  03-10 1 03-08 977
   the archive lacks 4 days: 2024-03-08 to 2024-03-11
   the last run failed with 1: SERVICE says to wait until 2024-03-10 04:17 UTC
03-13 0 0  2023-08-01 2023-08-01 2024-03-12 0 behind  03-13 0 03-13 971
03-14 0 0  2023-08-01 2023-08-01 2024-03-13 0 behind  03-14 0 03-14 970
03-15 4 3  2023-08-01 2023-08-01 2024-03-13 1 behind  03-15 4 03-14 970
   the archive lacks 1 day: 2024-03-14
   the last run failed with 4: SERVICE refuses the app_id from RATEBOOK_APP_ID (401 invalid_app_id)
03-16 4 3  2023-08-01 2023-08-01 2024-03-13 2 behind  03-16 4 03-14 970
   the archive lacks 2 days: 2024-03-14 to 2024-03-15
   the last run failed with 4: SERVICE refuses the app_id from RATEBOOK_APP_ID (401 invalid_app_id)
03-17 0 0  2023-08-01 2023-08-01 2024-03-16 0 behind  03-17 0 03-17 967
03-18 0 0  2023-08-01 2023-08-01 2024-03-17 0 behind  03-18 0 03-18 966
03-19 - 3  2023-08-01 2023-08-01 2024-03-17 3 behind  03-18 0 03-18 966
   the archive lacks 3 days: 2024-03-10 to 2024-03-11, 2024-03-18
03-20 0 0  2023-08-01 2023-08-01 2024-03-19 0 behind  03-20 0 03-20 962
03-21 0 0  2023-08-01 2023-08-01 2024-03-20 0 behind  03-21 0 03-21 961
03-22 - 3  2023-08-01 2023-08-01 2024-03-20 1 behind     
   the archive lacks 1 day: 2024-03-21
03-23 0 0  2023-08-01 2023-08-01 2024-03-22 0 behind  03-23 0 03-23 959
03-24 0 0  2023-08-01 2023-08-01 2024-03-23 0 behind  03-24 0 03-24 958
03-25 - 3     0 behind     
   nothing is stored, and the archive has never run
03-26 0 0  2024-03-01 2024-03-01 2024-03-25 0 behind  03-26 0 03-26 933
03-27 0 0  2024-03-01 2024-03-01 2024-03-26 0 behind  03-27 0 03-27 932
03-28 0 0  2024-03-01 2024-03-01 2024-03-27 0 behind  03-28 0 03-28 931
03-29 0 0  2024-03-01 2024-03-01 2024-03-28 0 behind  03-29 0 03-29 930
03-30 0 0  2024-03-01 2024-03-01 2024-03-29 0 behind  03-30 0 03-30 929`;

test('a story of 40 nights', async () => {
  let fault = pass;
  const turn: Fault = (...given) => fault(...given);
  const plan = await freePlan('2024-02-20T02:17:00Z', turn, turn);
  let machine = plan.machine;
  const held = () => new HeldFiles(machine, plan.service.url);
  /** What happens before the run of that night; `false`: there is none. */
  const events: Readonly<Record<string, () => unknown>> = {
    '2024-02-20': () => plan.spend(700),
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
    const since = lines.length === 0 ? ['--since', '2023-08-01'] : [];
    const run = runs && (await plan.runOn(machine, '-q', ...since));
    const json = await plan.runOn(machine, '--status', '-f', 'json', '-q');
    const words = await plan.runOn(machine, '--status');
    expect([words.code, words.stderr]).toEqual([json.code, json.stderr]);
    const { since: from, first, newest, behind, gaps, waiting, last_run, last_success, left } = JSON.parse(json.stdout);
    const days = [from, first, newest, `${behind} behind`, ...gaps.map((gap: Day) => `gap ${gap}`)];
    if (waiting.days > 0) days.push(`${waiting.days} wait for ${waiting.until}`);
    const told = [last_run?.at.slice(5, 10), last_run?.code, last_success?.slice(5, 10), left];
    lines.push(`${night.slice(5)} ${run ? run.code : '-'} ${json.code}  ${days.join(' ')}  ${told.join(' ')}`);
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
