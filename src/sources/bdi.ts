import type { Day } from '../calendar/day.ts';
import { type Code, euro } from '../currencies/code.ts';
import { ensure } from '../http/client.ts';
import { foreignKind } from '../input/kinds.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { decimalIn, firstDayOfEuro, isEcbWorkingDay, readRateRows } from './ecb.ts';
import { connect, type KeylessSource } from './keyless.ts';
import { publishedRates, ratesOf, type Source, type Subscriber } from './source.ts';

/** The currencies that the bank has, or has had, except the euro. */
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BYR BZD ' +
  'CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CYP CZK DJF DKK DOP DZD EEK EGP ERN ETB FJD FKP GBP GEL GHS GIP ' +
  'GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD ' +
  'KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MYR MZN NAD ' +
  'NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR ROL RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
  'SIT SKK SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TND TOP TRL TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VEF VES VND VUV WST XAF XCD XCG XDR XOF XPF YER ZAR ZMK ZMW ZWD ZWG ZWL';

/** One euro in some 150 currencies: a request per day, without a key and free of charge. */
export const bankOfItaly = (subscriber: Subscriber): Source => ({
  name: "Banca d'Italia",
  terms: 'free to use with the bank named as the source; for information',
  folder: 'bdi',
  pivot: { base: euro },
  ...publishedRates(firstDayOfEuro, 18, isEcbWorkingDay),
  asks: { by: 'day' },
  isSparing: true,
  currencies: codes.split(' ') as Code[],
  endpoints: 'dailyRates',
  open: async (listener) => connect(dailyRates, subscriber, listener),
});

const dailyRates: KeylessSource = {
  name: 'bdi',
  atOnce: 2,
  // a day has some 15,000
  maxSize: 1024 * 1024,
  accept: 'text/csv',
  publishes: isEcbWorkingDay,
  pathOf: ({ first }) => `/dailyRates?referenceDate=${first}&currencyIsoCode=EUR&lang=en`,
  parse(body, { first }) {
    const rates = parseTable(body, first);
    return new Map(rates && [[first, rates]]);
  },
  // 0.3 s are required, and some requests take longer to arrive
  interval: 320,
};

/**
 * The rates of a day; undefined where the bank answers that it has none.
 * @throws FailedAttempt if it is no answer about that day, or not all of one
 */
export function parseTable(body: Buffer, day: Day): DayRates | undefined {
  const {
    text,
    rows: [head, ...rows],
    isClosed,
  } = readRateRows(body);
  ensure(isClosed, 'it is cut off, it has a quote that is never closed');
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const columns = ['ISO Code', 'Rate', 'Rate convention', 'Reference date (CET)'].map((name) => {
    const column = names.indexOf(name);
    const what = foreignKind(text)?.what ?? 'not a table of the bank';
    ensure(column >= 0 && column === names.lastIndexOf(name), `it is ${what}`);
    return column;
  });
  const end = rows.findIndex(({ cells }) => cells[0]?.trim() === '# DISCLAIMER');
  ensure(end >= 0, 'it is cut off, it has no disclaimer at its end');

  const figures = rows.slice(0, end).flatMap(({ cells, count, line }) => {
    ensure(count === names.length, `line ${line} has ${count} cells, its head has ${names.length}`);
    const [code = '', rate = '', convention, date] = columns.map((column) => cells[column]?.trim());
    ensure(convention === 'Foreign currency amount for 1 Euro.', `line ${line} has another rate convention`);
    ensure(date === day, `line ${line} is of another day than ${day}`);
    ensure(code !== '', `line ${line} has no code`);
    return rate === 'N.A.' || code === euro ? [] : [[code, decimalIn(rate)] as const];
  });
  const rates = ratesOf(figures);
  // a table of `N.A.` alone is one without rates
  return rates && { day, base: euro, ...rates, isFinal: true };
}
