import { describe, expect, test } from 'vitest';
import { bankOfItaly, weekdaysIn } from '../support/bank-of-italy.ts';
import { Serving } from '../support/serving.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

async function scene() {
  const { run, ...rest } = await bankOfItaly();
  return { ...rest, run: (line: string) => run(line, { now }) };
}

test('rates are asked for day by day, apart, each day once, and kept as published', async () => {
  const { asked, bank, held, run } = await scene();
  const days = ['2024-01-11', '2024-01-12', '2024-01-15'];
  const { code, stdout, stderr } = await run('series 2024-01-11 2024-01-15 -s USD,XAF');
  expect([code, stderr]).toEqual([0, '']);
  const rates = days.flatMap((day) => [
    `${day},EUR,USD,1.${day.slice(5, 7)}${day.slice(8)}7`,
    `${day},EUR,XAF,655.957`,
  ]);
  expect(stdout).toBe(['date,base,quote,rate', ...rates, ''].join('\n'));
  expect([asked().sort(), [...bank.accepted]]).toEqual([days, ['text/csv']]);
  expect(held.days()).toEqual(days);
  expect(JSON.parse(held.read('2024-01-15'))).toEqual({
    base: 'EUR',
    rates: { AED: 4.01151, USD: 1.01157, XAF: 655.957 },
  });
  expect((await run('series 2024-01-11 2024-01-15 -s USD,XAF')).stdout).toBe(stdout);
  expect(asked()).toHaveLength(3);

  // now that all is loaded, waiting takes most of the time; a timer never ends earlier, but for what is rounded
  const began = performance.now();
  await run('series 2024-01-16 2024-01-19 -s USD');
  expect(performance.now() - began).toBeGreaterThan(3 * 299);
  expect(asked()).toHaveLength(7);
});

test('held and newer days are served in the service’s own shape', async () => {
  const { asked, machine, run } = await scene();
  await run('historical 2024-01-18');
  const serving = await Serving.start(machine, ['--source', 'bdi'], { now });
  const held = await serving.get('/historical/2024-01-18.json?symbols=USD');
  expect([held.status, held.json.base, held.json.rates]).toEqual([200, 'EUR', { USD: 1.01187 }]);
  const other = await serving.get('/historical/2024-01-19.json?symbols=EUR&base=USD');
  expect([other.status, other.json.rates]).toEqual([200, { EUR: 0.9881715861 }]);
  expect((await serving.day('2024-01-20')).json.message).toBe('not_available');
  expect((await serving.get('/latest.json?symbols=USD')).json.rates).toEqual({ USD: 1.01197 });
  const { stderr } = await serving.stop();
  expect(asked()).toEqual(['2024-01-18', '2024-01-19']);
  expect(stderr).toContain('1 day is stored; others are fetched, for at most 366 requests a day');
  expect(stderr).toMatch(/2024-01-19.* 200 \d+ ms fetched, cost 0$/m);
});

describe('two processes at once', () => {
  test('ask for each day once, two requests under way at most', async () => {
    const { asked, bank, held, machine } = await bankOfItaly();
    // of requests that are only kept apart, three would be under way
    bank.takes = 800;
    const days = weekdaysIn('2024-01-08', '2024-01-15');
    const began = performance.now();
    const runs = ['2024-01-15', '2024-01-12'].map((last) =>
      machine.run(['series', '2024-01-08', last, '-s', 'USD', '-q', '--source', 'bdi'], { now }),
    );
    const alone = machine.run(['historical', '2023-12-20', '-s', 'USD', '--no-store', '--source', 'bdi'], { now });
    for (const { code, stderr } of await Promise.all([...runs, alone])) expect([code, stderr]).toEqual([0, '']);
    expect([asked().sort(), held.days()]).toEqual([['2023-12-20', ...days], days]);
    expect(bank.mostAtOnce).toBeLessThanOrEqual(2);
    expect(performance.now() - began).toBeGreaterThan(days.length * 299);
  });

  test('one of which is killed lose nothing that came', async () => {
    const { asked, bank, held, machine } = await bankOfItaly();
    const line = ['series', '2024-01-08', '2024-01-12', '-s', 'USD', '-q', '--source', 'bdi'];
    bank.takes = 100;
    const child = machine.start(line, { now });
    await bank.came(3);
    child.kill('SIGKILL');
    const { code, stderr } = await machine.run(line, { now });
    expect([code, stderr, held.days()]).toEqual([0, '', weekdaysIn('2024-01-08', '2024-01-12')]);
    // what was under way is asked for once more
    expect(asked().length).toBeLessThanOrEqual(5 + 2);
  });
});
