import { data as isoCodes } from 'currency-codes';
import * as dinero from 'dinero.js/currencies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import {
  type Code,
  hundredthIn,
  hundredthInWords,
  hundredthNamed,
  isCode,
  parseUnit,
} from '../../src/currencies/code.ts';
import { endedCurrencyOf, endInWords, mixedUnitIn } from '../../src/currencies/ended.ts';
import * as names from '../../src/currencies/names.ts';
import * as nicknames from '../../src/currencies/nicknames.ts';
import { fixedRateOf } from '../../src/currencies/replaced.ts';
import { caveatsOf, foundOn } from '../../src/rates/found-rate.ts';
import { always } from '../support/always.ts';
import { cases, eachCase } from '../support/cases.ts';
import { code, day } from '../support/rates.ts';

const { alternativeNames, currencyNames, decimalsOf, hasEnded, nameOf, shortNameOf } = names;
const { codesOfName, codesOfNickname, codesOfSign, folded, nicknamesOf, unitOfSign } = nicknames;

test.each([
  ['currencies', currencyNames],
  ['alternative currencies', alternativeNames],
])('%s are codes with a name each, sorted', (_, names) => {
  expect([...names.keys()].every(isCode)).toBe(true);
  expect([...names.keys()]).toEqual([...names.keys()].sort());
  for (const [code, name] of names) expect(name, code).toMatch(/^\p{Lu}[\p{L}ʻ&.() \d–-]+$/u);
});

describe('decimals are those of ISO 4217', () => {
  /** What ISO has for metals and units of account: no minor unit, which both packages write as 0. */
  const none = ['XAG', 'XAU', 'XDR', 'XPD', 'XPT'];

  // a fifth of an ariary and of an ouguiya: ISO says 2
  const byDinero = Object.values(dinero).map(({ code, base, exponent }) => [code, base === 5 ? 2 : exponent] as const);
  const byCodes = isoCodes.map(({ code, digits }) => [code, digits] as const);

  test.each([
    ['currency-codes', byCodes],
    ['dinero.js', byDinero],
  ])('by %s', (_, all) => {
    const known = all.filter(([code]) => currencyNames.has(code as Code));
    expect(known.length).toBeGreaterThan(150);
    for (const [code, digits] of known)
      expect([code, decimalsOf(code as Code)]).toEqual([code, none.includes(code) ? undefined : digits]);
  });

  test('of which every currency has some, or no minor unit', () => {
    const without = [...currencyNames.keys(), ...alternativeNames.keys()].filter(
      (code) => decimalsOf(code) === undefined,
    );
    const coins = ['DASH', 'DOGE', 'ETH', 'LD', 'LTC', 'NMC', 'PPC', 'XMR', 'XRP'];
    expect(without.sort()).toEqual([...none, ...coins, 'BTC', 'XCP'].sort());
    expect(decimalsOf('XYZ' as Code)).toBeUndefined();
  });
});

test('the name of a currency that has ended says so', () => {
  const ended = [...currencyNames.keys()].filter((code) => /(until |–)\d{4}\)$/.test(nameOf(code)));
  expect(ended.join(' ')).toBe('ANG BGN BYR CUC EEK HRK IEP LTL LVL MRO MTL SKK SLL STD VEF ZMK ZWD ZWL');
  expect(nameOf('HRK' as Code)).toBe('Croatian Kuna (until 2022)');
  expect([nameOf('ETH' as Code), nameOf('XYZ' as Code)]).toEqual(['Ether', '']);
});

describe('what stands for a code', () => {
  test.each([
    ['€ EUR', '£ GBP', '₹ INR', '₩ KRW', '₪ ILS', '₫ VND', '₱ PHP', '₺ TRY', '₽ RUB', '₴ UAH', '₦ NGN'],
    ['RMB CNY', 'rmb CNY', 'NIS ILS', 'UKP GBP', 'STG GBP', 'Sfr. CHF', 'SFR CHF'],
    ['￡ GBP', 'zł PLN', 'Kč CZK', 'US$ USD', 'nz$ NZD', '₿ BTC'],
  ])('%s, …', (...said) =>
    expect(said.map((line) => [line.split(' ')[0], ...codesOfSign(line.split(' ')[0] ?? '')].join(' '))).toEqual(said),
  );

  eachCase(`
    $ = USD AUD CAD HKD MXN NZD SGD TWD   ¥ = JPY CNY   ￥ = JPY CNY   kr = SEK NOK DKK ISK
    kr. = SEK NOK DKK ISK   ₨ = INR PKR LKR NPR MUR SCR
  `)('%s may be several', (sign, codes) => expect(codesOfSign(sign).join(' ')).toBe(codes));

  test.each(['', ' ', '.', 'EUR', 'yuan', 'china', 'uk', 'uae', 'crown'])('%j does not', (text) =>
    expect(codesOfSign(text)).toEqual([]),
  );

  test('is itself no code', () => {
    const signs = [...currencyNames.keys()].flatMap(nicknamesOf).filter((name) => codesOfSign(name).length > 0);
    expect(signs.length).toBeGreaterThan(40);
    expect(signs.filter((name) => currencyNames.has(name.toUpperCase() as Code))).toEqual([]);
  });
});

