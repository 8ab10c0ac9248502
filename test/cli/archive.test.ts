import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { lastFinal } from '../../src/calendar/publishing.ts';
import { folderOf } from '../../src/sources/oxr/source.ts';
import type { Subscriber } from '../../src/sources/source.ts';
import { sources } from '../../src/sources/table.ts';
import { alwaysIn } from '../support/always.ts';
import { query } from '../support/duckdb.ts';
import { busy, first, lacking, lost, pass, refusing, silent } from '../support/faults.ts';
import { finished, Machine, nobody } from '../support/ratebook.ts';
import { runOn, scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';
import { Serving } from '../support/serving.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole } from '../support/whole.ts';

const key = 'free-0123456789';
const now = '2024-03-10T09:00:00Z';

/**
 * A line a night: the exit code of its run, and what --status says then: its exit code, the days, and the last run with
 * its exit code, the last success, requests left.
 */
test('a story of 24 nights', async () => {
  let fault = pass;
  const plan = await scene((...given) => fault(...given), { key, usage: (...given) => fault(...given) });
  let machine = plan.machine;
  let night = '' as Day;
  const run = (line: string) => runOn(machine, () => `${night}T02:17:00Z`)(line);
  /** What happens before the run of that night; `false`: there is none. */
  const events: Readonly<Record<string, () => unknown>> = {
    '2024-02-24': () => plan.spend(850),
    '2024-02-26': () => plan.spend(plan.left()),
    '2024-03-03': () => (fault = lacking('2024-03-02')),
    '2024-03-05': () => (fault = busy(7200)),
    '2024-03-07': () => {
      fault = pass;
      return false;
    },
    '2024-03-09': () => (fault = refusing(401, 'invalid_app_id')),
    '2024-03-11': () => (fault = pass),
    '2024-03-12': () => {
      new StoredFiles(machine, plan.service.url).remove('2024-03-07', '2024-03-08');
      return false;
    },
    '2024-03-14': () => {
      const other = Machine.for(plan.service.url, key);
      cpSync(join(machine.home, '.local/share'), join(other.home, '.local/share'), { recursive: true });
      machine = other;
      return false;
    },
    '2024-03-16': () => {
      rmSync(join(machine.home, '.local'), { recursive: true });
      return false;
    },
  };
  const lines: string[] = [];
  for (night of eachDay('2024-02-24' as Day, '2024-03-18' as Day)) {
    plan.at(`${night}T02:17:00Z`);
    const isRun = (await events[night]?.()) !== false;
    const since = lines.length === 0 ? ' --since 2023-12-15 --max-cost 40' : '';
    const code = isRun ? (await run(`archive -q${since}`)).code : '-';
    const json = await run('archive --status -f json -q');
    const { since: from, first, newest, behind, gaps, waiting, last_run, last_success, left } = JSON.parse(json.stdout);
    const days = [from, first, newest, `${behind} behind`, ...gaps.map((gap: Day) => `gap ${gap}`)];
    if (waiting.days > 0) days.push(`${waiting.days} wait for ${waiting.until}`);
    const told = [last_run?.at.slice(5, 10), last_run?.code, last_success?.slice(5, 10), left];
    lines.push(`${night.slice(5)} ${code} ${json.code}  ${days.join(' ')}  ${told.join(' ')}`.trimEnd());
    const words = json.stderr.replaceAll(/^ratebook:/gm, '  ').replaceAll(/127.*?\d /g, 'SERVICE ');
    if (words) lines.push(words.trimEnd());
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('archive-nights.txt');
});

/** In folders of the store and the state. */
const folderOfSource = { oxr: folderOf(nobody), ecb: 'ecb', bdi: 'bdi', nbp: 'nbp' };
const bases = { oxr: { base: 'USD' }, ecb: { base: 'EUR' }, bdi: { base: 'EUR' }, nbp: { quote: 'PLN' } };

const names = Object.keys(folderOfSource) as (keyof typeof folderOfSource)[];

test.each(names)('of %s, the status and /health of `serve` count the same days, whatever is stored', async (source) => {
  const machine = Machine.for(nobody);
  const options = ['--source', source];
  const serving = await Serving.here(machine, ['--offline', ...options], { now });
  const run = runOn(machine, () => now);
  const folder = folderOfSource[source];
  const state = join(machine.home, '.local/state/ratebook/archive', `${folder}.json`);
  const stored = new StoredFiles(machine, source === 'oxr' ? nobody : `https://${source}`);
  const subscriber = { baseUrl: nobody, now: () => Date.parse(now), stateOf: () => undefined };
  const { calendar } = sources[source].open(subscriber as unknown as Subscriber);
  const month = [...eachDay('2024-02-10' as Day, '2024-03-10' as Day)];
  const some = fc.uniqueArray(fc.constantFrom(...month));
  const start = fc.constantFrom(undefined, '1970-01-01', '2024-02-12', '2024-02-20', '2024-03-05', '2030-01-01');

  await alwaysIn(inWhole(60, 5), [some, some, some, start, fc.boolean()], async (days, lacking, bad, since, ran) => {
    for (const place of [stored.places.days, stored.places.state, state])
      rmSync(place, { recursive: true, force: true });
    for (const place of [dirname(stored.places.state), dirname(state)]) mkdirSync(place, { recursive: true });
    for (const day of days) stored.write(day, JSON.stringify({ ...bases[source], rates: { GBP: 0.8 } }));
    for (const day of bad) stored.write(day, '{');
    const seen = { first: '2024-03-10', last: '2024-03-10' };
    const unavailable = Object.fromEntries(lacking.map((day) => [day, seen]));
    writeFileSync(stored.places.state, JSON.stringify({ unavailable }));
    const last = { at: '2024-03-09T09:00:00Z', code: 0, error: null, success: null };
    if (since || ran) writeFileSync(state, JSON.stringify({ since, last_run: ran ? last : undefined }));
    const status = await run(['archive', '--status', '-f', 'json', '-q', ...options]);
    const { behind, newest, since: from, gaps, waiting } = JSON.parse(status.stdout);
    const health = (await serving.get('/health')).json;
    expect({ behind: health.behind, newest: health.newest }).toEqual({ behind, newest });
    if (behind > 0) expect(status.code).toBe(3);
    const whole = month.filter((day) => days.includes(day) || bad.includes(day));
    expect(newest).toBe(whole.at(-1) ?? null);
    const due = month.filter((day) => calendar.publishes(day) && day <= lastFinal(calendar, Date.parse(now)));
    expect(behind).toBe(from ? due.filter((day) => day >= from && day > (newest ?? '')).length : 0);
    const before = due.filter((day) => from && day >= from && newest && day < newest && !whole.includes(day));
    expect(gaps).toEqual(before.filter((day) => lacking.includes(day)));
    expect(waiting.days).toBe(before.length - gaps.length);
  });
  await serving.stop();
});

describe.concurrent('the status of an archive', () => {
  const seen = async (fault?: Fault, given = {}) => {
    const around = await scene(fault, { now, ...given });
    const lastRun = `.local/state/ratebook/archive/${folderOf(around.service.url)}.json`;
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
      const state = signal === 'SIGKILL' ? 'nothing' : 'behind 9 days';
      const stdout = expect.stringMatching(new RegExp(`${state}.*${words}`, 's'));
      expect(await archive('--status')).toMatchObject({ code: 3, stdout });
    }
  });
});

