import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const cost = (days: number, held = 0) =>
  `${days} days: ${held} held, ${days - held} to fetch, cost ${days - held} requests\n`;

describe.concurrent('a series in periods', () => {
  test('costs what its days cost, and is computed from what the daily series shows', async () => {
    const { service, machine } = await scene();
    const { stdout, stderr, code } = await machine.run(['series', '2024-02', '-s', 'EUR', '--every', 'month']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: cost(29) });
    expect(service.cost()).toBe(29);
    const daily = (await runHere(machine, ['series', '2024-02', '-s', 'EUR', '-q'])).stdout;
    const rates = daily
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[3]));
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / 29;
    expect(stdout).toMatch(/^period,base,quote,rate,date,days\n2024-02,USD,EUR,[\d.]+,,29\n$/);
    expect(Number(stdout.split(',').at(-3)) / mean).toBeCloseTo(1, 9);
  });

  test('notes the periods that only the range cuts', async () => {
    const { machine } = await scene();
    const words = ['series', '2024-02-10', '2024-03-05', '-s', 'EUR', '--every', 'month'];
    const { code, stderr } = await runHere(machine, words);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${cost(25)}2024-02 has 20 of 29 days, 2024-03 has 5 of 31 days\n`,
    });
    expect(await runHere(machine, [...words, '-q'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['csv', 'table'])('in %s notes that a figure rests on a day that is not over', async (format) => {
    const { machine } = await scene();
    const words = ['series', '2024-01-15', 'today', '-s', 'EUR', '--every', 'month', '-f', format];
    const { code, stderr } = await runHere(machine, words, { now: '2024-01-17T12:00:00Z' });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^(2024-.*; )?2024-01-17 is not over: its rates may still change$/m);
    expect(stderr).toContain('2024-01 has 3 of 31 days\n');
  });

  test('names missing days once, and the periods that they are in, with 3', async () => {
    const { machine } = await scene();
    await runHere(machine, ['historical', ...['09', '10', '11', '14', '15'].map((day) => `2024-02-${day}`)]);
    const words = ['series', '2024-02-09', '2024-02-15', '-s', 'EUR', '--every', 'week', '--offline'];
    const gap = 'ratebook: 2 days not stored: 2024-02-12 to 2024-02-13\n';
    expect(await runHere(machine, [...words, '-q'])).toMatchObject({
      code: 3,
      stderr: `${gap}ratebook: 2024-W07 has 2 of 7 days\n`,
    });
    const noted = await runHere(machine, [...words, '--weekdays']);
    expect(noted).toMatchObject({ code: 3 });
    expect(noted.stderr).toContain('2024-W06 has 1 of 5 weekdays\n');
    expect(noted.stderr).toContain('ratebook: 2024-W07 has 2 of 5 weekdays\n');
    expect(noted.stdout).toMatch(/2024-W06,.*,1\n2024-W07,.*,2\n$/);
  });

  test('has no row for a period without any day', async () => {
    const { machine } = await scene();
    await runHere(machine, ['historical', '2024-02-29']);
    const { code, stdout, stderr } = await runHere(machine, [
      'series',
      '2024-01',
      '2024-02',
      '-s',
      'EUR',
      '--every',
      'month',
      '--take',
      'last',
      '--offline',
      '-q',
    ]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^period,base,quote,rate,date,days\n2024-02,USD,EUR,[\d.]+,2024-02-29,1\n$/);
    expect(stderr).toContain('ratebook: 2024-01 has 0 of 31 days, 2024-02 has 1 of 29 days\n');
  });

  test.each(['csv', 'ndjson', 'json'])('is written in %s while later periods are on their way', async (format) => {
    const latch = new Latch();
    const { machine } = await scene((request, response, pass) =>
      request.query.start === '2024-03-01' ? behind(latch)(request, response, pass) : pass(),
    );
    const child = machine.start([
      'series',
      '2024-01',
      '2024-03',
      '-s',
      'EUR',
      '--every',
      'month',
      '--no-store',
      '-f',
      format,
    ]);
    const end = finished(child);
    await said(child, 'stdout', '2024-01');
    latch.open();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(stdout.match(/2024-\d\d/g)).toEqual(['2024-01', '2024-02', '2024-03']);
  });
});

describe.concurrent('--weekdays', () => {
  test('leaves out Saturdays and Sundays, and does not ask for them', async () => {
    const { service, machine } = await scene();
    const { stdout, stderr } = await runHere(machine, [
      'series',
      '2024-01-05',
      '2024-01-09',
      '-s',
      'EUR',
      '--weekdays',
    ]);
    expect(stderr).toBe(cost(3));
    expect(stdout.match(/^2024-\d\d-\d\d/gm)).toEqual(['2024-01-05', '2024-01-08', '2024-01-09']);
    expect(service.asked()).toEqual(['2024-01-05', '2024-01-08..2024-01-09']);
    const week = await runHere(machine, [
      'series',
      '2024-01-08',
      '2024-01-14',
      '-s',
      'EUR',
      '--weekdays',
      '--every',
      'week',
    ]);
    expect(week.stdout).toMatch(/^.*\n2024-W02,USD,EUR,[\d.]+,,5\n$/);
    expect(week.stderr).toBe(cost(5, 2));
    expect(service.cost()).toBe(6);
  });

  test('a year costs 366, or 262', async () => {
    const machine = new Machine();
    const year = async (...args: string[]) =>
      (await runHere(machine, ['series', '2024', '--every', 'year', '--dry-run', ...args])).stderr;
    expect(await year()).toBe(cost(366));
    expect(await year('--weekdays')).toBe(cost(262));
  });

  test('of a weekend is nothing, and says so', async () => {
    const { stdout, stderr, code } = await new Machine().run([
      'series',
      '2024-01-06',
      '2024-01-07',
      '--weekdays',
      '--demo',
      '-q',
    ]);
    expect({ stdout, stderr, code }).toEqual({ stdout: 'date,base,quote,rate\n', stderr: '', code: 0 });
    const noted = await runHere(new Machine(), ['series', '2024-01-06', '2024-01-07', '--weekdays', '--demo']);
    expect(noted.stderr).toContain('no day from 2024-01-06 to 2024-01-07 is a weekday\n');
  });
});

describe.concurrent('what makes no sense is refused before anything is asked', () => {
  test.each([
    [['--take', 'max'], '--take needs --every\nhint: --every month --take max'],
    [['--every', 'week', '--raw'], '--every and --raw cannot be used together'],
    [['--every', 'week', '--summary', '-f', 'table'], '--every and --summary cannot be used together'],
  ])('%j', async (args, message) => {
    const { service, machine } = await scene();
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^ratebook: ${message}\n`));
    expect(service.calls()).toBe(0);
  });
});