test.each([
  ['united  kingdom', 'GBP'],
  ...cases(`
    renminbi = CNY   Sterling = GBP   Côte d'Ivoire = XOF   panama = USD PAB   crown = SEK NOK DKK ISK CZK   dollar =
  `),
])('%s is called so', (name = '', codes) => expect(codesOfNickname(name).join(' ')).toBe(codes));

test('what people say is kept for current currencies, once, and not where the name of this one alone tells it', () => {
  const all = [...currencyNames.keys()];
  const telling = (name: string) =>
    all.filter((code) => name.split('-').every((word) => folded(shortNameOf(code)).includes(word)));
  for (const code of all) {
    const names = nicknamesOf(code);
    expect(new Set(names).size, code).toBe(names.length);
    if (names.length > 0) expect(hasEnded(code), code).toBe(false);
    const idle = names.filter((name) => `${telling(name)}` === code && codesOfNickname(name).length === 1);
    expect(idle, code).toEqual([]);
  }
});

describe('a hundredth', () => {
  const inWords = (unit: ReturnType<typeof parseUnit>) => unit && hundredthInWords(unit);
  const none = 'GBP gbp Gbp gBp ZAR ils EUR GB GBpp'.split(' ').map((text) => [text, undefined]);
  test.each([
    [' GBp ', 'GBp is 1/100 GBP'],
    ...cases(`
      GBX = GBX is 1/100 GBP   gbx = GBX is 1/100 GBP   ZAc = ZAc is 1/100 ZAR   ZAC = ZAc is 1/100 ZAR
      zac = ZAc is 1/100 ZAR   Zax = ZAX is 1/100 ZAR   ila = ILA is 1/100 ILS
    `),
    ...none,
  ])('%j: %s', (text = '', words) => {
    expect(inWords(hundredthIn(text))).toBe(words);
    if (words) expect([parseUnit(text), unitOfSign(text)]).toEqual([hundredthIn(text), hundredthIn(text)]);
  });

  test('has names, and is no code of a currency', () => {
    const called = ['Pence', 'penny', 'agorot', 'agora', 'constructor'].map((name) => hundredthNamed(name)?.name);
    expect(called).toEqual(['GBX', 'GBX', 'ILA', 'ILA', undefined]);
    expect([...currencyNames.keys()].filter((code) => hundredthIn(code))).toEqual([]);
  });
});

eachCase(`
    euro = EUR   euros = EUR   yen = JPY   baht = THB   zloty = PLN   ZŁOTY = PLN   yuan = CNY   renminbi = CNY
    rand = ZAR   shekel = ILS   shekels = ILS   Swiss franc = CHF   Schweizer Franken = CHF   US dollars = USD
    american dollars = USD   pound sterling = GBP   pounds sterling = GBP   British pounds = GBP   gold = XAU
    Danish kroner = DKK   czech crowns = CZK   lira = TRY   reais = BRL   Hong Kong dollars = HKD   Bitcoins = BTC
    lire = ITL   lev = BGN   leva = BGN   kuna = HRK   Deutsche Mark = DEM   pesetas = ESP   drachmas = GRD
    markka = FIM   tolars = SIT   schillings = ATS   kroon = EEK   maltese lira = MTL   french francs = FRF
    bosnia herzegovina convertible marks = BAM   trinidad & tobago dollar = TTD   são tomé & príncipe dobra = STN
`)('%s is a name of one', (name = '', code) => expect(codesOfName(name)).toEqual([code]));

const noNames = ['', 's', 'es', 'EUR', 'bolívares fuertes', 'a yen', 'dollars and', 'swiss', 'uk', 'quid'];
test.each(noNames)('%j is none', (text) => expect(codesOfName(text)).toEqual([]));

test('every name of a living currency leads to it, in the plural and in any case', () => {
  const living = [...currencyNames.keys()].filter((code) => !hasEnded(code) && !nameOf(code).endsWith(')'));
  for (const code of living) {
    const name = nameOf(code);
    for (const text of [name, `${name}s`, name.toUpperCase()]) expect(codesOfName(text)).toEqual([code]);
    expect(codesOfName(name.split(' ').at(-1) ?? '').length).toBeGreaterThan(0);
  }
});

