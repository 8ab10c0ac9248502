import { dayAt } from '../../calendar/day.ts';
import { type Code, euro } from '../../currencies/code.ts';
import { firstOfBank } from '../ecb/bank.ts';
import { isWorkingDay } from '../ecb/calendar.ts';
import type { Connection, Source, Subscriber } from '../source.ts';

/** The currencies that the bank has, or has had, besides the euro. */
const codes =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BYR BZD ' +
  'CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CYP CZK DJF DKK DOP DZD EEK EGP ERN ETB FJD FKP GBP GEL GHS GIP ' +
  'GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD ' +
  'KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MYR MZN NAD ' +
  'NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR ROL RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
  'SIT SKK SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TND TOP TRL TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VEF VES VND VUV WST XAF XCD XCG XDR XOF XPF YER ZAR ZMK ZMW ZWD ZWG ZWL';

const endpoint = 'dailyRates';

/** What one euro was worth in some 150 currencies: a request a day, without a key and free of charge. */
export const bankOfItaly = (subscriber: Subscriber): Source<Connection> => ({
  name: "Banca d'Italia",
  terms: 'free to use with the bank named as the source; for information',
  folder: 'bdi',
  pivot: { base: euro },
  calendar: {
    first: firstOfBank,
    publishes: isWorkingDay,
    due: (now) => dayAt(now - dueAt * hour),
    isFinal: () => true,
  },
  asks: { by: 'day' },
  newest: 'published',
  has: { alternative: false, raw: false, quota: false },
  isSparing: true,
  currencies: codes.split(' ') as Code[],
  endpoints: { days: endpoint, range: endpoint, newest: endpoint },
  updateEvery: () => hour,
  open: async (listener) => (await import('./connection.ts')).connect(subscriber, listener),
});

/** Milliseconds. */
const hour = 3_600_000;

/** An hour in UTC. */
const dueAt = 18;
