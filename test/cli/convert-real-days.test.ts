import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoServed } from '../../src/server/demo/demo.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { startService } from '../support/service.ts';

const now = '2026-09-01T12:00:00Z';
const day = '2026-06-30' as Day;
const dinars = '2022-05-17' as Day;

/** More than any product of what is printed has. */
const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -99, toExpPos: 99 });

/** The printed amount times the printed rate, rounded to as many decimals as the printed result has. */
function product(amount: string, rate: string, result: string): string {
  const decimals = result.split('.')[1]?.length ?? 0;
  return new Exact(amount)
    .times(rate)
    .toFixed(decimals)
    .replace(/^-(?=[0.]+$)/, '');
}

describe.skipIf(!hasRealDays)(`amounts at the rates of a real day${orSkipped}`, () => {
  let machine: Machine;
  let real: RealDays;
  let codes: string[];
  let published: ReadonlyMap<string, string>;
  beforeAll(async () => {
    real = new RealDays();
    published = real.published(day);
    codes = [...published.keys()];
    const clock = () => Date.parse(now);
    const handler = createHandler({ source: real.source, accounts: demoServed(clock).accounts, now: clock });
    machine = Machine.for((await startService(undefined, handler)).url);
    await machine.run(['historical', day, dinars], { now });
  }, 120_000);

  const convert = async (...words: string[]) => {
    const { stdout } = await runHere(machine, ['convert', ...words, '--on', day, '--offline', '-q'], { now });
    return stdout;
  };

  test('a sum of ten digits before the point is right to the cent', async () => {
    const text = await convert('1234567890.12', 'EUR', 'USD');
    const [, amount = '', result = ''] =
      /^(1,234,567,890\.12) EUR = ([\d,]+\.\d\d) USD\n/.exec(text)?.map((part) => part.replaceAll(',', '')) ?? [];
    const rate = /^1 EUR = (\S+) USD \(derived\), 1 USD = (\S+) EUR$/m.exec(text);
    expect(result).toBe(product(amount, rate?.[1] ?? '', result));
    expect(rate?.[1]).toBe(
      new Exact(1)
        .div(published.get('EUR') ?? '')
        .toSignificantDigits(14)
        .toFixed(),
    );
    expect(rate?.[2]).toBe(published.get('EUR'));
  });

  test('so are 300 of any size, from any currency to any other', async () => {
    const amount = fc.stringMatching(/^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/);
    const pairs = fc.uniqueArray(fc.constantFrom(...codes), { minLength: 6, maxLength: 6 });
    const property = fc.asyncProperty(amount, pairs, async (written, [from = '', ...to]) => {
      const rows = (await convert(written, from, ...to, '-f', 'csv')).trimEnd().split('\n').slice(1);
      expect(rows).toHaveLength(5);
      for (const row of rows) {
        const [, , printed = '', , rate = '', result = ''] = row.split(',');
        expect(Number(printed)).toBe(Number(written));
        expect(result).toBe(product(printed, rate, result));
      }
    });
    await fc.assert(property, { numRuns: 60, endOnFailure: true });
  }, 240_000);

  test('so is one that eleven digits of the rate would miss', async () => {
    const words = ['convert', '5303734.64', 'KWD', 'VND', '--on', dinars, '--offline', '-q', '-f', 'csv'];
    const { stdout } = await runHere(machine, words, { now });
    const [, , , , rate = '', result = ''] = stdout.trimEnd().split('\n')[1]?.split(',') ?? [];
    const exact = real.published(dinars);
    const quotient = new Exact(exact.get('VND') ?? '').div(exact.get('KWD') ?? '');
    expect(result).toBe('399043013044');
    expect(rate).toBe(quotient.toSignificantDigits(14).toFixed());
    expect(product('5303734.64', quotient.toSignificantDigits(11).toFixed(), '')).toBe('399043013046');
  });
});
