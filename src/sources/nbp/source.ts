import { type Day, dayAt } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import type { Connection, Source, Subscriber } from '../source.ts';
import { zloty } from './bank.ts';
import { isWorkingDay } from './calendar.ts';

/** The currencies that are, or were, in table A. */
const codes =
  'AUD BGN BRL CAD CHF CLP CNY CYP CZK DKK EEK EUR GBP HKD HRK HUF IDR ILS INR ISK JPY KRW LTL LVL MTL MXN ' +
  'MYR NOK NZD PHP RON RUB SEK SGD SIT SKK THB TRL TRY UAH USD XDR ZAR';

const endpoint = 'tables/A';

/** Of the tables that can be asked for. */
const first = '2002-01-02' as Day;

/** What a unit of some 32 currencies was worth in złoty: without a key and free of charge, by ranges. */
export const bankOfPoland = (subscriber: Subscriber): Source<Connection> => ({
  name: 'Narodowy Bank Polski',
  terms: 'free to use with the bank named as the source',
  folder: 'nbp',
  pivot: { quote: zloty },
  calendar: {
    first,
    publishes: (day) => day >= first && isWorkingDay(day),
    due: (now) => dayAt(now - dueAt * hour),
    isFinal: () => true,
  },
  asks: { by: 'range', most: 93 },
  newest: 'published',
  has: { alternative: false, raw: false, quota: false, table: true },
  currencies: codes.split(' ') as Code[],
  endpoints: { days: endpoint, range: endpoint, newest: endpoint },
  updateEvery: () => hour,
  open: async (listener) => (await import('./connection.ts')).connect(subscriber, listener),
});

/** Milliseconds. */
const hour = 3_600_000;

/** Hours in UTC. The bank publishes between 11:45 and 12:15 in Warsaw, which is 9:45 to 11:15 in UTC. */
const dueAt = 11.5;
