import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { type Fault, reply, replyError, seriesBody } from '../support/service.ts';

const now = '2024-03-10T09:00:00Z';

/** The service lacks these days. */
const lacking =
  (...gaps: readonly string[]): Fault =>
  ({ path, query }, response, pass) => {
    const single = /historical\/(.*)\.json/.exec(path)?.[1] ?? '';
    const { start = single, end = single } = query;
    if (gaps.some((gap) => start <= gap && gap <= end)) replyError(response, 400, 'not_available');
    else pass();
  };

/** The days that there are at that time. */
const month = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`2024-03-0${at + 1}`, { EUR: 0.9, GBP: 0.8 }]));

describe.concurrent('archive', () => {
  test('starts at the first of the month, and the next run costs and says nothing', async () => {
    const { service, machine } = await scene();
    const first = await machine.run(['archive'], { now });
    expect(first).toEqual({
      code: 0,
      stdout: '',
      stderr: '9 days: 0 held, 9 to fetch, cost 9 requests\narchive: 9 of 9 days held since 2024-03-01\n',
    });
    const bare = { PATH: machine.env.PATH ?? '', HOME: machine.home };
    const { RATEBOOK_APP_ID = '', RATEBOOK_BASE_URL = '' } = machine.env;
    const again = await machine.run(['archive', '--quiet'], {
      now,
      env: { ...bare, RATEBOOK_APP_ID, RATEBOOK_BASE_URL },
    });
    expect(again).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(service.cost()).toBe(9);
  });

  test('fetches the newest first, a hundred a run, from the remembered day on', async () => {
    const { service, machine } = await scene();
    const runs = [['--since', '1999-01-01', '--max-cost', '100'], ['--max-cost', '100'], []];
    const options = { now, env: { RATEBOOK_CONCURRENCY: '1' } };
    for (const more of runs) expect((await runHere(machine, ['archive', ...more], options)).code).toBe(0);
    const days = new HeldFiles(machine, service.url).days();
    expect([days.length, days[0], days.at(-1)]).toEqual([300, '2023-05-15', '2024-03-09']);
    expect(service.cost()).toBe(300);
    expect(service.asked()[0]).toBe('2024-03-01..2024-03-09');
    expect(service.asked()).toEqual(service.asked().toSorted().reverse());
  });

  test('says how much is left to later runs', async () => {
    const { machine } = await scene();
    const { code, stderr } = await runHere(machine, ['archive', '--since', '2024-02-01', '--max-cost', '10'], {
      now,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('archive: 10 of 38 days held since 2024-02-01, 28 left to later runs\n');
  });

  test('fills holes in the middle', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['archive'], { now });
    new HeldFiles(machine, service.url).remove('2024-03-04', '2024-03-05');
    await runHere(machine, ['archive'], { now });
    expect(service.asked().at(-1)).toBe('2024-03-04..2024-03-05');
    expect(service.cost()).toBe(11);
  });

  test('names a gap once, and only counts it afterwards', async () => {
    const { machine } = await scene(lacking('2024-03-05'));
    const first = await runHere(machine, ['archive', '--quiet'], { now });
    expect(first).toEqual({ code: 3, stdout: '', stderr: 'ratebook: no rates for 1 day: 2024-03-05\n' });
    const again = await runHere(machine, ['archive'], { now });
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('archive: 8 of 9 days held since 2024-03-01, 1 gap\n');
  });

  test('prints what it would ask, and remembers nothing of that', async () => {
    const { service, machine } = await scene();
    const dry = await runHere(machine, ['archive', '--since', '2024-02-28', '--dry-run', '-f', 'json'], {
      now,
    });
    expect(JSON.parse(dry.stdout)).toEqual({
      since: '2024-02-28',
      days: 11,
      held: 0,
      gaps: 0,
      fetch: 11,
      this_run: 11,
      runs: 1,
      cost: 11,
      requests: [
        { endpoint: 'time-series', start: '2024-03-01', end: '2024-03-09', cost: 9 },
        { endpoint: 'time-series', start: '2024-02-28', end: '2024-02-29', cost: 2 },
      ],
    });
    expect(service.calls()).toBe(0);
    expect((await runHere(machine, ['archive'], { now })).stderr).toContain('since 2024-03-01');
  });

  test('spends no more than what is left of the quota', async () => {
    const { service, machine } = await scene(undefined, { key: 'free-0123456789' });
    await fetch(`${service.url}/historical/2020-01-01.json?app_id=free-0123456789`);
    const options = { now, endless: true };
    const args = ['archive', '--max-cost', '2000', '--reserve', '0'];
    const first = await runHere(machine, [...args, '--since', '2020-01-01'], options);
    expect(first.stderr).toContain('999 days: 0 held, 999 to fetch, cost 999 requests, 999 left\n');
    expect(first.code).toBe(0);
    const spent = await runHere(machine, args, options);
    expect(spent.code).toBe(0);
    expect(spent.stderr).toContain('(0 of 1,000 requests kept back)\n');
    expect(service.cost()).toBe(1000);
  });

  test('asks for nothing where nothing could be kept', async () => {
    const { service, machine } = await scene();
    symlinkSync(join(machine.home, 'not', 'mounted'), join(machine.home, 'store'));
    const env = { RATEBOOK_STORE: join(machine.home, 'store') };
    const { code, stderr } = await runHere(machine, ['archive', '--quiet'], { now, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ratebook: cannot write in .*\/historical: no such file or directory\n$/);
    expect(service.cost()).toBe(0);
  });

  test('names what it dropped, and keeps the others', async () => {
    const { service, machine } = await scene(({ query }, response, pass) => {
      if (query.start !== '2024-03-01') return pass();
      reply(response, 200, seriesBody({ ...month, '2024-03-04': { EUR: null, GBP: 0.8 } }));
    });
    const { code, stderr } = await runHere(machine, ['archive', '--quiet'], { now });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'ratebook: no usable rate for EUR on 2024-03-04\n',
    });
    expect(new HeldFiles(machine, service.url).days()).toHaveLength(9);
  });

  test('asks again for a day that came without rates', async () => {
    const { service, machine } = await scene(({ query }, response, pass) => {
      if (query.start !== '2024-03-01') return pass();
      reply(response, 200, seriesBody({ ...month, '2024-03-01': {} }));
    });
    const later = { now: '2024-03-20T09:00:00Z' };
    const to = ['series', '2024-03-01', '2024-03-09', '-q', '-s', 'EUR'];
    expect(await runHere(machine, to, later)).toMatchObject({
      code: 3,
      stderr: 'ratebook: no rates for 1 day: 2024-03-01\n',
    });
    expect((await runHere(machine, to, later)).code).toBe(0);
    expect(service.asked()).toEqual(['2024-03-01..2024-03-09', '2024-03-01']);
  });

  test('without a key ends with 4', async () => {
    const { machine } = await scene();
    const { code } = await runHere(machine, ['archive', '--quiet'], { now, env: { RATEBOOK_APP_ID: '' } });
    expect(code).toBe(4);
  });
});

