import { describe, expect, test } from 'vitest';
import { currencyNames, hasEnded, nameOf } from '../../src/currencies/names.ts';
import { codesNamed } from '../../src/currencies/nicknames.ts';
import { cases } from '../support/cases.ts';

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
)('%s is a name of one', (name = '', code) => expect(codesNamed(name)).toEqual([code]));

test.each(['', 's', 'es', 'EUR', 'bolívares fuertes', 'a yen', 'dollars and', 'swiss', 'uk', 'quid'])(
  '%j is none',
  (text) => {
    expect(codesNamed(text)).toEqual([]);
  },
);

describe('every name of a living currency', () => {
  const living = [...currencyNames.keys()].filter((code) => !hasEnded(code) && !nameOf(code).endsWith(')'));

  test.each(living)(
    '%s: leads to it, in the plural and in any case, and a last word of it at least among others',
    (code) => {
      const name = nameOf(code);
      for (const text of [name, `${name}s`, name.toUpperCase()]) expect(codesNamed(text)).toEqual([code]);
      expect(codesNamed(name.split(' ').at(-1) ?? '').length).toBeGreaterThan(0);
    },
  );
});

test.each(
  cases(`
    dollars = USD AUD CAD HKD SGD NZD TWD   bucks = USD AUD CAD HKD SGD NZD TWD   Franken = CHF BIF CDF
    pesos = MXN CLP PHP COP ARS   rupees = INR LKR MUR   crowns = SEK NOK DKK CZK ISK   pounds = GBP EGP FKP
    won = KRW KPW   CFA francs = XAF XOF   marks = BAM DEM   guilders = XCG NLG   koruny = CZK SKK
  `),
)('%s are several, the most traded first', (name = '', codes = '') =>
  expect(codesNamed(name).join(' ').slice(0, codes.length)).toBe(codes),
);