eachCase(`
    dollars = USD AUD CAD HKD SGD NZD TWD   bucks = USD AUD CAD HKD SGD NZD TWD   Franken = CHF BIF CDF
    pesos = MXN CLP PHP COP ARS   rupees = INR LKR MUR   crowns = SEK NOK DKK CZK ISK   pounds = GBP EGP FKP
    won = KRW KPW   CFA francs = XAF XOF   marks = BAM DEM   guilders = XCG NLG   koruny = CZK SKK
`)('%s are several, the most traded first', (name = '', codes = '') =>
  expect(codesOfName(name).join(' ').slice(0, codes.length)).toBe(codes),
);

test('the 21 rates of the law are those of the Official Journal, from their first day, and there are no others', () => {
  // of the regulations 2866/98, 1478/2000, 1086/2006, 1134 and 1135/2007, 694/2008, 671/2010, 870/2013, 851/2014,
  // 2022/1208 and 2025/1407, in six significant digits
  const law = cases(`
    BEF = 40.3399 = 1999-01-01   DEM = 1.95583 = 1999-01-01   ESP = 166.386 = 1999-01-01   FRF = 6.55957 = 1999-01-01
    IEP = 0.787564 = 1999-01-01   ITL = 1936.27 = 1999-01-01   LUF = 40.3399 = 1999-01-01   NLG = 2.20371 = 1999-01-01
    ATS = 13.7603 = 1999-01-01   PTE = 200.482 = 1999-01-01   FIM = 5.94573 = 1999-01-01   GRD = 340.750 = 2001-01-01
    SIT = 239.640 = 2007-01-01   MTL = 0.429300 = 2008-01-01   CYP = 0.585274 = 2008-01-01   SKK = 30.1260 = 2009-01-01
    EEK = 15.6466 = 2011-01-01   LVL = 0.702804 = 2014-01-01   LTL = 3.45280 = 2015-01-01   HRK = 7.53450 = 2023-01-01
    BGN = 1.95583 = 2026-01-01
  `);
  const found = [...new Set([...law.map(([code]) => code), ...currencyNames.keys()])].flatMap((code) => {
    const { perEuro, since } = fixedRateOf(code as Code) ?? {};
    return perEuro === undefined ? [] : [[code, Number(perEuro), since]];
  });
  expect(found).toEqual(law.map(([code, perEuro, since]) => [code, Number(perEuro), since]));
});

const anyOffset = fc.integer({ min: -400, max: 400 });
const dollar = code('USD');

test('a currency that has ended has a caveat on each day after its last, whichever way it is converted', () =>
  always([fc.constantFrom('ZWL', 'ANG', 'BYR', 'TRL'), anyOffset, fc.boolean()], (text, offset, isFrom) => {
    const ended = code(text);
    const on = addDays(endedCurrencyOf(text)?.last ?? day('2000-01-01'), offset);
    const pair = isFrom ? ([ended, dollar] as const) : ([dollar, ended] as const);
    const caveats = caveatsOf(pair, foundOn(on, { rate: '1' }));
    expect(caveats.map((caveat) => caveat.text)).toEqual(
      offset > 0 ? [`${endInWords(text)}; the source still lists a rate`] : [],
    );
    // a rate of before its end that is asked for later
    const earlier = foundOn(addDays(on, -1000), { rate: '1' });
    expect(caveatsOf(pair, earlier, on)).toHaveLength(offset > 0 ? 1 : 0);
  }));

describe('a currency of a new unit', () => {
  const redenominated = fc.constantFrom<[string, string, number]>(
    ['VES', '2021-10-01', 1_000_000],
    ['SYP', '2026-01-01', 100],
  );

  test('has a caveat two weeks around the day', () =>
    always([redenominated, anyOffset], ([text, first], offset) => {
      const on = addDays(day(first), offset);
      const caveats = caveatsOf([dollar, code(text)], foundOn(on, { rate: '1' }));
      expect(caveats).toHaveLength(Math.abs(offset) <= 14 ? 1 : 0);
    }));

  test('is mixed where the rates of a range are of both units, however late a source changed', () =>
    always(
      [redenominated, anyOffset, fc.integer({ min: 1, max: 500 }), fc.option(fc.nat(60))],
      ([text, first, factor], start, length, change) => {
        const isNew = Array.from({ length }, (_, at) => change !== null && start + at >= change);
        const rates = isNew.map((each) => 12_000 / (each ? factor : 1));
        const dayAt = (at: number) => addDays(day(first), start + at);
        const mixed = isNew.includes(true) && isNew.includes(false) ? text : undefined;
        for (const length of [10, 7]) {
          const dates = rates.map((_, at) => dayAt(at).slice(0, length));
          const inverse = rates.map((rate) => 1 / rate);
          expect(mixedUnitIn([dollar, code(text)], rates, dates)).toBe(mixed);
          expect(mixedUnitIn([code(text), dollar], inverse, dates)).toBe(mixed);
          expect(mixedUnitIn([dollar, code('EUR')], rates, dates)).toBeUndefined();
        }
      },
    ));
});
