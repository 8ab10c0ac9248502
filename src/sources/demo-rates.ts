import { type Day, dayAt, firstDay, numberOf, startOf } from '../calendar/day.ts';
import { type Code, usd } from '../currencies/code.ts';
import type { BaseRates } from '../rates/day-rates.ts';

/**
 * Code and rate per US dollar on 2024-07-01; of a floating one also the daily movement and the yearly rise,
 * both in percent. Or code and a fixed multiple of another.
 */
const primary = `
  AED:3.6725 AFN:71.2:0.3 ALL:93.4:0.3 AMD:388:0.3 ANG:1.79 AOA:871:0.3:14 ARS:912.3:0.3:38 AUD:1.5007:0.6
  AWG:1.8 AZN:1.7 BAM:EUR*1.95583 BBD:2 BDT:117.4:0.15:2 BGN:EUR*1.95583 BHD:0.37693:0.01 BIF:2878:0.1:4
  BMD:1 BND:SGD*1 BOB:6.92:0.05 BRL:5.6512:0.8:3 BSD:1 BTC:0.000015862417:2.2:-42 BTN:INR*1
  BWP:13.58:0.4:2 BYN:3.27:0.3:4 BYR:20000:0.4:10 BZD:2 CAD:1.3736:0.4 CDF:2840:0.2:5 CHF:0.9037:0.5:-1
  CLF:0.0342:0.5 CLP:944:0.7:2 CNH:7.3061:0.2 CNY:7.2683:0.15 COP:4128:0.7:2 CRC:523:0.4 CUC:1 CUP:25.75
  CVE:EUR*110.265 CZK:23.31:0.6 DJF:177.721 DKK:EUR*7.46038 DOP:59.1:0.2:3 DZD:134.4:0.2:2 EEK:EUR*15.6466
  EGP:48.03:0.2:9 ERN:15 ETB:57.4:0.1:8 EUR:0.9312:0.5 FJD:2.2488:0.4 FKP:GBP*1 GBP:0.7906:0.5
  GEL:2.81:0.3 GGP:GBP*1 GHS:15.28:0.3:14 GIP:GBP*1 GMD:67.75:0.2:3 GNF:8606:0.1:4 GTQ:7.768:0.1
  GYD:209.1:0.05 HKD:7.8125:0.02 HNL:24.76:0.1:2 HRK:EUR*7.5345 HTG:132.6:0.2:4 HUF:368.4:0.7:1
  IDR:16320:0.4:2 IEP:EUR*0.787564 ILS:3.7613:0.5 IMP:GBP*1 INR:83.44:0.25:2 IQD:1310:0.05 IRR:42100:0.1:6
  ISK:138.7:0.5 JEP:GBP*1 JMD:156.3:0.3:3 JOD:0.709 JPY:161.45:0.6 KES:129.2:0.2:2 KGS:86.5:0.2:2
  KHR:4112:0.1 KMF:EUR*491.96775 KPW:900 KRW:1382.7:0.5 KWD:0.3066:0.05 KYD:0.833333 KZT:471.4:0.4:4
  LAK:21980:0.2:4 LBP:89550:0.02 LKR:305.4:0.3:4 LRD:194.4:0.2:4 LSL:ZAR*1 LTL:EUR*3.4528 LVL:EUR*0.702804
  LYD:4.875:0.2:2 MAD:9.94:0.3 MDL:17.86:0.3:1 MGA:4479:0.3:3 MKD:57.3:0.4 MMK:2098:0.05 MNT:3380:0.1:4
  MOP:HKD*1.03 MRO:MRU*10 MRU:39.5:0.2:1 MTL:EUR*0.4293 MUR:46.93:0.3:2 MVR:15.41:0.1 MWK:1734:0.2:9
  MXN:18.31:0.7:2 MYR:4.714:0.3 MZN:63.9:0.1:3 NAD:ZAR*1 NGN:1517:0.4:10 NIO:36.8:0.1:2 NOK:10.67:0.7
  NPR:INR*1.6 NZD:1.6432:0.6 OMR:0.3845 PAB:1 PEN:3.841:0.3 PGK:3.852:0.2:2 PHP:58.62:0.3 PKR:278.4:0.2:6
  PLN:4.0143:0.6 PYG:7541:0.3:1 QAR:3.64 RON:4.6342:0.4 RSD:109:0.4 RUB:86.9:0.9:4 RWF:1307:0.1:4 SAR:3.75
  SBD:8.47:0.2 SCR:14.6:0.5:2 SDG:586:0.2:8 SEK:10.58:0.7 SGD:1.3571:0.3 SHP:GBP*1 SKK:EUR*30.126
  SLE:22.6:0.3:9 SLL:SLE*1000 SOS:571:0.1 SRD:30.9:0.3:9 SSP:130.3:0.2:20 STD:EUR*24500 STN:EUR*24.5
  SVC:8.75 SYP:2512:0.05:12 SZL:ZAR*1 THB:36.82:0.4 TJS:10.66:0.2:4 TMT:3.5 TND:3.1385:0.3:2 TOP:2.37:0.3
  TRY:32.68:0.5:17 TTD:6.79:0.1 TWD:32.55:0.3 TZS:2650:0.2:3 UAH:40.5:0.3:5 UGX:3710:0.2:2 USD:1
  UYU:39.9:0.4:2 UZS:12570:0.2:7 VEF:248487.642241:0.3 VES:36.4:0.3:70 VND:25450:0.1:1 VUV:119.6:0.2
  WST:2.73:0.3 XAF:EUR*655.957 XAG:0.03394:1.1 XAU:0.00042917:0.7:-5 XCD:2.7 XCG:1.79 XDR:0.7604:0.25
  XOF:EUR*655.957 XPD:0.00102093:1.3 XPF:EUR*119.331742 XPT:0.00100607:1 YER:250.4:0.05 ZAR:18.34:0.8:3
  ZMK:5200:0.4:3 ZMW:24.1:0.5:8 ZWD:361.9 ZWG:26.4:0.2:4 ZWL:322`;

