import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const months = ['2023-11-15..2023-11-30', '2023-12-01..2023-12-31', '2024-01-01..2024-01-31', '2024-02-01..2024-02-10'];
const winter = ['series', '2023-11-15', '2024-02-10', '-s', 'EUR', '--no-store'];

describe('a series over several months', () => {
  test('asks once for each month, and costs its days', async () => {
    const { service, machine } = await scene();
    const { code, stderr, stdout } = await runHere(machine, winter);
    expect(service.asked().sort()).toEqual(months);
    expect(service.requests.map(({ path }) => path)).toEqual(Array(4).fill('/time-series.json'));
    expect(service.cost()).toBe(88);
    expect(stderr).toMatch(/^88 days: 0 held, 88 to fetch, cost 88 requests/);
    expect(stdout.split('\n')).toHaveLength(88 + 2);
    expect(code).toBe(0);
  });

  test('says what it costs before anything is answered', async () => {
    let answer = () => {};
    const told = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { machine } = await scene((_request, _response, pass) => void told.then(pass));
    const child = machine.start(winter);
    await said(child, 'stderr', 'cost 88 requests');
    answer();
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });

  test('says so where nothing is asked at all', async () => {
    const { service, machine } = await scene();
    const { code, stderr } = await runHere(machine, [...winter, '--max-cost', '87']);
    expect(stderr).toBe(
      '88 days: 0 held, 88 to fetch, cost 88 requests\nratebook: the cost of 88 requests is over --max-cost 87\n',
    );
    expect(code).toBe(5);
    expect(service.calls()).toBe(0);
  });
});

test.each([
  [31, ['series', '2024-01'], 1],
  [32, ['series', '2024-01-01', '2024-02-01'], 3],
])('what is left of the quota is asked for only where a run costs more than 31, here %i', async (_, words, calls) => {
  const { service, machine } = await scene();
  expect((await machine.run([...words, '-s', 'EUR'])).code).toBe(0);
  expect(service.calls()).toBe(calls);
});

test('a day named twice is asked for once', async () => {
  const { service, machine } = await scene();
  await runHere(machine, ['historical', '2024-01-17', '2024-01-16', '2024-01-17', '-s', 'EUR', '--no-store']);
  expect(service.asked().sort()).toEqual(['2024-01-16', '2024-01-17']);
});

describe('a cost over confirm_above, where nobody can be asked', () => {
  const dear = ['series', '2024-01-01', '2025-01-01', '-s', 'EUR', '--no-store'];

  test('is refused with a hint, and nothing is asked', async () => {
    const { service, machine } = await scene();
    const { code, stdout, stderr } = await runHere(machine, dear);
    expect(stderr).toBe(
      [
        '367 days: 0 held, 367 to fetch, cost 367 requests',
        'ratebook: the cost of 367 requests is over 366 and must be confirmed',
        'hint: --yes allows any cost, --max-cost 367 just this one',
        '',
      ].join('\n'),
    );
    expect({ code, stdout, calls: service.calls() }).toEqual({ code: 5, stdout: '', calls: 0 });
  });

  test.each([[['--yes']], [['-y']], [['--max-cost', '367']], [['--max-cost', '9999']]])(
    'goes with %j',
    async (allowing) => {
      const { service, machine } = await scene();
      expect(await runHere(machine, [...dear, ...allowing])).toMatchObject({ code: 0 });
      expect(service.cost()).toBe(367);
    },
  );

  test.each([[['--max-cost', '366']], [['--max-cost', '0']], [['--max-cost', '366', '--yes']]])(
    'is refused with %j',
    async (bound) => {
      const { service, machine } = await scene();
      const { code, stderr } = await runHere(machine, [...dear, ...bound]);
      expect(stderr).toContain('ratebook: the cost of 367 requests is over --max-cost');
      expect({ code, calls: service.calls() }).toEqual({ code: 5, calls: 0 });
    },
  );

  test('is one over it, not one that equals it', async () => {
    const { service, machine } = await scene();
    expect(await runHere(machine, ['series', '2024', '-s', 'EUR', '--no-store'])).toMatchObject({ code: 0 });
    expect(service.cost()).toBe(366);
  });

  test('is over what the user has set', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['config', 'set', 'confirm_above', '2']);
    const run = (days: string[], env = {}) =>
      runHere(machine, ['historical', ...days, '-s', 'EUR', '--no-store'], { env });
    expect(await run(['2024-01-17', '2024-01-18'])).toMatchObject({ code: 0 });
    expect(await run(['2024-01-17', '2024-01-18', '2024-01-19'])).toMatchObject({ code: 5 });
    expect(await run(['2024-01-17', '2024-01-18'], { RATEBOOK_CONFIRM_ABOVE: '1' })).toMatchObject({
      code: 5,
    });
    expect(service.cost()).toBe(2);
  });
});

