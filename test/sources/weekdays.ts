import { type Day, eachDay, isWeekend, lastFinishedDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/rates/code.ts';
import type { Connection, Source } from '../../src/sources/source.ts';

const pivot = 'EUR' as Code;

/** 1 EUR is as many USD as it is the day of the month, and 100 times as many JPY. */
function ratesOf(day: Day) {
  const usd = Number(day.slice(8));
  const rates = { EUR: 1, JPY: usd * 100, USD: usd };
  return { day, base: pivot, rates: new Map(Object.entries(rates) as [Code, number][]) };
}

/** As small as a source can be: free, without a key, Monday to Friday. */
export const weekdays: Source<Connection> = {
  name: 'Weekdays',
  folder: 'weekdays.example',
  pivot,
  publishes: (day) => !isWeekend(day),
  lastDue: lastFinishedDay,
  costOf: () => 0,
  updateEvery: () => 3_600_000,
  open: async () => ({
    begin: () => (request, came) => {
      const days = Array.from(eachDay(request.run.first, request.run.last), ratesOf);
      return came({ run: request.run, days, surplus: [], served: undefined });
    },
    close: async () => {},
  }),
};