const alternative = `
  DASH:0.0398406:2.4:-20 DOGE:8.064516:2.6:-30 ETH:0.00029069:2.3:-35 LD:320:0.1 LTC:0.01344086:2.3:-25
  NMC:2.3809524:2.4:-10 PPC:2.5641026:2.4:-10 VEF_BLKMKT:4010000:0.6:70 VEF_DICOM:3640000:0.3:70
  XMR:0.00595238:2.3:-30 XRP:2.0833333:2.5:-20`;

/** First and last day, where they are not those of all. */
const spans = `
  AFN:2002-10-07 ANG::2025-06-30 AZN:2006-01-01 BTC:2009-01-03 BYN:2016-07-01 BYR:2000-01-01:2016-12-31
  CNH:2010-08-23 CUC::2021-06-30 DASH:2014-01-18 DOGE:2013-12-06 EEK::2010-12-31 ETH:2015-07-30
  GHS:2007-07-01 HRK::2022-12-31 IEP::2002-02-08 LD:2003-06-23 LTC:2011-10-13 LTL::2014-12-31
  LVL::2013-12-31 MGA:2005-01-01 MRO::2018-12-31 MRU:2018-01-01 MTL::2007-12-31 MZN:2006-07-01
  NMC:2011-04-19 PPC:2012-08-12 RON:2005-07-01 RSD:2003-07-02 SDG:2007-01-10 SKK::2008-12-31
  SLE:2022-04-01 SLL::2024-03-31 SRD:2004-01-01 SSP:2011-07-18 STD::2018-12-31 STN:2018-01-01
  TJS:2000-10-30 TMT:2009-01-01 TRY:2005-01-01 VEF:2008-01-01:2018-08-19 VEF_BLKMKT:2014-06-01
  VEF_DICOM:2016-02-18 VES:2018-08-20 XCG:2025-04-01 XMR:2014-04-18 XRP:2013-08-04 ZMK::2012-12-31
  ZMW:2013-01-01 ZWD::2009-04-12 ZWG:2024-09-01 ZWL:2009-02-02:2024-08-31`;

const metals = /^(?:XAG|XAU|XPD|XPT)$/;
const coins = /^(?:BTC|DASH|DOGE|ETH|LTC|NMC|PPC|XMR|XRP)$/;

// Only small integers and + - * /: every engine agrees to the last digit, and is fast from the first call.

