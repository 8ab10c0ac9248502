import { type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import type { Code } from '../../src/rates/code.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import type { Source } from '../../src/sources/source.ts';

const pivot = 'EUR' as Code;
const publishes = (day: Day) => !isWeekend(day);

/** Made up: 1 EUR is as many USD as it is the day of the month, and 100 times as many JPY. */
function ratesOf(day: Day): DayRates {
  const date = Number(day.slice(8));
  const rates = { EUR: 1, JPY: date * 100, USD: date };
  return { day, base: pivot, rates: new Map(Object.entries(rates) as [Code, number][]) };
}

/** As small as a source can be: free, without a key, Monday to Friday. */
export const weekdays: Source = {
  name: 'Weekdays',
  folder: 'weekdays.example',
  pivot,
  publishes,
  costOf: () => 0,
  updateEvery: () => 3_600_000,
  open: async () => ({
    begin: () => async (request, came) => {
      const { run } = request;
      await came({
        run,
        days: [...eachDay(run.first, run.last)].map(ratesOf),
        surplus: [],
        served: undefined,
      });
    },
    close: async () => {},
  }),
};