const newYear = '2024-01-03T09:00:00Z';
const nextDay = '2024-01-04T09:00:00Z';
const toYears = 'archive --to ~/rates -f parquet';
const since = '--since 2023-12-30';
const fiveDays = `${toYears} ${since}`;

/** A new year has just begun. */
async function inFolder() {
  const around = await scene(pass, { now: newYear });
  const inHome = (...names: string[]) => join(around.machine.home, ...names);
  const pathOf = (year: number) => inHome('rates', `year=${year}`, 'rates.parquet');
  const files = `read_parquet('${inHome('rates')}/*/*.parquet', hive_partitioning = true)`;
  return {
    ...around,
    inHome,
    pathOf,
    folderOf: (year: number) => readdirSync(dirname(pathOf(year))),
    textOf: (year: number) => readFileSync(pathOf(year)),
    /** Differs for each writing of the file, even of the same bytes. */
    writingOf: (year: number) => {
      const { ino, mtimeNs } = statSync(pathOf(year), { bigint: true });
      return `${ino} ${mtimeNs}`;
    },
    daysIn: async () => (await query(`select distinct year || ' ' || date from ${files} order by 1`)).flat(),
    ask: (year: number, what: string, where: string) => query(`select ${what} from '${pathOf(year)}' where ${where}`),
    /** A file of somebody else in the place of a year. */
    take: (year: number, put: (path: string) => void) => {
      mkdirSync(dirname(pathOf(year)), { recursive: true });
      put(pathOf(year));
    },
  };
}