test('a table of one symbol has all figures, of several the one that is taken, of all a summary', async () => {
  const machine = new Machine();
  const show = async (...args: string[]) =>
    (await runHere(machine, ['series', '2024-01', '--demo', '-q', '-f', 'table', '--every', 'week', ...args])).stdout;
  expect(await show('-s', 'EUR')).toMatch(
    /^made-up rates\n1 USD = EUR +mean +first +last +min +max +days\n2024-W01 +0\.9/,
  );
  const several = await show('-s', 'EUR,JPY', '--take', 'max', '--weekdays');
  expect(several).toMatch(
    /^made-up rates\n1 USD = +EUR +JPY\n2024-W01 .*\n(.*\n){4}the highest rate of each week, Monday to Friday\n$/,
  );
  expect(await show()).toMatch(/^made-up rates\n1 USD = +first +last +change +low +high\nAED /);
  expect(await show()).toMatch(
    /\n5 weeks, 2024-W01 to 2024-W05\n--wide or -s EUR,GBP shows each week\nthe mean rate of each week; 6 digits here, 10 in csv and json\n$/,
  );
  expect(await show('--wide', '-b', 'EUR', '-s', 'GBP')).toMatch(
    /^made-up rates\n1 EUR = +GBP\n2024-W01 .*\n(.*\n){4}the mean rate of each week\nderived from USD rates; 6 digits here, 10 in csv and json\n$/,
  );
});

test('a picture has a point for each period, on its last day, and says what it shows', async () => {
  const machine = new Machine();
  const words = ['series', '2024-01', '2024-03', '-s', 'EUR', '--demo', '-q', '--every', 'month', '-f'];
  const title = '1 USD in EUR\n2024-01-01 to 2024-03-31; the mean rate of each month; made-up rates';
  expect((await runHere(machine, [...words, 'chart'])).stdout).toContain(`${title}\n`);
  expect((await runHere(machine, [...words, 'svg'])).stdout).toContain('the mean rate of each month');
});
