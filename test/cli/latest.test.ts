import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formats, formatsOfSeries } from '../../src/output/formats.ts';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { dayBody, type Fault, reply, startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const pass: Fault = (_request, _response, pass) => pass();

/** A service and a machine with the same clock. */
async function sceneAt(start: string, fault: Fault = pass, usage: Fault = pass) {
  let now = start;
  const service = await startService(
    fault,
    createDemoHandler(() => Date.parse(now)),
    usage,
  );
  const machine = Machine.for(service.url);
  return {
    service,
    machine,
    run: (...args: string[]) => runHere(machine, args, { now }),
    table: (...args: string[]) => runHere(machine, [...args, '-f', 'table', '-s', 'EUR', '-q'], { now }),
    at: (time: string) => {
      now = time;
    },
  };
}

/** The files of days that are kept though they are not finished. */
function keptIn(machine: Machine, service: string): string[] {
  const state = join(machine.home, '.local/state/ratebook/running');
  const folder = join(state, new URL(service).host.replace(':', '_'), 'api/historical');
  return readdirSync(folder).map((name) => join(folder, name));
}

const noon = '2026-11-21T12:20:00Z';

const dated = (time: string) => ({ date: new Date(time).toUTCString() });

describe('latest', () => {
  test('is one request for the newest rates, with the time at which they were published', async () => {
    const { service, machine } = await sceneAt(noon);
    expect(await machine.run(['latest', '-s', 'EUR,JPY', '-f', 'table'], { now: noon })).toEqual({
      code: 0,
      stdout: [
        '2026-11-21 12:00 UTC, 1 USD =',
        '  0.859987  EUR  Euro',
        '165.867914  JPY  Japanese Yen',
        '2026-11-21 is not over: its rates may still change',
        '',
      ].join('\n'),
      stderr: '1 day: 0 held, 1 to fetch, cost 1 request\n',
    });
    expect(service.requests.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: '/latest.json', query: { app_id: 'secret-key-of-a-test', prettyprint: '0' } },
    ]);
    expect(new HeldFiles(machine, service.url).days()).toEqual([]);
  });

  test('asks once until the service can have newer rates', async () => {
    const { service, run, at } = await sceneAt(noon);
    const { stdout } = await run('latest');
    at('2026-11-21T12:59:59Z');
    expect((await run('latest')).stdout).toBe(stdout);
    expect(service.cost()).toBe(1);
    at('2026-11-21T13:00:00Z');
    await run('latest');
    expect(service.cost()).toBe(2);
    at('2026-11-21T15:10:00Z');
    await run('latest');
    expect(service.cost()).toBe(3);
  });

  test('is the running day of every other command, at no further cost', async () => {
    const { service, run } = await sceneAt(noon);
    const today = await run('historical', 'today', '-q');
    expect((await run('latest', '-q')).stdout).toBe(today.stdout);
    const converted = await run('convert', '1', 'EUR', 'USD', '-q');
    expect(converted.stdout).toMatch(/\n2026-11-21 12:00 UTC; 2026-11-21 is not over: its rates may still /);
    expect((await run('convert', '1', 'EUR', 'USD', '--on', 'today', '-q')).stdout).toBe(converted.stdout);
    expect(service.asked()).toEqual(['2026-11-21']);
    await run('series', '2026-11-19', 'today');
    expect(service.asked()).toEqual(['2026-11-21', '2026-11-19..2026-11-20']);
  });

  test('is not asked for where a rule leads to another day', async () => {
    const { service, run } = await sceneAt(noon);
    // a Saturday
    await run('convert', '1', 'EUR', 'USD', '--rate', 'weekday');
    expect(service.asked()).toEqual(['2026-11-20']);
  });

  test('is asked for again by --refresh, and by --no-store, which keeps nothing', async () => {
    const { service, run } = await sceneAt(noon);
    for (const _ of [1, 2]) expect((await run('latest', '--no-store')).code).toBe(0);
    expect(service.cost()).toBe(2);
    await run('latest');
    expect(service.cost()).toBe(3);
    for (const _ of [1, 2]) await run('latest', '--refresh');
    for (const _ of [1, 2]) await run('convert', '1', 'EUR', 'USD', '--refresh');
    expect(service.cost()).toBe(7);
    await run('latest', '--no-store');
    expect(service.cost()).toBe(8);
  });

  test('prints the very answer under --raw', async () => {
    const { run } = await sceneAt(noon, (_request, response) =>
      reply(response, 200, '{"base":"USD","rates":{"EUR":0.5,"USD":1}} '),
    );
    expect(await run('latest', '--raw', '-q')).toEqual({
      code: 0,
      stdout: '{"base":"USD","rates":{"EUR":0.5,"USD":1}} ',
      stderr: '',
    });
  });

  test('is what a dry run says it asks for', async () => {
    const { service, run } = await sceneAt(noon);
    const dryRun = async () => JSON.parse((await run('latest', '--dry-run', '-f', 'json')).stdout);
    const day = { start: '2026-11-21', end: '2026-11-21', cost: 1 };
    const requests = [{ endpoint: 'latest', ...day }];
    expect(await dryRun()).toEqual({ days: 1, held: 0, gaps: 0, fetch: 1, cost: 1, requests });
    expect(service.calls()).toBe(0);
    await run('latest');
    expect(await dryRun()).toEqual({ days: 1, held: 1, gaps: 0, fetch: 0, cost: 0, requests: [] });
  });

  test('needs no key with --demo', async () => {
    const machine = new Machine();
    const words = ['latest', '-s', 'EUR', '-f', 'table', '--demo'];
    const { code, stdout } = await machine.run(words, { now: noon });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        '2026-11-21 12:00 UTC, 1 USD = (made-up rates)\n0.859987  EUR  Euro\n2026-11-21 is not over: its rates may still change\n',
    });
    expect((await machine.run([...words, '-q'], { now: noon })).stderr).toBe('');
  });

  test('with alternative currencies is another answer', async () => {
    const { service, run } = await sceneAt(noon);
    for (const _ of [1, 2]) for (const more of [[], ['--show-alternative']]) await run('latest', ...more);
    expect(service.requests.map(({ query }) => query.show_alternative)).toEqual([undefined, '1']);
  });
});