describe.concurrent('archive with a file a year', () => {
  test('has each day in its year, and writes only the years that a day joins', async () => {
    const { run, at, daysIn, writingOf, folderOf } = await inFolder();
    expect((await run(fiveDays)).code).toBe(0);
    expect(await daysIn()).toEqual(['2023 2023-12-30', '2023 2023-12-31', '2024 2024-01-01', '2024 2024-01-02']);
    const [old, current] = [writingOf(2023), writingOf(2024)];
    await run(toYears);
    expect(writingOf(2024)).toBe(current);
    at(nextDay);
    await run(toYears);
    expect((await daysIn()).at(-1)).toBe('2024 2024-01-03');
    expect([writingOf(2023), folderOf(2024)]).toEqual([old, ['rates.parquet']]);
  });

  test.each(['newer', 'as old as before'])('writes a year again whose days have changed, in files %s', async (age) => {
    const { run, stored, ask, writingOf } = await inFolder();
    await run(fiveDays);
    const day = '2023-12-31';
    const { atime, mtime } = statSync(stored.pathOf(day));
    stored.write(day, stored.read(day).replace(/"EUR": [\d.]+/, '"EUR": 0.5'));
    if (age !== 'newer') utimesSync(stored.pathOf(day), atime, mtime);
    await run(toYears);
    expect(await ask(2023, 'rate', `date = '${day}' and quote = 'EUR'`)).toEqual([['0.5']]);
    const writing = writingOf(2023);
    // other words around the same rates, and a newer time, are no change
    stored.write(day, stored.read(day).replace(/"license": ".*"/, '"license": "other"'));
    await run(toYears);
    expect(writingOf(2023)).toBe(writing);
  });

  test('killed in writing leaves the old file, and nothing that readers take for a file', async () => {
    const { run, at, built, daysIn, textOf, folderOf } = await inFolder();
    await run(fiveDays);
    at(nextDay);
    await run('archive');
    const [old, days] = [textOf(2024), await daysIn()];
    const preload = join(import.meta.dirname, '../support/killed-in-writing.cjs');
    expect([(await built(toYears, { preload })).code, textOf(2024)]).toEqual([null, old]);
    expect(folderOf(2024)).toHaveLength(2);
    expect(await daysIn()).toEqual(days);
    await run(toYears);
    expect(await daysIn()).toEqual([...days, '2024 2024-01-03']);
  });

  test('answers the questions of the guide', async () => {
    const { run, at, machine } = await inFolder();
    at('2024-02-10T09:00:00Z');
    await run(`${toYears} --since 2023-12-01`);
    await run('series 2024-01 -o ~/2024.parquet');
    const guide = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8');
    const chapter = guide.split(/^## /m).find((text) => text.startsWith('DuckDB'));
    const questions = Array.from((chapter ?? '').matchAll(/^```sql\n(.*?)^```$/gms), ([, sql = '']) => sql);
    const answers = await Promise.all(
      questions.map((sql) => query(sql.replaceAll(/'(?=2024\.parquet|rates\/)/g, `'${machine.home}/`))),
    );
    expect(answers.map((rows) => rows.length)).toEqual([31, 6, 2]);
  });
});

/** On a free key, of which so many requests were spent elsewhere. */
async function freePlan({ spent = 0, fault = pass } = {}) {
  const plan = await scene(fault, { key: 'free-0123456789', now: '2024-03-10T09:00:00Z' });
  plan.spend(spent);
  return { ...plan, archive: (more = '') => plan.run(`archive ${more}`.trim()) };
}

const toldAs = (words: string) => ({ code: 0, stderr: expect.stringContaining(words) });

describe.concurrent('an answer that is lost', () => {
  test('of a new day is asked for again, out of the reserve', async () => {
    const { archive } = await freePlan({ spent: 879, fault: first(1, lost) });
    expect(await archive('--since 2024-03-09')).toMatchObject(
      toldAs('archive: 1 of 1 day stored since 2024-03-09, up to date\n'),
    );
  });

  test('in backfill leaves a day to the next run', async () => {
    const { archive, stored } = await freePlan({ fault: first(1, lost) });
    stored.write('2024-03-09', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const stderr = expect.stringMatching(/archive: [2-5] of 9 days stored since 2024-03-01, \d left for later runs\n/);
    const line = '--since 2024-03-01 --max-cost 5 --concurrency 1';
    expect(await archive(line)).toMatchObject({ code: 0, stderr });
  });
});
