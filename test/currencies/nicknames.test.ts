import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import { currencyNames, hasEnded, nameOf, shortNameOf } from '../../src/currencies/names.ts';
import {
  codesOfName,
  codesOfNickname,
  codesOfSign,
  folded,
  nicknamesOf,
  unitOfSign,
} from '../../src/currencies/nicknames.ts';
import { hundredthByName, hundredthIn, hundredthInWords, parseUnit } from '../../src/currencies/units.ts';
import { cases, eachCase } from '../support/cases.ts';

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
    const called = ['Pence', 'penny', 'agorot', 'agora', 'constructor'].map((name) => hundredthByName(name)?.name);
    expect(called).toEqual(['GBX', 'GBX', 'ILA', 'ILA', undefined]);
    expect([...currencyNames.keys()].filter((code) => hundredthIn(code))).toEqual([]);
  });
});

test.each(
  cases(`
    euro = EUR   euros = EUR   yen = JPY   baht = THB   zloty = PLN   ZŁOTY = PLN   yuan = CNY   renminbi = CNY
    rand = ZAR   shekel = ILS   shekels = ILS   Swiss franc = CHF   Schweizer Franken = CHF   US dollars = USD
    american dollars = USD   pound sterling = GBP   pounds sterling = GBP   British pounds = GBP   gold = XAU
    Danish kroner = DKK   czech crowns = CZK   lira = TRY   reais = BRL   Hong Kong dollars = HKD   Bitcoins = BTC
    lire = ITL   lev = BGN   leva = BGN   kuna = HRK   Deutsche Mark = DEM   pesetas = ESP   drachmas = GRD
    markka = FIM   tolars = SIT   schillings = ATS   kroon = EEK   maltese lira = MTL   french francs = FRF
    bosnia herzegovina convertible marks = BAM   trinidad & tobago dollar = TTD   são tomé & príncipe dobra = STN
  `),
)('%s is a name of one', (name = '', code) => expect(codesOfName(name)).toEqual([code]));

test.each(['', 's', 'es', 'EUR', 'bolívares fuertes', 'a yen', 'dollars and', 'swiss', 'uk', 'quid'])(
  '%j is none',
  (text) => {
    expect(codesOfName(text)).toEqual([]);
  },
);

test('every name of a living currency leads to it, in the plural and in any case', () => {
  const living = [...currencyNames.keys()].filter((code) => !hasEnded(code) && !nameOf(code).endsWith(')'));
  for (const code of living) {
    const name = nameOf(code);
    for (const text of [name, `${name}s`, name.toUpperCase()]) expect(codesOfName(text)).toEqual([code]);
    expect(codesOfName(name.split(' ').at(-1) ?? '').length).toBeGreaterThan(0);
  }
});

test.each(
  cases(`
    dollars = USD AUD CAD HKD SGD NZD TWD   bucks = USD AUD CAD HKD SGD NZD TWD   Franken = CHF BIF CDF
    pesos = MXN CLP PHP COP ARS   rupees = INR LKR MUR   crowns = SEK NOK DKK CZK ISK   pounds = GBP EGP FKP
    won = KRW KPW   CFA francs = XAF XOF   marks = BAM DEM   guilders = XCG NLG   koruny = CZK SKK
  `),
)('%s are several, the most traded first', (name = '', codes = '') =>
  expect(codesOfName(name).join(' ').slice(0, codes.length)).toBe(codes),
);
