import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountReader, dayOrders, dayReader } from '../../src/annotate/cells.ts';
import type { Code } from '../../src/currencies/code.ts';
import { type DecimalMark, inGroups } from '../../src/rates/decimal.ts';
import { anyDay } from '../calendar/any.ts';
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
  const signs = ['', '-', 'minus sign', 'brackets', 'behind', 'DR', 's', 'CR', 'h', '+'] as const;
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
      const text = {
        '': whole,
        '-': `-${whole}`,
        '+': `+${whole}`,
        'minus sign': `−${whole}`,
        brackets: `(${whole})`,
        behind: `${whole}-`,
        DR: `${whole} DR`,
        s: `${whole} s`,
        CR: `${whole} CR`,
        h: `${whole} h`,
      }[sign];
      const isNegative = ['-', 'minus sign', 'brackets', 'behind', 'DR', 's'].includes(sign);
      const found = read(text)[mark];
      expect([text, found && new Big(found).eq(isNegative ? value.neg() : value)]).toEqual([text, true]);
      if (currency) expect(unitsIn(text)).toContain(code);
      // the other reading, if there is one, is that of the bare digits
      const bare = read(digits);
      expect(read(text).point === undefined).toBe(bare.point === undefined);
      expect(read(text).comma === undefined).toBe(bare.comma === undefined);
    },
  );
});

describe('a day in a cell', () => {
  const readDay = dayReader(undefined);
  const read = (text: string) => dayOrders.map((order) => readDay(text)[order]);
  const inAll = (day: string | undefined) => dayOrders.map(() => day);

  describe('a day', () => {
    test.each([
      ...['2024-01-17', '2024-1-17', '17.01.2024', '17.1.2024', '17.01.24', '17.1.24', '20240117', '2024/01/17'],
      ...[' 2024-01-17 ', '2024.01.17', '17-Jan-24', '17-JAN-2024', '17 Jan 2024', '17Jan24', 'Jan 17, 2024'],
      ...['January 17th, 2024', '2024-Jan-17', '17/ene/2024', '17. Jän. 2024', '17 janv. 2024', '17 de ene. de 2024'],
      ...['17\u00a0gen 2024', '17 de janeiro de 2024', '17 januari 24', '17. Januar 2024', 'Jan/17/2024'],
      ...['Wed, 17 Jan 2024 13:22:11 +0000', 'Mi, 17. Jan 2024', 'mercredi 17 janvier 2024', 'quarta-feira 17.1.2024'],
      ...['17. 1. 2024', '2024. 01. 17.', '2024. 1. 17.', '17 stycznia 2024', '17. ledna 2024', '17 sty 2024'],
      ...['20240117132211', '20240117;132211', '1705497731', '1705497731000'],
    ])('can be written %j', (text) => expect(read(text)).toEqual(inAll('2024-01-17')));

    test.each([
      ['17/01/2024', '2024-01-17', undefined, undefined],
      ['01/17/2024 10:00', undefined, '2024-01-17', undefined],
      ['1/17/24', undefined, '2024-01-17', undefined],
      ['1/7/2024', '2024-07-01', '2024-01-07', undefined],
      ['01-07-24', '2024-07-01', '2024-01-07', '2001-07-24'],
      ['29/02/2024', '2024-02-29', undefined, undefined],
      ['31/02/2024', undefined, undefined, undefined],
      ['24-01-17', '2017-01-24', undefined, '2024-01-17'],
      ['24/3/1 10:00', ...inAll('2024-03-01')],
      ['17/01/24', '2024-01-17', undefined, '2017-01-24'],
      ['1.7.2024', ...inAll('2024-07-01')],
      ['24.03.01', ...inAll('2001-03-24')],
    ])('may begin with the day, the month or the year: %j', (text, ...days) => expect(read(text)).toEqual(days));

    test.each([
      ...['', 'soon', '2024-02-30', '2024-01-17x', '17.13.2024', '2024-01-17 noon', '20241301', '170548800'],
      ...['99991331235959', 'Total 17.01.2024', 'Wed', 'W 17.01.2024', '31-31-2024', '31.31.24', '17/01-2024'],
      ...['2024-01-17 99:99', '17 Jui 2024', '17 Ja 2024'],
      ...['17 Foo 2024', '29 févr. 2023', 'Jan 2024', '17 Jan 20:24', '17 Jan', '240117'],
      `17 Jan 2024${' '.repeat(100)}`,
    ])('is not %j', (text) => expect(read(text)).toEqual(inAll(undefined)));
  });

  describe('a month by its name', () => {
    const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt'];
    const months = (style: 'long' | 'short') =>
      languages.flatMap((language) => {
        const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, at) => [at + 1, format(Date.UTC(2024, at))] as const);
      });
    // some have two kinds of accents, or none where the keyboard has none
    const written = [...months('long'), ...months('short')]
      .flatMap(([month, name]) =>
        [name, name.normalize('NFD'), name.toUpperCase()].map((text) => [month, text] as const),
      )
      .concat(Object.entries({ Maerz: 3, MRZ: 3, setiembre: 9, aout: 8 }).map(([name, month]) => [month, name]));

    test('is known in seven languages, whole and as they cut it', () => {
      const wrong = written.filter(([month, name]) => {
        const day = `2024-${String(month).padStart(2, '0')}-05`;
        const texts = ['5 * 2024', '5. * 24', '5*24', '05-*-2024', '* 5, 2024', '5 de * de 2024'].map((form) =>
          form.replace('*', name),
        );
        return texts.some((text) => read(text).some((read) => read !== day));
      });
      expect(wrong).toEqual([]);
    });
  });

  test('a day is never another one, in any form', () => {
    const marks = fc.constantFrom('-', '/', '.');
    const times = fc.constantFrom('', ' 10:00', 'T23:59:59Z', ', 1:05 PM');
    return alwaysIn(
      inWhole(300, 100),
      [anyDay.filter((day) => day > '2000'), marks, times, fc.boolean()],
      (day, mark, time, isShort) => {
        const [year = '', month = '', date = ''] = day.split('-');
        const ends = isShort ? year.slice(2) : year;
        const dayFirst = [date, month, ends].join(mark) + time;
        const monthFirst = [month, date, ends].join(mark) + time;
        const swapped = month <= '12' && date <= '12' ? `${year}-${date}-${month}` : undefined;
        const [usual, american] = [readDay(dayFirst), readDay(monthFirst)];
        expect([usual.DMY, usual.MDY]).toEqual([day, mark === '.' ? day : swapped]);
        expect([american.DMY, american.MDY]).toEqual([swapped, mark === '.' ? swapped : day]);
        const yearFirst = readDay([ends, month, date].join(mark) + time);
        if (mark !== '.' || !isShort) expect(yearFirst.YMD).toBe(day);
        expect(dayReader('MDY')(monthFirst).DMY).toBe(day);
        expect(dayReader('DMY')(dayFirst).MDY).toBe(day);
        expect(dayReader('YMD')([ends, month, date].join(mark) + time).DMY).toBe(day);
      },
    );
  });
});
