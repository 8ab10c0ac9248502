import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lacking, pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import { reply, seriesBody } from '../support/service.ts';

const now = '2024-03-10T09:00:00Z';

/** The days that there are at that time. */
const days = Array.from({ length: 9 }, (_, at) => `2024-03-0${at + 1}`);
const month = Object.fromEntries(days.map((day) => [day, { EUR: 0.9, GBP: 0.8 }]));

/** Of a service that has these days of the month otherwise. */
const given = (changed: typeof month | Record<string, object>) =>
  scene(
    ({ query }, response, pass) =>
      query.start === '2024-03-01' ? reply(response, 200, seriesBody({ ...month, ...changed })) : pass(),
    { now },
  );

describe.concurrent('archive', () => {
  test('starts at the first of the month, and the next run costs and says nothing', async () => {
    const { service, built } = await scene(pass, { now });
    const stderr = '9 days: 0 held, 9 to fetch, cost 9 requests\narchive: 9 of 9 days held since 2024-03-01\n';
    expect(await built('archive')).toEqual({ code: 0, stdout: '', stderr });
    expect(await built('archive --quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(service.cost()).toBe(9);
  });

  test('fetches the newest first, a hundred a run, from the remembered day on', async () => {
    const { service, held, run } = await scene(pass, { now });
    const env = { RATEBOOK_CONCURRENCY: '1' };
    for (const more of [' --since 1999-01-01 --max-cost 20', ''])
      expect((await run(`archive${more}`, { env })).code).toBe(0);
    expect([held.days().length, held.days()[0], held.days().at(-1)]).toEqual([120, '2023-11-11', '2024-03-09']);
    expect(service.cost()).toBe(120);
    expect(service.asked()[0]).toBe('2024-03-01..2024-03-09');
    expect(service.asked()).toEqual(service.asked().toSorted().reverse());
  });

  test('says how much is left to later runs', async () => {
    const { run } = await scene(pass, { now });
    const stderr = expect.stringContaining('archive: 10 of 38 days held since 2024-02-01, 28 left to later runs\n');
    expect(await run('archive --since 2024-02-01 --max-cost 10')).toMatchObject({ code: 0, stderr });
  });

  test('fills holes in the middle', async () => {
    const { service, held, run } = await scene(pass, { now });
    await run('archive');
    held.remove('2024-03-04', '2024-03-05');
    await run('archive');
    expect([service.asked().at(-1), service.cost()]).toEqual(['2024-03-04..2024-03-05', 11]);
  });

  test('names a gap once, and only counts it afterwards', async () => {
    const { run } = await scene(lacking('2024-03-05'), { now });
    const named = 'ratebook: no rates for 1 day: 2024-03-05\n';
    expect(await run('archive --quiet')).toEqual({ code: 3, stdout: '', stderr: named });
    const counted = expect.stringContaining('archive: 8 of 9 days held since 2024-03-01, 1 gap\n');
    expect(await run('archive')).toMatchObject({ code: 0, stderr: counted });
  });

  test('prints what it would ask, and remembers nothing of that', async () => {
    const { service, run } = await scene(pass, { now });
    const { stdout } = await run('archive --since 2024-02-28 --dry-run -f json');
    expect(JSON.parse(stdout)).toEqual({
      ...{ since: '2024-02-28', days: 11, held: 0, gaps: 0, fetch: 11, this_run: 11, runs: 1, cost: 11 },
      requests: [
        { endpoint: 'time-series', start: '2024-03-01', end: '2024-03-09', cost: 9 },
        { endpoint: 'time-series', start: '2024-02-28', end: '2024-02-29', cost: 2 },
      ],
    });
    expect(service.calls()).toBe(0);
    expect((await run('archive')).stderr).toContain('since 2024-03-01');
  });

  test('spends no more than what is left of the quota', async () => {
    const { service, run, spend } = await scene(pass, { key: 'free-0123456789', now });
    spend(940);
    const archive = 'archive --max-cost 2000 --reserve 0';
    for (const [more, told] of [
      [' --since 2020-01-01', '60 days: 0 held, 60 to fetch, cost 60 requests, 60 left\n'],
      ['', '(0 of 1,000 requests kept back)\n'],
    ])
      expect(await run(archive + more)).toMatchObject({ code: 0, stderr: expect.stringContaining(`${told}`) });
    expect(service.cost()).toBe(60);
  });

  test('asks for nothing where nothing could be kept', async () => {
    const { service, machine, run } = await scene(pass, { now });
    const store = join(machine.home, 'store');
    symlinkSync(join(machine.home, 'not', 'mounted'), store);
    const stderr = expect.stringMatching(/^ratebook: cannot write in .*\/historical: no such file or directory\n$/);
    expect(await run('archive --quiet', { env: { RATEBOOK_STORE: store } })).toMatchObject({ code: 1, stderr });
    expect(service.cost()).toBe(0);
  });

  test('names what it dropped, and keeps the others', async () => {
    const { held, run } = await given({ '2024-03-04': { EUR: null, GBP: 0.8 } });
    const stderr = 'ratebook: no usable rate for EUR on 2024-03-04\n';
    expect(await run('archive --quiet')).toMatchObject({ code: 3, stderr });
    expect(held.days()).toEqual(days);
  });

  test('asks again for a day that came without rates', async () => {
    const { service, run, at } = await given({ '2024-03-01': {} });
    at('2024-03-20T09:00:00Z');
    const to = 'series 2024-03-01 2024-03-09 -q -s EUR';
    expect(await run(to)).toMatchObject({ code: 3, stderr: 'ratebook: no rates for 1 day: 2024-03-01\n' });
    expect((await run(to)).code).toBe(0);
    expect(service.asked()).toEqual(['2024-03-01..2024-03-09', '2024-03-01']);
  });
});

describe.concurrent('archive --to', () => {
  const csvs = days.map((day) => `${day}.csv`);

  /** The folder does not exist at first. */
  async function inFolder(folder = 'rates') {
    const around = await scene(pass, { now });
    const path = (name = '') => join(around.machine.home, folder, name);
    const text = (name: string) => readFileSync(path(name), 'utf8');
    return { ...around, path, text, names: () => readdirSync(path()), archive: `archive --to ~/${folder}` };
  }

  test('keeps a file a day, and makes missing ones from the store', async () => {
    const { service, run, path, text, names, archive } = await inFolder();
    mkdirSync(path());
    await run(archive);
    expect(names()).toEqual(csvs);
    const whole = text('2024-03-05.csv');
    expect(whole).toBe((await run('historical 2024-03-05 -q')).stdout);

    rmSync(path('2024-03-05.csv'));
    writeFileSync(path('2024-03-06.csv'), 'mine\n');
    await run(archive);
    expect([text('2024-03-05.csv'), text('2024-03-06.csv')]).toEqual([whole, 'mine\n']);
    expect(service.cost()).toBe(9);
  });

  // the contract of `format` in the configuration: it sets how rates are printed, not what lies in a folder
  test('writes the format that is asked for, whatever is configured', async () => {
    const { run, path, text, names, archive } = await inFolder();
    expect((await run('config set format json')).code).toBe(0);
    expect((await run(archive)).code).toBe(0);
    expect(names()).toEqual(csvs);
    expect(text('2024-03-05.csv')).toMatch(/^date,base,quote,rate\n2024-03-05,USD,AED,/);
    rmSync(path('2024-03-05.csv'));
    await run(archive, { env: { RATEBOOK_FORMAT: 'ndjson' } });
    expect(names()).toEqual(csvs);
    await run(`${archive} -f json`);
    expect(JSON.parse(text('2024-03-09.json'))).toMatchObject({ date: '2024-03-09', base: 'USD', rates: { USD: 1 } });
  });

  test('has a file of what is held where nothing can be fetched', async () => {
    const { run, names, archive } = await inFolder();
    await run('historical 2024-03-05 -q');
    expect((await run(archive, { env: { RATEBOOK_APP_ID: '' } })).code).toBe(4);
    expect(names()).toEqual(['2024-03-05.csv']);
  });

  test('makes a folder that is missing, before anything is asked', async () => {
    const { service, machine, built, names } = await inFolder('rates/daily');
    expect((await built('archive --to rates/daily -q')).code).toBe(0);
    expect(names()).toEqual(csvs);
    machine.write('taken', '');
    const before = service.calls();
    expect((await built('archive --since 2024-02-01 --to taken')).code).toBe(1);
    expect(service.calls()).toBe(before);
  });
});
