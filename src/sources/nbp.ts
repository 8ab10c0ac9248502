import { type Day, type DayRun, isWeekend, parseDay } from '../calendar/day.ts';
import { daysAfterEaster } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { ensure } from '../http/client.ts';
import { isObject, parseJson } from '../json.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { connect, type KeylessSource } from './keyless.ts';
import { publishedRates, ratesOf, type Source, type Subscriber } from './source.ts';

export const zloty = 'PLN' as Code;

/** The currencies that are, or were, in table A. */
const codes =
  'AUD BGN BRL CAD CHF CLP CNY CYP CZK DKK EEK EUR GBP HKD HRK HUF IDR ILS INR ISK JPY KRW LTL LVL MTL MXN ' +
  'MYR NOK NZD PHP RON RUB SEK SGD SIT SKK THB TRL TRY UAH USD XDR ZAR';

/** Of the tables that can be asked for. */
const first = '2002-01-02' as Day;

/** Prices of some 32 currencies in złoty: without a key and free of charge, by ranges. */
export const bankOfPoland = (subscriber: Subscriber): Source => ({
  name: 'Narodowy Bank Polski',
  terms: 'free to use with the bank named as the source',
  folder: 'nbp',
  pivot: { quote: zloty },
  // between 11:45 and 12:15 in Warsaw, which is 9:45 to 11:15 in UTC
  ...publishedRates(first, 11.5, (day) => day >= first && isWorkingDay(day)),
  asks: { by: 'range', maxDays: 93 },
  hasTables: true,
  currencies: codes.split(' ') as Code[],
  endpoints: 'tables/A',
  open: async (listener) => connect(tables, subscriber, listener),
});

const tables: KeylessSource = {
  name: 'nbp',
  atOnce: 4,
  // a quarter has some 150,000
  maxSize: 4 * 1024 * 1024,
  accept: 'application/json',
  publishes: isWorkingDay,
  pathOf: ({ first, last }) => `/api/exchangerates/tables/A/${first}/${last}/?format=json`,
  // the bank's own line for a range without a table; any other 404 says nothing about its tables
  hasNone: ({ status, body }) => status === 404 && body.toString().startsWith('404 NotFound'),
  parse: parseTables,
};

const holidays = /^(?:01-01|05-01|05-03|08-15|11-01|11-11|12-25|12-26)$/;

/** Whether it is a working day in Poland, on which the bank publishes a table. */
export function isWorkingDay(day: Day): boolean {
  const date = day.slice(5);
  if (isWeekend(day) || holidays.test(date)) return false;
  if ((date === '01-06' && day >= '2011') || (date === '12-24' && day >= '2025')) return false;
  const afterEaster = daysAfterEaster(day);
  // Easter Monday and Corpus Christi
  return afterEaster !== 1 && afterEaster !== 60;
}

/**
 * The tables of a run of days, by day. @throws FailedAttempt for a body that is not a list of tables, or is
 * cut off
 */
export function parseTables(body: Buffer, { first, last }: DayRun): ReadonlyMap<Day, DayRates> {
  const json = parseJson(body.toString());
  ensure(Array.isArray(json), `it is ${json === undefined ? 'not JSON' : 'not a list of tables'}`);

  const tables = new Map<Day, DayRates>();
  for (const each of json) {
    const table = tableOf(each);
    const { day } = table;
    ensure(day >= first && day <= last, `it has a table of ${day}, which was not requested`);
    ensure(!tables.has(day), `it has two tables of ${day}`);
    tables.set(day, table);
  }
  return tables;
}

function tableOf(json: unknown): DayRates {
  ensure(isObject(json) && Array.isArray(json.rates), 'it contains something other than tables');
  const { table, no, effectiveDate, rates } = json;
  ensure(table === 'A', 'it has another table than A');
  const day = typeof effectiveDate === 'string' ? parseDay(effectiveDate) : undefined;
  ensure(day, 'a table has no day');
  // `041/A/NBP/2026`
  const isNumbered = typeof no === 'string' && /^\d{1,4}\/A\/NBP\/\d{4}$/.test(no);
  ensure(isNumbered, `the table of ${day} has no number`);

  const found = ratesOf(rates.map(figureIn));
  ensure(found, `the table of ${day} has no readable rate`);
  return { day, quote: zloty, ...found, table: no, isFinal: true };
}

function figureIn(line: unknown): readonly [code: string, rate: number] {
  const { code, mid } = isObject(line) ? line : {};
  ensure(typeof code === 'string', 'a line of a table has no code');
  return [code, typeof mid === 'number' ? mid : Number.NaN];
}
