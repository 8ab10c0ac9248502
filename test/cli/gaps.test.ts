import { describe, expect, test } from 'vitest';
import { first } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { type Fault, reply, replyError, seriesBody } from '../support/service.ts';

const daysOf = (stdout: string) => new Set(stdout.match(/^\d{4}-\d{2}-\d{2}/gm));

describe('an answer without days', () => {
  const january = ['2024-01-01', '2024-01-31'] as [string, string];
  const whole = Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [`2024-01-${String(at + 1).padStart(2, '0')}`, { EUR: at + 1 }]),
  );
  const january2023 = Object.fromEntries(
    Object.entries(whole).map(([day, rates]) => [day.replace('2024', '2023'), rates]),
  );

  test.each([
    ['other days under its name', seriesBody(january2023, 'USD', january)],
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

describe('what is odd in an answer', () => {
  const days = { '2024-01-01': { EUR: 1, GBP: 2 }, '2024-01-02': { EUR: 3, GBP: 4 } };
  const run = async (rates: unknown, ...args: string[]) => {
    const body = seriesBody(rates as typeof days, 'USD', ['2024-01-01', '2024-01-02']);
    const { machine } = await scene((_request, response) => reply(response, 200, body));
    return runHere(machine, ['series', '2024-01-01', '2024-01-02', '--no-store', ...args]);
  };

  test('a hundred thousand of them are counted', async () => {
    const codes = Array.from({ length: 100_000 }, (_, n) => `X${n}`);
    const bad = Object.fromEntries(codes.map((code) => [code, null]));
    const { code, stderr } = await run({ ...days, '2024-01-02': { ...bad, EUR: 3 } });
    expect(stderr).toMatch(/^ratebook: no usable rate for X0, X1, .*, and 99,800 more on 2024-01-02$/m);
    expect(stderr.length).toBeLessThan(2500);
    expect(code).toBe(3);
  });

  test('whatever it is called is fit for a terminal', async () => {
    const nasty = `\u001b[31m\u009b2J\u202e\n${'x'.repeat(5000)}`;
    const { code, stderr } = await run({ ...days, '2024-01-01': { EUR: 1, [nasty]: 1 }, [nasty]: { EUR: 1 } });
    expect(stderr).toMatch(/^[\n -~]{1,600}$/);
    expect(code).toBe(3);
  });
});
