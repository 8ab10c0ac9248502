import { describe, expect, test } from 'vitest';
import { first } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply, replyError, seriesBody } from '../support/service.ts';

/** A service that has all days but these; one of them fails the whole range that it lies in. */
const lacking =
  (...days: string[]): Fault =>
  ({ path, query }, response, pass) => {
    const { start = path.slice(12, 22), end = start } = query;
    if (days.some((day) => start <= day && day <= end)) replyError(response, 400, 'not_available');
    else pass();
  };

const daysOf = (stdout: string) => new Set(stdout.match(/^\d{4}-\d{2}-\d{2}/gm));
const series = (...args: string[]) => ['series', ...args, '-s', 'EUR', '--no-store'];

describe('a day that the service does not have', () => {
  test.each([
    ['2024-01-01', 10],
    ['2024-01-17', 10],
    ['2024-01-31', 7],
  ])('%s fails its month, and is found by halving in %d requests', async (day, requests) => {
    const { service, machine } = await scene(lacking(day));
    const { code, stdout, stderr } = await machine.run(series('2024-01'));
    expect(stderr).toContain(`ratebook: no rates for 1 day: ${day}\n`);
    expect(daysOf(stdout).size).toBe(30);
    expect(daysOf(stdout)).not.toContain(day);
    expect(code).toBe(3);
    expect(service.cost()).toBe(30);
    expect(service.requests).toHaveLength(requests);
  });

  test('does not hide others of the same month', async () => {
    const { service, machine } = await scene(lacking('2024-01-03', '2024-01-04', '2024-01-29'));
    const { code, stdout, stderr } = await runHere(machine, series('2024-01'));
    expect(stderr).toContain('ratebook: no rates for 3 days: 2024-01-03 to 2024-01-04, 2024-01-29\n');
    expect(daysOf(stdout).size).toBe(28);
    expect(code).toBe(3);
    expect(service.cost()).toBe(28);
  });

  test('leaves the days in their order, and the other months as they are', async () => {
    const { machine } = await scene(lacking('2024-02-10'));
    const { stdout } = await runHere(machine, series('2024-01', '2024-03'));
    const days = [...daysOf(stdout)];
    expect(days).toEqual([...days].sort());
    expect(days).toHaveLength(90);
  });

  test('is named where it was asked for alone, and the document is still one', async () => {
    const { service, machine } = await scene(lacking('2024-01-17'));
    const one = ['historical', '2024-01-17', '--no-store'];
    expect(await runHere(machine, [...one, '-f', 'csv'])).toMatchObject({
      code: 3,
      stdout: 'date,base,quote,rate\n',
    });
    expect(JSON.parse((await runHere(machine, [...one, '-f', 'json'])).stdout)).toEqual([]);
    expect((await runHere(machine, [...one, '-q'])).stderr).toBe('ratebook: no rates for 1 day: 2024-01-17\n');
    expect(service.requests).toHaveLength(3);
  });

  test('is written whole with the others, into the output file', async () => {
    const { machine } = await scene(lacking('2024-01-17'));
    const { code } = await machine.run([...series('2024-01'), '-o', 'rates.csv']);
    expect(code).toBe(3);
    expect(daysOf(machine.read('rates.csv')).size).toBe(30);
  });

  test('may lack in an answer that came all the same', async () => {
    const days = { '2024-01-01': { EUR: 1 }, '2024-01-03': { EUR: 3 } };
    const { machine } = await scene((_request, response) => reply(response, 200, seriesBody(days)));
    const { code, stdout, stderr } = await runHere(machine, series('2024-01-01', '2024-01-03'));
    expect(stdout).toBe('date,base,quote,rate\n2024-01-01,USD,EUR,1\n2024-01-03,USD,EUR,3\n');
    expect(stderr).toContain('ratebook: no rates for 1 day: 2024-01-02\n');
    expect(code).toBe(3);
  });
});

