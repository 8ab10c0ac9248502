import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machineOf, weekdays } from '../sources/weekdays.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, replyError } from '../support/service.ts';

const rule = ['--rate', 'last-published'];
const now = '2024-02-10T12:00:00Z';

const publishedUpTo =
  (last: string): Fault =>
  ({ path }, response, pass) =>
    path.slice(12, 22) > last ? replyError(response, 400, 'not_available') : pass();

describe('the last published rate', () => {
  const usd = (...words: string[]) => ['convert', '1', 'USD', 'EUR', ...rule, ...words];

  test('costs one request if the day has it', async () => {
    const { service, machine } = await scene();
    const { code, stdout, stderr } = await runHere(machine, usd('--on', '2024-01-07', '-f', 'csv'));
    expect(stdout).toMatch(/\n2024-01-07,USD,1\.00,EUR,/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 day: 0 held, 1 to fetch, cost 1 request\n' });
    expect(service.asked()).toEqual(['2024-01-07']);
  });

  test('goes back one day after the other, each with its cost, and the second time asks for none', async () => {
    const { service, machine } = await scene(publishedUpTo('2024-01-05'));
    const words = usd('--on', '2024-01-07', '-f', 'csv');
    const { code, stdout, stderr } = await runHere(machine, words);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '1 day: 0 held, 1 to fetch, cost 1 request\n'.repeat(3),
    });
    expect(stdout).toMatch(/\n2024-01-05,USD,1\.00,EUR,/);
    expect(service.asked()).toEqual(['2024-01-07', '2024-01-06', '2024-01-05']);
    expect(await runHere(machine, words)).toEqual({ code: 0, stdout, stderr: '' });
    expect(service.calls()).toBe(3);
  });

  test('plans over the gaps that are known', async () => {
    const { service, machine } = await scene(publishedUpTo('2024-01-05'));
    await runHere(machine, ['historical', '2024-01-06', '2024-01-07']);
    const { stdout, stderr } = await runHere(machine, usd('--on', '2024-01-07', '--dry-run', '-f', 'csv'));
    expect(stdout).toBe('endpoint,start,end,cost\nhistorical,2024-01-05,2024-01-05,1\n');
    expect(stderr).toBe('3 days: 0 held, 1 to fetch, cost 1 request; 2 gaps: 2024-01-06 to 2024-01-07\n');
    expect(service.calls()).toBe(2);
  });

  test('costs no more than is allowed, and days that are refused cost nothing', async () => {
    const { service, machine } = await scene(publishedUpTo('2024-01-05'));
    const words = usd('--on', '2024-01-07', '--max-cost');
    expect((await runHere(machine, [...words, '0'])).code).toBe(5);
    expect(service.calls()).toBe(0);
    expect((await runHere(machine, [...words, '1'])).code).toBe(0);
    expect(service.cost()).toBe(1);
  });

  test('is not there before 14 days ago, nor before 1999', async () => {
    const { service, machine } = await scene(publishedUpTo('1998-12-31'));
    const { code, stdout, stderr } = await runHere(machine, [...usd('--on', '2024-01-20'), '-q']);
    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: '',
      stderr: 'ratebook: no rates for 1 day: 2024-01-20\n',
    });
    expect(service.calls()).toBe(15);
    expect((await runHere(machine, [...usd('--on', '1999-01-03'), '-q'])).code).toBe(3);
    expect(service.calls()).toBe(15 + 3);
  });

  test('is offline that of the nearest stored day that has the pair, each pair its own', async () => {
    const { service, machine } = await scene();
    const held = new HeldFiles(machine, service.url);
    held.write('2024-01-03', JSON.stringify(dayBody({ EUR: 0.5, CHF: 2 })));
    held.write('2024-01-05', JSON.stringify(dayBody({ EUR: 0.8 })));
    const words = ['convert', '1', 'USD', 'EUR', 'CHF', ...rule, '--offline', '--on', '2024-01-07'];
    expect(await runHere(machine, words)).toEqual({
      code: 0,
      stdout:
        '1.00 USD = 0.80 EUR\n1.00 USD = 2.00 CHF\n1 USD = 0.8 EUR, 1 EUR = 1.25 USD (derived)\n' +
        '1 USD = 2 CHF, 1 CHF = 0.5 USD (derived)\nEUR: 2024-01-05; CHF: 2024-01-03\n',
      stderr: '',
    });
    const rows = join(machine.home, 'rows.csv');
    writeFileSync(rows, 'd,a,c\n2024-01-07,1,EUR\n2024-01-07,1,CHF\n2024-01-19,1,EUR\n2024-01-20,1,EUR\n');
    const columns = ['--date', 'd', '--amount', 'a', '--from', 'c', '--to', 'USD'];
    expect(await runHere(machine, ['annotate', rows, ...columns, ...rule, '--offline'])).toEqual({
      code: 3,
      stdout: [
        'd,a,c,rate,rate_date,converted',
        '2024-01-07,1,EUR,1.25,2024-01-05,1.25',
        '2024-01-07,1,CHF,0.5,2024-01-03,0.50',
        '2024-01-19,1,EUR,1.25,2024-01-05,1.25',
        '2024-01-20,1,EUR,,,',
        '',
      ].join('\n'),
      stderr:
        'ratebook: 1 day not stored: 2024-01-20\nratebook: 1 row without a rate (no rates on that day: "2024-01-20"): line 5\n',
    });
    expect(service.calls()).toBe(0);
  });

  test('asks for no day before one that merely lacks the currency', async () => {
    const { service, machine } = await scene();
    const { code, stderr } = await runHere(machine, [
      ...['convert', '1', 'USD', 'HRK', ...rule, '--on', '2024-01-07', '-q'],
    ]);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stderr: 'ratebook: 2024-01-07 has no rate for HRK, Croatian Kuna (until 2022)',
    });
    expect(service.calls()).toBe(1);
  });

  test.each([[[]], [['--no-store']], [['--refresh']]])(
    'is that of a Friday on a Saturday, where a source has no weekends, with %j',
    async (more) => {
      const machine = machineOf(weekdays, now);
      const words = ['convert', '1', 'EUR', 'USD', ...rule, '-f', 'csv', ...more];
      const friday = {
        code: 0,
        stdout: 'date,from,amount,to,rate,converted\n2024-02-09,EUR,1.00,USD,9,9.00\n',
        stderr: '',
      };
      expect(await machine.run(...words)).toEqual(friday);
      expect(await machine.run(...words, '--on', '2024-02-09')).toEqual(friday);
    },
  );

  test('is asked for as that of its day, not as the latest, on a day without rates', async () => {
    const asked: string[] = [];
    const open: typeof weekdays.open = async (listener) => {
      const connection = await weekdays.open(listener);
      return {
        ...connection,
        begin: (errand) => (request, came) => {
          asked.push(`${request.wanted} ${request.run.first}`);
          return connection.begin(errand)(request, came);
        },
      };
    };
    const machine = machineOf({ ...weekdays, newest: 'today', open }, now);
    await machine.run('convert', '1', 'EUR', 'USD', ...rule);
    expect(asked).toEqual(['days 2024-02-09']);
  });
});