describe('the time until the next publication', () => {
  /** Whether rates of 12:00 are used again at each of the times, after `usage` has told the frequency. */
  async function reused(frequency: unknown, ...times: string[]) {
    const told: Fault = (_request, response) =>
      reply(response, 200, {
        data: {
          plan: { name: 'A', update_frequency: frequency },
          usage: { requests: 1, requests_quota: 100, requests_remaining: 99 },
        },
      });
    const { service, run, at } = await sceneAt('2026-11-21T12:00:00Z', pass, told);
    expect((await run('usage')).code).toBe(0);
    await run('latest');
    const found: boolean[] = [];
    for (const time of times) {
      const before = service.cost();
      at(`2026-11-21T${time}Z`);
      await run('latest');
      found.push(service.cost() === before);
      at('2026-11-21T12:00:00Z');
      await run('latest', '--refresh');
    }
    return found;
  }

  test.each([
    ['hourly', '12:59:59', '13:00:00'],
    ['30-minute', '12:29:59', '12:30:00'],
    ['5-minute', '12:04:59', '12:05:00'],
    ['7200s', '13:59:59', '14:00:00'],
    [600, '12:09:59', '12:10:00'],
    ['real-time', '12:59:59', '13:00:00'],
    ['0-minute', '12:59:59', '13:00:00'],
    ['99999-minute', '12:59:59', '13:00:00'],
    [null, '12:59:59', '13:00:00'],
    [undefined, '12:59:59', '13:00:00'],
  ])('is that of the plan: %s', async (frequency, before, after) => {
    expect(await reused(frequency, before, after)).toEqual([true, false]);
  });

  test('is told by the usage that a large run asks for, and forgotten with the key', async () => {
    const { service, run, at } = await sceneAt('2026-11-21T12:00:00Z');
    await run('series', '2026-09-01', '2026-10-10');
    await run('latest');
    at('2026-11-21T12:06:00Z');
    const before = service.cost();
    await run('latest');
    expect(service.cost()).toBe(before + 1);
    await run('config', 'set', 'app_id', 'another');
    await run('latest');
    expect(service.cost()).toBe(before + 1);
  });
});

