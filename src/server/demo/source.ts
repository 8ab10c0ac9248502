import { type Day, dayAt, eachDay, firstDay, startOf } from '../../calendar/day.ts';
import { usd } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { DaySource } from '../api/service.ts';
import { demoRates } from './rates.ts';

const terms = {
  disclaimer: 'These rates are made up, for demonstration only. Do not use them for anything else.',
  license: 'https://creativecommons.org/publicdomain/zero/1.0/',
};

export function demoSource(now: () => number): DaySource {
  return {
    async days(first, last, { alternative, tell }) {
      tell('made up');
      const today = dayAt(now());
      const days = new Map<Day, DayRates>();
      for (const day of eachDay(first, last)) {
        if (day < firstDay || day > today) continue;
        const rates = demoRates(day, alternative);
        days.set(day, { day, base: usd, rates, timestamp: publishedAt(day, now()), ...terms });
      }
      return days;
    },
  };
}

/** Just before the end of the day, or for the running day at the last full hour. */
function publishedAt(day: Day, now: number): number {
  const fullHour = now - (now % 3_600_000);
  return Math.min(startOf(day) + 86_398_000, fullHour) / 1000;
}