describe('an answer without days', () => {
  const january = ['2024-01-01', '2024-01-31'] as [string, string];
  const whole = Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [`2024-01-${String(at + 1).padStart(2, '0')}`, { EUR: at + 1 }]),
  );
  const january2023 = Object.fromEntries(
    Object.entries(whole).map(([day, rates]) => [day.replace('2024', '2023'), rates]),
  );

  test.each([
    ['no day', seriesBody({}, 'USD', january)],
    ['the days of another year', seriesBody(january2023)],
    ['other days under its name', seriesBody(january2023, 'USD', january)],
    ['days of another range', seriesBody(whole, 'USD', ['2024-01-01', '2024-02-29'])],
    ['days without rates', seriesBody({ '2024-01-01': {}, '2024-01-02': null }, 'USD', january)],
    ['dollars that are none', seriesBody({ '2024-01-01': { EUR: 1, USD: 1.1 } }, 'USD', january)],
  ])('that was asked for is a failure, and tried again: %s', async (_what, body) => {
    const { service, machine } = await scene(first(1, (_request, response) => reply(response, 200, body)));
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01', '-s', 'EUR']);
    expect(stderr).not.toContain('no rates for');
    expect(daysOf(stdout).size).toBe(31);
    expect(code).toBe(0);
    expect(service.asked()).toEqual(['2024-01-01..2024-01-31', '2024-01-01..2024-01-31']);
  });

  test.each([503, 500, 429])('not_available under %d is an outage, and tried again', async (status) => {
    const { service, machine } = await scene(
      first(1, (_request, response) => replyError(response, status, 'not_available')),
    );
    const { code, stderr } = await runHere(machine, ['historical', '2024-01-17', '-s', 'EUR', '-f', 'csv']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '1 day: 0 held, 1 to fetch, cost 1 request\n',
    });
    expect(service.requests).toHaveLength(2);
  });

  describe('of which it lacks some', () => {
    /** Its series come without two days; of these `historical` has the first. */
    const leavingOut: Fault = ({ path, query }, response, pass) => {
      if (path === '/historical/2024-01-07.json') return replyError(response, 400, 'not_available');
      if (query.start !== '2024-01-01') return pass();
      const { '2024-01-06': _, '2024-01-07': __, ...others } = whole;
      reply(response, 200, seriesBody(others, 'USD', january));
    };
    const args = ['series', '2024-01', '-s', 'EUR'];

    test('has them asked for by themselves the next time, and is believed no more than that', async () => {
      const { service, machine } = await scene(leavingOut);
      const runs = [];
      for (const _ of [1, 2, 3]) {
        const { code, stdout, stderr } = await runHere(machine, args);
        runs.push([code, daysOf(stdout).size, stderr.match(/(?<=cost )\d+|no rates.*/g)?.join(' ')]);
      }
      expect(runs).toEqual([
        [3, 29, '31 no rates for 2 days: 2024-01-06 to 2024-01-07'],
        [3, 30, '2 no rates for 1 day: 2024-01-07'],
        [3, 30, 'no rates for 1 day: 2024-01-07'],
      ]);
      expect(service.asked().slice(1).sort()).toEqual(['2024-01-06', '2024-01-07']);
    });
  });
});

describe('a dollar that is not worth one', () => {
  test('makes a day a failure, which is tried again', async () => {
    const { service, machine } = await scene(
      first(1, (_request, response) => reply(response, 200, dayBody({ EUR: 5, USD: 2 }))),
    );
    const { code, stdout } = await runHere(machine, ['historical', '2024-01-17', '-f', 'csv']);
    expect(stdout).not.toContain('USD,EUR,5\n');
    expect([code, service.requests.length]).toEqual([0, 2]);
  });

  test('makes its day of a series a gap, and the others are kept', async () => {
    const days = { '2024-01-01': { EUR: 1, USD: 1 }, '2024-01-02': { EUR: 5, USD: 0.5 } };
    const { service, machine } = await scene(first(1, (_request, response) => reply(response, 200, seriesBody(days))));
    const args = ['series', '2024-01-01', '2024-01-02', '-s', 'EUR'];
    const run = await runHere(machine, args);
    expect(run.stdout).toBe('date,base,quote,rate\n2024-01-01,USD,EUR,1\n');
    expect(run.stderr).toContain('ratebook: no rates for 1 day: 2024-01-02\n');
    expect(run.code).toBe(3);
    expect((await runHere(machine, args)).code).toBe(0);
    expect(service.asked()).toEqual(['2024-01-01..2024-01-02', '2024-01-02']);
  });
});