describe('offline', () => {
  test('with nothing kept is a gap', async () => {
    const { service, run } = await sceneAt(noon);
    expect(await run('latest', '--offline', '-q')).toEqual({
      code: 3,
      stdout: 'date,base,quote,rate\n',
      stderr: 'ratebook: 1 day not stored: 2026-11-21\n',
    });
    for (const args of [['latest'], ['convert', '5', 'EUR', 'USD']])
      expect((await run(...args, '--offline')).stderr).toBe(
        "nothing is stored: without --offline, today's rates are asked for\nratebook: 1 day not stored: 2026-11-21\n",
      );
    expect(service.calls()).toBe(0);
  });

  test('with something old is that, with its time', async () => {
    const { service, run, table, at } = await sceneAt(noon);
    await run('historical', '2026-11-19', 'today');
    at('2026-11-21T22:40:00Z');
    const stdout =
      '2026-11-21 12:00 UTC, 1 USD =\n0.859987  EUR  Euro\n2026-11-21 is not over: its rates may still change\n';
    expect(await table('latest', '--offline')).toEqual({ code: 0, stdout, stderr: '' });
    expect(await table('historical', 'today', '--offline')).toEqual({ code: 0, stdout, stderr: '' });
    const when = '2026-11-21 12:00 UTC; 2026-11-21 is not over: its rates may still change\n';
    const converted = await run('convert', '1', 'EUR', 'USD', '--offline', '-q');
    expect(converted.stdout).toContain(when);
    expect((await run('latest', '--offline')).stderr).toContain(when);
    expect(service.cost()).toBe(2);
    at('2026-11-22T09:00:00Z');
    await run('historical', '2026-11-20');
    for (const age of ['', 'the newest stored day is 2026-11-20, 3 days ago\n']) {
      const newest = await run('latest', '--offline', '-s', 'EUR');
      expect(newest).toMatchObject({ code: 0, stderr: age });
      expect(newest.stdout).toMatch(/^date,base,quote,rate\n2026-11-20,USD,EUR,[\d.]+\n$/);
      const converted = await run('convert', '1', 'EUR', 'USD', '--offline');
      expect(converted.stdout).toMatch(/\n2026-11-20\n$/);
      expect(converted).toMatchObject({ code: 0, stderr: age });
      at('2026-11-23T09:00:00Z');
    }
  });

  test.each(formatsOfSeries.filter((name) => !formats[name].picture))(
    'with an old day is that day, in %s as historical has it',
    async (format) => {
      const { machine } = await sceneAt(noon);
      const run = (...args: string[]) =>
        runHere(machine, [...args, '-s', 'EUR,GBP', '-f', format, '-o', join(machine.home, 'rates')], {
          now: noon,
        });
      const file = () => readFileSync(join(machine.home, 'rates'));
      await run('historical', '2026-08-21', '2026-08-22');
      await run('historical', '2026-08-22', '--offline');
      const whole = file();
      expect(await run('latest', '--offline')).toEqual({
        code: 0,
        stdout: '',
        stderr: 'the newest stored day is 2026-08-22, 91 days ago\n',
      });
      expect(file()).toEqual(whole);
    },
  );
});

describe('around midnight', () => {
  test('what was kept before is not the new day', async () => {
    const { service, run, table, at } = await sceneAt('2026-11-21T23:50:00Z');
    await run('latest');
    at('2026-11-22T00:10:00Z');
    const offline = await table('latest', '--offline');
    expect(offline.stdout).toBe(
      '2026-11-21 23:00 UTC, 1 USD =\n0.859987  EUR  Euro\n2026-11-21 has only just ended: its rates may still change\n',
    );
    expect((await table('historical', 'today', '--offline')).code).toBe(3);
    await run('historical', 'today');
    expect(service.asked()).toEqual(['/latest.json', '2026-11-22']);
  });

  test('the day that has just ended is kept under its own name until it is finished', async () => {
    const { service, machine, run, at } = await sceneAt('2026-11-21T23:50:00Z');
    await run('latest');
    at('2026-11-22T00:10:00Z');
    for (const _ of [1, 2]) await run('historical', 'yesterday', 'today');
    expect(service.asked().slice(1).sort()).toEqual(['2026-11-21', '2026-11-22']);
    expect(keptIn(machine, service.url)).toHaveLength(2);
    at('2026-11-22T01:00:00Z');
    await run('historical', 'yesterday', 'today');
    expect(service.asked().slice(3).sort()).toEqual(['2026-11-21', '2026-11-22']);
    expect(keptIn(machine, service.url)).toHaveLength(1);
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2026-11-21']);
  });

  test('the title shows that rates were published the day before', async () => {
    const timestamp = Date.parse('2026-11-21T23:00:00Z') / 1000;
    const { table } = await sceneAt('2026-11-22T00:10:00Z', (_request, response) =>
      reply(response, 200, { ...dayBody({ EUR: 0.5, USD: 1 }), timestamp }),
    );
    expect((await table('latest')).stdout).toBe(
      '2026-11-21 23:00 UTC, 1 USD =\n0.5  EUR  Euro\n2026-11-22 is not over: its rates may still change\n',
    );
  });

  test('rates that came after it are not kept for the day before', async () => {
    const { service, run } = await sceneAt('2026-11-21T23:59:59Z', (_request, response) => {
      const timestamp = Date.parse('2026-11-21T23:59:00Z') / 1000;
      reply(response, 200, { ...dayBody({ EUR: 0.5, USD: 1 }), timestamp }, dated('2026-11-22T00:00:01Z'));
    });
    for (const _ of [1, 2]) await run('latest');
    expect(service.cost()).toBe(2);
  });
});

