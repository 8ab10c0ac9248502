import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const url = 'http://127.0.0.1:9/api';
const machine = Machine.for(url);
const held = new HeldFiles(machine, url);

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 });

type Rates = Readonly<Record<string, number>>;

/** January 2008: the rate of CZK on the 30th is wrong, the 7th has no rate for EUR. */
const january = new Map<string, Rates>();
for (let day = 1; day <= 31; day++) {
  const date = `2008-01-${`${day}`.padStart(2, '0')}`;
  const CZK = day === 30 ? 0.17 : 17.5 + day / 97;
  const rates = { CZK: Number(CZK.toFixed(6)), ...(day !== 7 && { EUR: 0.68 + day / 1000 }), USD: 1 };
  january.set(date, rates);
  held.write(date, `${JSON.stringify({ timestamp: Date.parse(`${date}T23:00:04Z`) / 1000, base: 'USD', rates })}\n`);
}
held.write('2008-02-01', `${JSON.stringify({ base: 'USD', rates: { CZK: 17.8, EUR: 0.7, USD: 1 } })}\n`);

interface Receipt {
  readonly date: string;
  readonly from: string;
  readonly amount: string;
  readonly to: string;
  readonly rate: string;
  readonly converted: string;
  readonly rule: string;
  readonly derived: boolean;
  readonly source: string;
  readonly published: string | null;
  readonly days: number;
  readonly odd: readonly string[];
}

/** Numbers as they are printed. */
const exactly = (json: string) => JSON.parse(json.replace(/("(?:amount|rate|converted)":) ?([\d.]+)/g, '$1"$2"'));

async function run(...args: string[]) {
  return runHere(machine, [...args, '--offline'], { now: '2008-03-01T12:00:00Z' });
}

async function convert(...args: string[]): Promise<readonly Receipt[]> {
  const { stdout } = await run('convert', ...args, '-q', '-f', 'json');
  const lines = (await run('convert', ...args, '-q', '-f', 'ndjson')).stdout.trimEnd().split('\n');
  const receipts = exactly(stdout);
  expect(lines.map(exactly)).toEqual(receipts);
  return receipts;
}

/** The rate by the receipt and the held days alone. */
function again({ date, from, to, rule, days, rate }: Receipt): string {
  const dates = rule === 'day' ? [date] : [...january.keys()].filter((day) => day.startsWith(date));
  const daily = dates.flatMap((day) => {
    const { [from]: divisor, [to]: dividend } = january.get(day) ?? {};
    return divisor && dividend ? new Exact(dividend).div(divisor) : [];
  });
  expect(daily).toHaveLength(days);
  if (rule === 'day') return daily[0]?.toSignificantDigits(rate.replace(/^0\.0*|\./g, '').length).toFixed() ?? '';
  const printed = daily.map((each) => each.toSignificantDigits(10));
  return Exact.sum(...printed)
    .div(days)
    .toSignificantDigits(10)
    .toFixed();
}

describe('each result can be worked out from its receipt', () => {
  const pairs = [
    ['CZK', 'EUR', 'USD'],
    ['USD', 'CZK', 'EUR'],
    ['EUR', 'USD', 'CZK'],
  ];
  test.each(pairs.flatMap((pair) => ['day', 'month-mean'].map((rule) => [rule, ...pair] as const)))(
    '%s: %s to %s and %s',
    async (rule, ...pair) => {
      for (const amount of ['1', '1000', '399043013044.17']) {
        const receipts = await convert(amount, ...pair, '--on', '2008-01-30', '--rate', rule);
        expect(receipts).toHaveLength(2);
        for (const receipt of receipts) {
          const product = new Exact(receipt.amount).times(receipt.rate);
          expect(receipt.converted).toBe(product.toDecimalPlaces(2).toString());
          expect(receipt.rate).toBe(again(receipt));
        }
      }
    },
  );
});