describe('a dry run', () => {
  const machine = new Machine({ RATEBOOK_BASE_URL: 'http://127.0.0.1:9/api' });

  test('prints the requests and their cost as a table, without a key and without a connection', async () => {
    const { code, stdout, stderr } = await runHere(machine, [...winter, '--dry-run']);
    expect(stdout).toBe(
      [
        'endpoint     start       end         cost',
        'time-series  2023-11-15  2023-11-30    16',
        'time-series  2023-12-01  2023-12-31    31',
        'time-series  2024-01-01  2024-01-31    31',
        'time-series  2024-02-01  2024-02-10    10',
        'total                                  88',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('88 days: 0 held, 88 to fetch, cost 88 requests\n');
    expect(code).toBe(0);
  });

  test('prints them as one JSON document', async () => {
    const { stdout } = await runHere(machine, [
      'series',
      '2024-01-13',
      '2024-01-31',
      '--no-store',
      '--dry-run',
      '-f',
      'json',
    ]);
    expect(stdout).toBe(
      `${JSON.stringify({
        days: 19,
        held: 0,
        gaps: 0,
        fetch: 19,
        cost: 19,
        requests: [{ endpoint: 'time-series', start: '2024-01-13', end: '2024-01-31', cost: 19 }],
      })}\n`,
    );
  });

  test('shows that single days are asked for one by one', async () => {
    const days = ['2024-01-18', '2024-01-17'];
    const { stdout } = await runHere(machine, ['historical', ...days, '--no-store', '--dry-run', '-f', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      days: 2,
      held: 0,
      gaps: 0,
      fetch: 2,
      cost: 2,
      requests: [
        { endpoint: 'historical', start: '2024-01-17', end: '2024-01-17', cost: 1 },
        { endpoint: 'historical', start: '2024-01-18', end: '2024-01-18', cost: 1 },
      ],
    });
  });

  test('names the known gaps, which are neither held nor fetched', async () => {
    const { service, machine } = await scene();
    const { places } = new HeldFiles(machine, service.url);
    mkdirSync(places.gaps, { recursive: true });
    for (const day of ['2024-01-16', '2024-01-17', '2024-01-20']) writeFileSync(join(places.gaps, day), '2024-11-01\n');
    const dry = (...more: string[]) => runHere(machine, ['series', '2024-01-15', '2024-01-21', '--dry-run', ...more]);
    const { stdout, stderr } = await dry('-f', 'json');
    const gaps = '3 gaps: 2024-01-16 to 2024-01-17, 2024-01-20';
    expect(stderr).toBe(`7 days: 0 held, 4 to fetch, cost 4 requests; ${gaps}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ days: 7, held: 0, gaps: 3, fetch: 4, cost: 4 });
    expect((await dry('--offline')).stderr).toContain(`cost 0 requests; ${gaps}\n`);
    expect(JSON.parse((await dry('--refresh', '-f', 'json')).stdout)).toMatchObject({ days: 7, gaps: 0, fetch: 7 });
    expect(service.calls()).toBe(0);
  });

  test('needs no consent and leaves the output file alone', async () => {
    machine.write('rates.csv', 'before');
    const { code } = await machine.run(['series', '1999', '2025', '--dry-run', '-o', 'rates.csv']);
    expect(code).toBe(0);
    expect(machine.read('rates.csv')).toBe('before');
    expect(machine.files()).toEqual(['rates.csv']);
  });
});

describe('a period that is not over', () => {
  const now = '2026-11-20T09:30:00Z';
  const machine = new Machine();

  test('is cut at its last finished day, with a note', async () => {
    const { code, stdout, stderr } = await runHere(machine, ['series', '2026-11', '--dry-run', '-f', 'json'], {
      now,
    });
    expect(stderr).toContain('2026-11 is not over yet: cut at its last finished day, 2026-11-19\n');
    expect(JSON.parse(stdout)).toMatchObject({ days: 19, requests: [{ end: '2026-11-19' }] });
    expect(code).toBe(0);
  });

  test('has no rows, a note and no cost where no day has finished', async () => {
    const { service, machine } = await scene();
    const first = { now: '2026-12-01T12:00:00Z' };
    const { code, stdout, stderr } = await runHere(machine, ['series', '2026-12', '--no-store'], first);
    expect(stdout).toBe('date,base,quote,rate\n');
    expect(stderr).toContain('no day of 2026-12 is finished yet\n');
    expect({ code, calls: service.calls() }).toEqual({ code: 0, calls: 0 });
  });

  test('may end with today where that is said', async () => {
    const { stdout } = await runHere(machine, ['series', '2026-11-18', 'today', '--dry-run', '-f', 'json'], {
      now,
    });
    expect(JSON.parse(stdout)).toMatchObject({ days: 3, requests: [{ end: '2026-11-20' }] });
  });
});

test('an end past its month is corrected, with a note, and so is what is asked', async () => {
  const { service, machine } = await scene();
  const { code, stderr } = await runHere(machine, ['series', '2023-02-27', '2023-02-31', '-s', 'EUR', '--no-store']);
  expect(stderr).toContain('2023-02-31 does not exist: taken as 2023-02-28\n');
  expect(service.asked()).toEqual(['2023-02-27..2023-02-28']);
  expect(code).toBe(0);
});