describe('answers with a strange time', () => {
  test.each([
    ['none', undefined],
    ['one in the future', Date.parse('2027-01-01') / 1000],
    ['one in milliseconds', Date.parse(noon)],
  ])('%s: it counts when they came', async (_, timestamp) => {
    const { service, run, table, at } = await sceneAt(noon, (_request, response) =>
      reply(response, 200, { ...dayBody({ EUR: 0.5, USD: 1 }), timestamp }, dated(noon)),
    );
    expect((await table('latest')).stdout).toBe(
      '2026-11-21, 1 USD =\n0.5  EUR  Euro\n2026-11-21 is not over: its rates may still change\n',
    );
    at('2026-11-21T13:19:59Z');
    await run('latest');
    expect(service.cost()).toBe(1);
    at('2026-11-21T13:20:00Z');
    await run('latest');
    expect(service.cost()).toBe(2);
  });

  test('and what came in the future, before a clock was set back, counts as old', async () => {
    const { service, run, at } = await sceneAt('2026-11-21T20:20:00Z');
    await run('latest');
    at(noon);
    await run('latest');
    expect(service.cost()).toBe(2);
  });
});

describe('the file of the running day', () => {
  test.each(['', 'broken', '{"came":1}', '[]'])('is replaced where it is damaged: %s', async (text) => {
    const { service, machine, run } = await sceneAt(noon);
    await run('latest');
    const [path = ''] = keptIn(machine, service.url);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    expect((await run('latest', '--offline')).code).toBe(3);
    expect((await run('latest', '-q')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(service.cost()).toBe(2);
  });

  test('is whole, however many processes write it', async () => {
    const { service, machine, run } = await sceneAt(noon);
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => machine.run(['latest', '--refresh', '-q'], { now: noon })),
    );
    expect(new Set(runs.map(({ code, stdout }) => `${code} ${stdout}`)).size).toBe(1);
    expect(keptIn(machine, service.url)).toHaveLength(1);
    expect((await run('latest', '--offline', '-q')).stdout).toBe(runs[0]?.stdout);
  });

  test('may be impossible to write: nothing is asked then, unless nothing is to be kept', async () => {
    const { service, machine, run } = await sceneAt(noon);
    mkdirSync(join(machine.home, '.local/state/ratebook'), { recursive: true });
    machine.write('.local/state/ratebook/running', 'no folder');
    for (const args of [['latest'], ['historical', 'today'], ['convert', '1', 'EUR', 'USD']]) {
      const { code, stdout, stderr } = await run(...args, '-q');
      expect({ code, stdout, calls: service.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
      expect(stderr).toMatch(/^ratebook: cannot write in .*\/running\/.*: not a directory\nhint: use --no-store /);
    }
    expect((await run('latest', '--dry-run')).code).toBe(0);
    expect(service.calls()).toBe(0);
    expect((await run('latest', '--no-store')).code).toBe(0);
  });

  test('remembers which codes had no usable rate', async () => {
    const { service, run } = await sceneAt(noon, (_request, response) =>
      reply(response, 200, { ...dayBody({ EUR: 0.5, CHF: -1, USD: 1 }), timestamp: undefined }, dated(noon)),
    );
    for (const _ of [1, 2]) {
      const { code, stderr } = await run('latest', '-s', 'CHF,EUR', '-q');
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: 'ratebook: no usable rate for CHF on 2026-11-21\nratebook: no day has a rate for CHF\n',
      });
    }
    expect(service.cost()).toBe(1);
  });
});

test('a range that ends with the running day says so, with its time', async () => {
  const { run, table } = await sceneAt(noon);
  const { stdout } = await table('series', '2026-11-19', 'today');
  expect(stdout).toMatch(/^1 USD = .*\n2026-11-19 (.*\n)*2026-11-21 is not over: its rates may still change\n$/);
  await run('latest', '--refresh');
  const line = '2026-11-21 12:00 UTC; 2026-11-21 is not over: its rates may still change\n';
  expect((await table('series', '2026-11-19', 'today')).stdout.endsWith(line)).toBe(true);
  expect((await table('series', '2026-11-19', 'today', '--summary')).stdout.endsWith(line)).toBe(true);
  expect((await run('series', '2026-11-19', 'today', '-f', 'json')).stderr.endsWith(line)).toBe(true);
});

test('serve answers latest from the running day that is kept, also offline', async () => {
  const { service, machine, run } = await sceneAt(noon);
  await run('latest');
  const serving = await Serving.start(machine, [], { now: '2026-11-21T12:50:00Z' });
  expect((await serving.get('/latest.json')).json.timestamp).toBe(Date.parse('2026-11-21T12:00Z') / 1000);
  expect((await serving.day('2026-11-21')).status).toBe(200);
  expect(serving.log().every((line) => line.endsWith('held, cost 0'))).toBe(true);
  await serving.stop();
  const offline = await Serving.start(machine, ['--offline'], { now: '2026-11-21T18:50:00Z' });
  expect((await offline.get('/latest.json')).json.timestamp).toBe(Date.parse('2026-11-21T12:00Z') / 1000);
  await offline.stop();
  expect(service.cost()).toBe(1);
});
