import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import { type DayRates, derive, rateIn } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { FoundRate } from './own-rates.ts';

export function meanRate(days: readonly DayRates[], from: Code, to: Code): Omit<FoundRate, 'date'> | undefined {
  const daily = days.flatMap((day) => {
    const rate = rateBetween(day, from, to);
    return rate === undefined ? [] : [{ day: day.day, rate, isDerived: from !== to && from !== day.base }];
  });
  if (daily.length === 0) return undefined;
  const origin = { days: daily.map(({ day }) => day), derived: daily.some(({ isDerived }) => isDerived) };
  return { rate: plain(meanOf(daily.map(({ rate }) => rate))), of: undefined, origin };
}

function rateBetween(day: DayRates, from: Code, to: Code): number | undefined {
  const rates = new Map<Code, number>();
  for (const code of [from, to]) {
    const rate = rateIn(day, code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return derive({ ...day, rates }, from)?.rates.get(to);
}