describe('what is odd in an answer', () => {
  const days = { '2024-01-01': { EUR: 1, GBP: 2 }, '2024-01-02': { EUR: 3, GBP: 4 } };
  const run = async (rates: unknown, ...args: string[]) => {
    const body = seriesBody(rates as typeof days, 'USD', ['2024-01-01', '2024-01-02']);
    const { machine } = await scene((_request, response) => reply(response, 200, body));
    return runHere(machine, ['series', '2024-01-01', '2024-01-02', '--no-store', ...args]);
  };

  test('a day that was not asked for is left out and noted', async () => {
    const { code, stdout, stderr } = await run({ ...days, '2024-01-03': { EUR: 9 } });
    expect(stdout).not.toContain('2024-01-03');
    expect(stderr).toContain('ignored 1 unrequested day: 2024-01-03\n');
    expect(code).toBe(0);
  });

  test.each([['null'], ['"1.5"'], ['-1'], ['1e999']])('a rate of %s is left out and named', async (rate) => {
    const body = JSON.stringify(seriesBody(days)).replace('"GBP":4', `"GBP":${rate}`);
    const { machine } = await scene((_request, response) => reply(response, 200, body));
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01-01', '2024-01-02', '--no-store']);
    expect(stdout).toBe('date,base,quote,rate\n2024-01-01,USD,EUR,1\n2024-01-01,USD,GBP,2\n2024-01-02,USD,EUR,3\n');
    expect(stderr).toContain('ratebook: no usable rate for GBP on 2024-01-02\n');
    expect(code).toBe(3);
  });

  test('a rate that nobody asked for is only noted', async () => {
    const { code, stderr } = await run({ ...days, '2024-01-02': { EUR: 3, GBP: null } }, '-s', 'EUR');
    expect(stderr).toContain('\nno usable rate for GBP on 2024-01-02\n');
    expect(code).toBe(0);
  });

  test('many of them are told in a few lines', async () => {
    const codes = Array.from({ length: 150 }, (_, n) => `X${String(n).padStart(3, '0')}`);
    const bad = Object.fromEntries(codes.map((code) => [code, '1']));
    const { code, stderr } = await run({
      '2024-01-01': { ...bad, EUR: 1 },
      '2024-01-02': { ...bad, EUR: 1 },
    });
    expect(stderr.split('\n').length).toBeLessThan(6);
    for (const name of codes) expect(stderr).toContain(name);
    expect(stderr).toContain(' on 2024-01-01 to 2024-01-02\n');
    expect(code).toBe(3);
  });

  test('a hundred thousand of them are counted', async () => {
    const codes = Array.from({ length: 100_000 }, (_, n) => `X${n}`);
    const bad = Object.fromEntries(codes.map((code) => [code, null]));
    const { code, stderr } = await run({ ...days, '2024-01-02': { ...bad, EUR: 3 } });
    expect(stderr).toMatch(/^ratebook: no usable rate for X0, X1, .*, and 99,800 more on 2024-01-02$/m);
    expect(stderr.length).toBeLessThan(2500);
    expect(code).toBe(3);
  });

  test('so are those that are others on each day', async () => {
    const january = Array.from({ length: 31 }, (_, at) => `2024-01-${String(at + 1).padStart(2, '0')}`);
    const rates = Object.fromEntries(january.map((day, at) => [day, { EUR: 1, [`X${at}`]: null }]));
    const { machine } = await scene((_request, response) => reply(response, 200, seriesBody(rates)));
    const { stderr } = await runHere(machine, ['series', '2024-01', '-q']);
    expect(stderr.match(/^ratebook: no usable rate for X\d+ on 2024-01-\d\d$/gm)).toHaveLength(20);
    expect(stderr).toMatch(/^ratebook: no usable rate for 11 more codes$/m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(21);
  });

  test('whatever it is called is fit for a terminal', async () => {
    const nasty = `\u001b[31m\u009b2J\u202e\n${'x'.repeat(5000)}`;
    const { code, stderr } = await run({
      ...days,
      '2024-01-01': { EUR: 1, [nasty]: 1 },
      [nasty]: { EUR: 1 },
    });
    expect(stderr).toMatch(/^[\n -~]{1,600}$/);
    expect(code).toBe(3);
  });

  test('a rate of 0 is a rate', async () => {
    const { code, stdout } = await run({ ...days, '2024-01-02': { EUR: 0, GBP: 4 } }, '-s', 'EUR');
    expect(stdout).toContain('2024-01-02,USD,EUR,0\n');
    expect(code).toBe(0);
  });
});

describe('a symbol', () => {
  test('that no day has is named, and the result partial', async () => {
    const { machine } = await scene();
    const { code, stdout, stderr } = await runHere(machine, [
      'series',
      '2024-01-16',
      '2024-01-17',
      '-s',
      'EUR,XXX',
      '--no-store',
      '--yes',
    ]);
    expect(stderr).toContain('ratebook: no day has a rate for XXX\n');
    expect(daysOf(stdout).size).toBe(2);
    expect(code).toBe(3);
  });

  test('that is the only one leaves an empty document', async () => {
    const { machine } = await scene();
    const run = await runHere(machine, ['historical', '2024-01-17', '-s', 'XXX', '-f', 'csv', '--no-store', '-y']);
    expect(run).toMatchObject({ code: 3, stdout: 'date,base,quote,rate\n' });
  });

  test('that only some days have is noted, and that is all', async () => {
    const days = { '2024-01-01': { EUR: 1, XCG: 2 }, '2024-01-02': { EUR: 3 } };
    const { machine } = await scene((_request, response) => reply(response, 200, seriesBody(days)));
    const { code, stderr } = await runHere(machine, [
      'series',
      '2024-01-01',
      '2024-01-02',
      '-s',
      'XCG,EUR',
      '--no-store',
    ]);
    expect(stderr).toContain('\nXCG has a rate on 1 of 2 days\n');
    expect(stderr).not.toContain('ratebook:');
    expect(code).toBe(0);
  });
});

describe('a base', () => {
  test('that the service does not know is a mistake, told with its name', async () => {
    const { service, machine } = await scene();
    const { code, stderr } = await runHere(machine, ['historical', '2024-01-17', '-b', 'XXX', '--no-store', '-y']);
    expect(stderr).toMatch(/^ratebook: .* XXX/m);
    expect(code).toBe(2);
    expect(service.requests).toHaveLength(1);
  });

  test('that another than the one asked for came is never taken for it', async () => {
    const { machine } = await scene((_request, response) => reply(response, 200, dayBody({ EUR: 1 }, 'USD')));
    const run = await runHere(machine, ['historical', '2024-01-17', '-b', 'GBP', '--no-store', '--max-cost', '1']);
    expect(run).toMatchObject({ code: 5 });
    expect(run.stdout).not.toContain('EUR');
    expect(run.stderr).toContain('its base is USD, not GBP');
  });
});