describe.concurrent('archive --to', () => {
  test('keeps a file a day, and makes missing ones from the store', async () => {
    const { service, machine } = await scene();
    const folder = join(machine.home, 'rates');
    mkdirSync(folder);
    await runHere(machine, ['archive', '--to', folder], { now });
    const names = readdirSync(folder);
    expect(names).toEqual(Array.from({ length: 9 }, (_, at) => `2024-03-0${at + 1}.csv`));
    const text = readFileSync(join(folder, '2024-03-05.csv'), 'utf8');
    expect(text).toBe((await runHere(machine, ['historical', '2024-03-05', '-q'], { now })).stdout);

    rmSync(join(folder, '2024-03-05.csv'));
    writeFileSync(join(folder, '2024-03-06.csv'), 'mine\n');
    await runHere(machine, ['archive', '--to', folder], { now });
    expect(readFileSync(join(folder, '2024-03-05.csv'), 'utf8')).toBe(text);
    expect(readFileSync(join(folder, '2024-03-06.csv'), 'utf8')).toBe('mine\n');
    expect(service.cost()).toBe(9);
  });

  test('writes the format that is asked for', async () => {
    const { machine } = await scene();
    mkdirSync(join(machine.home, 'rates'));
    await machine.run(['archive', '--to', 'rates', '-f', 'json'], { now });
    const day = JSON.parse(readFileSync(join(machine.home, 'rates/2024-03-09.json'), 'utf8'));
    expect([day.date, day.base, day.rates.USD]).toEqual(['2024-03-09', 'USD', 1]);
  });

  // the contract of `format` in the configuration: it sets how rates are printed, not what lies in a folder
  test('writes csv whatever format is configured', async () => {
    const { machine } = await scene();
    mkdirSync(join(machine.home, 'rates'));
    expect((await runHere(machine, ['config', 'set', 'format', 'json'])).code).toBe(0);
    const inFile = await machine.run(['archive', '--to', 'rates'], { now });
    expect(inFile.code).toBe(0);
    const csvs = Array.from({ length: 9 }, (_, at) => `2024-03-0${at + 1}.csv`);
    expect(readdirSync(join(machine.home, 'rates'))).toEqual(csvs);
    expect(machine.read('rates/2024-03-05.csv')).toMatch(/^date,base,quote,rate\n2024-03-05,USD,AED,/);
    rmSync(join(machine.home, 'rates/2024-03-05.csv'));
    await machine.run(['archive', '--to', 'rates'], { now, env: { RATEBOOK_FORMAT: 'ndjson' } });
    expect(readdirSync(join(machine.home, 'rates'))).toEqual(csvs);
  });

  test('has a file of what is held where nothing can be fetched', async () => {
    const { machine } = await scene();
    mkdirSync(join(machine.home, 'rates'));
    await runHere(machine, ['historical', '2024-03-05', '-q'], { now });
    const { code } = await machine.run(['archive', '--to', 'rates'], { now, env: { RATEBOOK_APP_ID: '' } });
    expect(code).toBe(4);
    expect(readdirSync(join(machine.home, 'rates'))).toEqual(['2024-03-05.csv']);
  });

  test('makes a folder that is missing, before anything is asked', async () => {
    const { service, machine } = await scene();
    const { code } = await machine.run(['archive', '--to', 'rates/daily', '-q'], { now });
    expect(code).toBe(0);
    expect(readdirSync(join(machine.home, 'rates/daily'))).toHaveLength(9);
    machine.write('taken', '');
    const before = service.calls();
    const refused = await machine.run(['archive', '--since', '2024-02-01', '--to', 'taken'], { now });
    expect(refused.code).toBe(1);
    expect(service.calls()).toBe(before);
  });
});
