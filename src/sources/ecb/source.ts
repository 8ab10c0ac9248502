import { dayAt } from '../../calendar/day.ts';
import type { Visitor } from '../http/visitor.ts';
import type { Source, WholeConnection } from '../source.ts';
import { bankFolder, euro } from './bank.ts';
import { isWorkingDay } from './calendar.ts';

/** The euro reference rates: one file of the European Central Bank, without a key and free of charge. */
export const centralBank = (visitor: Visitor): Source<WholeConnection> => ({
  name: 'European Central Bank',
  folder: bankFolder,
  pivot: euro,
  isWhole: true,
  costOf: () => 0,
  updateEvery: () => hour,
  publishes: isWorkingDay,
  lastDue: (now) => dayAt(now - dueAt * hour),
  open: async (listener) => (await import('./connection.ts')).connect(visitor, listener),
});

/** Milliseconds. */
const hour = 3_600_000;

/** In UTC. The bank publishes at about 16:00 in Frankfurt, which is 14:00 or 15:00 here. */
const dueAt = 15;
