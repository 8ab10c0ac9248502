import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { reply, seriesBody } from '../support/service.ts';

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