/** Days between two points of the noise, and its reach in tenths of a daily movement. */
const octaves = [
  [1, 5],
  [4, 13],
  [30, 35],
  [200, 90],
  [1500, 200],
] as const;
const noiseBits = 15;
const weightBits = 12;

/** The position of a day between two points of each octave. */
type OctavePlaces = ReturnType<typeof placesOf>;

function placesOf(day: number) {
  return octaves.map(([period, reach]) => {
    const part = (day % period) / period;
    const weight = Math.round(part * part * (3 - 2 * part) * (1 << weightBits));
    return { point: Math.floor(day / period) + period * 0x10000, weight, reach };
  });
}

/** Distance from the trend in daily movements, less than 35 either way. */
function deviation(seed: number, places: OctavePlaces) {
  let tenths = 0;
  for (const { point, weight, reach } of places) {
    const from = pointNoise(seed, point);
    const to = pointNoise(seed, point + 1);
    tenths += (from + (((to - from) * weight) >> weightBits)) * reach;
  }
  return tenths / (10 << noiseBits);
}

function pointNoise(seed: number, point: number) {
  let hash = Math.imul(seed ^ Math.imul(point, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return hash >> (31 - noiseBits);
}

function seedOf(text: string) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The tables, parsed: once for all days, and only where any are made up. */
type DemoTables = ReturnType<typeof demoTables>;

export function demoTables() {
  const alternativeFacts = factsIn(alternative);
  const facts = new Map([...factsIn(primary), ...alternativeFacts]);
  /** The day of the rates in the table. */
  const anchor = numberOf('2024-07-01' as Day);
  return {
    facts,
    codes: [...facts.keys()].sort(),
    alternativeFacts,
    spans: factsIn(spans),
    anchor,
    anchorPlaces: placesOf(anchor),
  };
}

function factsIn(table: string): ReadonlyMap<Code, readonly string[]> {
  const entries = table.trim().split(/\s+/);
  return new Map(entries.map((entry) => entry.split(':')).map(([code, ...facts]) => [code as Code, facts]));
}

/** Undefined for a day of which there are none. @param now milliseconds since 1970 */
export function demoDay(
  tables: DemoTables,
  day: Day,
  now: number,
  alternative: boolean,
): BaseRates | undefined {
  if (day < firstDay || day > dayAt(now)) return undefined;
  const fullHour = now - (now % 3_600_000);
  const timestamp = Math.min(startOf(day) + 86_398_000, fullHour) / 1000;
  const number = numberOf(day);
  const places = placesOf(number);
  const rates = new Map<Code, number>();
  for (const code of tables.codes) {
    const [first = '', last = day] = tables.spans.get(code) ?? [];
    if (day < first || day > last || (!alternative && tables.alternativeFacts.has(code))) continue;
    rates.set(code, rateOf(tables, code, (number - tables.anchor) / 365, places));
  }
  return { ...terms, day, base: usd, rates, timestamp };
}

const terms = {
  disclaimer: 'These rates are made up, for demonstration only. Do not use them for anything else.',
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
};

/** @param years since the day of the table */
function rateOf(tables: DemoTables, code: Code, years: number, places: OctavePlaces): number {
  const [text = '', daily, yearly = '0'] = tables.facts.get(code) ?? [];
  const [rate, times] = text.split('*');
  if (!daily && !times) return Number(rate);

  const scale = metals.test(code) ? 1e8 : coins.test(code) ? 1e12 : 1e6;
  const rounded = (exact: number) => Math.round(exact * scale) / scale;
  if (times) return rounded(rateOf(tables, rate as Code, years, places) * Number(times));

  const seed = seedOf(code);
  const movement = (at: OctavePlaces) => 1 + deviation(seed, at) * (Number(daily) / 100);
  const middle = Number(rate) / movement(tables.anchorPlaces);
  const factor = 1 + Number(yearly) / 100;
  const whole = Math.floor(years);
  const rise = power(factor, whole) * (1 + (factor - 1) * (years - whole));
  return rounded(middle * rise * movement(places));
}

/** `**` may differ in the last digit between engines. */
function power(factor: number, exponent: number): number {
  if (exponent < 0) return 1 / power(factor, -exponent);
  let result = 1;
  for (let rest = exponent, square = factor; rest > 0; rest >>= 1, square *= square) {
    if (rest & 1) result *= square;
  }
  return result;
}
