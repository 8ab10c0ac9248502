import { dayAt } from '../../calendar/day.ts';
import { type Code, euro } from '../../currencies/code.ts';
import type { Source, Visitor, WholeConnection } from '../source.ts';
import { bankFolder, firstOfBank } from './bank.ts';
import { isWorkingDay } from './calendar.ts';

/** The currencies that the bank has, or has had, besides the euro. */
const codes =
  'AUD BGN BRL CAD CHF CNY CYP CZK DKK EEK GBP HKD HRK HUF IDR ILS INR ISK JPY KRW LTL ' +
  'LVL MTL MXN MYR NOK NZD PHP PLN ROL RON RUB SEK SGD SIT SKK THB TRL TRY USD ZAR';

/** The euro reference rates: one file of the European Central Bank, without a key and free of charge. */
export const centralBank = (visitor: Visitor): Source<WholeConnection> => ({
  name: 'European Central Bank',
  terms: 'free to use with the bank named as the source; for information, not meant for transactions',
  folder: bankFolder,
  pivot: { base: euro },
  calendar: {
    first: firstOfBank,
    publishes: isWorkingDay,
    due: (now) => dayAt(now - dueAt * hour),
    isFinal: () => true,
  },
  asks: { by: 'all' },
  newest: 'published',
  has: { alternative: false, raw: false, quota: false },
  currencies: codes.split(' ') as Code[],
  updateEvery: () => hour,
  open: async (listener) => (await import('./connection.ts')).connect(visitor, listener),
});

/** Milliseconds. */
const hour = 3_600_000;

/** An hour in UTC. The bank publishes at about 16:00 in Frankfurt, which is 14:00 or 15:00 in UTC. */
const dueAt = 15;
