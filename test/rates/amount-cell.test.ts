import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import { amountReader } from '../../src/rates/amount-cell.ts';
import { type DecimalMark, inGroups } from '../../src/rates/decimal.ts';
import { alwaysIn } from '../support/always.ts';
import { cases } from '../support/cases.ts';
import { inWhole } from '../support/whole.ts';

const known: readonly string[] = ['USD', 'EUR', 'CHF', 'GBP', 'JPY', 'AUD', 'BTC'];
const isKnown = (code: Code) => known.includes(code);
/** A debit is negative, whatever its sign. */
function read(text: string, only?: DecimalMark) {
  const { point, comma, mark, units } = amountReader(only, isKnown)(text);
  const sign = mark === 'debit' ? '-' : '';
  return { point: point && sign + point, comma: comma && sign + comma, units };
}

describe('an amount', () => {
  test.each([
    [' ( 1.234,50 ) ', '-', '-1234.50'],
    ...cases(`
      1234.50 = 1234.50 = -   1.234,50 = - = 1234.50   -12,5 = - = -12.5   1.234 = 1.234 = 1234   1,234 = 1234 = 1.234
      1 234 = 1234 = 1234   12 = 12 = 12   007 = 7 = 7   12,00 - = - = -12.00   12,00+ = - = 12.00   - 12,50 = - = -12.50
      12.00dr = -12.00 = -   12,00h = - = 12.00   1'000.- = 1000.00 = -   -1'000.– = -1000.00 = -   1'000.-- = 1000.00 = -
      1.000,— = - = 1000.00   –3.00 = -3.00 = -   ‐3 = -3 = -3   -(5.00) = -5.00 = -   5. = 5 = 5   1e3 = 1000 = 1000
      -1.5E+03 = -1500 = -   25e-2 = 0.25 = 0.25
    `),
  ])('%j', (text = '', ...said) => {
    const [point, comma] = said.map((amount) => (amount === '-' ? undefined : amount));
    expect(read(text)).toMatchObject({ point, comma });
    expect(read(text, 'point')).toMatchObject({ point, comma: undefined });
    expect(read(text, 'comma')).toMatchObject({ point: undefined, comma });
  });

  test.each([
    ...['', ' ', '-', '.', '()', 'NaN', '12..5', '--5', '+-5', '(5', '5)', ')5(', '((5))', '(5)-', '-5-', '-5 CR'],
    ...['DR 5', '5 S H', '5 XYZ', '5 kg', '5 %', '5 EUR USD', '€ 5 $', '$5 USD EUR', 'A$ USD 5', '£5 GBp', '5 EUR 6'],
    ...['1e600', 'e6', '1-2', '2024-01-17', "1'000.---", '1,2,3', '٣ EUR', '9'.repeat(101)],
  ])('is not %j', (text) => expect(read(text)).toMatchObject({ point: undefined, comma: undefined }));
});

const unitsIn = (text: string) => read(text).units?.map(({ name }) => name);

test.each([
  ['12.90\u00a0€', '12.90', 'EUR'],
  ...cases(`
      $-5 = -5 = USD   - $ 5 = -5 = USD   $(12.34) = -12.34 = USD   $.50 = 0.50 = USD   $1,234.56 USD = 1234.56 = USD
      USD $5 USD = 5 = USD   EUR-12.90 = -12.90 = EUR   12.90- EUR = -12.90 = EUR   12.90 EUR- = -12.90 = EUR
      EUR 12.90 DR = -12.90 = EUR   CHF 1'000.– = 1000.00 = CHF   Fr. -1'000.50 = -1000.50 = CHF   Rs.500 = 500 = INR
      Rs. 12,34,567.50 = 1234567.50 = INR   R 1 234.50 = 1234.50 = ZAR   kr.500 = 500 = DKK   5 000 Kč = 5000 = CZK
      ￥500 = 500 = CNY   RMB 500 = 500 = CNY   btc 0.00012345 = 0.00012345 = BTC   A$5 = 5 = AUD   GBp 250 = 250 = GBp
      250 gbp = 250 = GBP   -1.50GBX = -1.50 = GBX   GBX 5 GBp = 5 = GBX
    `),
])('the currency of an amount %j is %s, with %s', (text = '', amount, code) => {
  expect(read(text).point).toBe(amount);
  expect(unitsIn(text)).toContain(code);
});

test('an amount is read as what it is, however it is written', () => {
  const debits = ['-#', '−#', '(#)', '#-', '# DR', '# s'];
  const signs = [...debits, '#', '# CR', '# h', '+#'];
  const currencies = { '': '', $: 'USD', EUR: 'EUR', '€': 'EUR', chf: 'CHF', US$: 'USD', 'Fr.': 'CHF', zł: 'PLN' };
  const places = ['before', 'behind', 'before, with a blank', 'behind, with a blank'] as const;
  return alwaysIn(
    inWhole(2000, 150),
    [
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.constantFrom(0, 1, 2, 4),
      fc.constantFrom('point', 'comma', "'", ' ', '\u202f', ''),
      fc.constantFrom(...signs),
      fc.constantFrom(...Object.entries(currencies)),
      fc.constantFrom(...places),
    ],
    (units, decimals, groups, sign, [currency, code], place) => {
      const value = new Big(String(units)).div(new Big(10).pow(decimals));
      const plain = value.toFixed(decimals);
      const mark = groups === 'comma' || groups === 'point' ? groups : 'point';
      const grouped = groups === '' ? plain : inGroups(plain, mark);
      const digits = groups.length === 1 ? grouped.replaceAll(',', groups) : grouped;
      const blank = place.endsWith('blank') ? ' ' : '';
      const sum = currency && place.startsWith('before') ? currency + blank + digits : digits;
      const whole = currency && place.startsWith('behind') ? sum + blank + currency : sum;
      const text = sign.replace('#', () => whole);
      const found = read(text)[mark];
      expect([text, found && new Big(found).eq(debits.includes(sign) ? value.neg() : value)]).toEqual([text, true]);
      if (currency) expect(unitsIn(text)).toContain(code);
      // the other reading, if there is one, is that of the bare digits
      const bare = read(digits);
      expect(read(text).point === undefined).toBe(bare.point === undefined);
      expect(read(text).comma === undefined).toBe(bare.comma === undefined);
    },
  );
});
