import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import { type DayRates, derive, rateIn } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Origin } from './receipt.ts';

type Pair = readonly [from: Code, to: Code];

interface Daily {
  readonly pair: Pair;
  readonly rates: number[];
  readonly days: Day[];
  derived: boolean;
}

interface Mean extends Origin {
  readonly rate: string;
}

export class MeanRates {
  readonly #daily: ReadonlyMap<string, Daily>;

  constructor(pairs: readonly Pair[]) {
    const none = (pair: Pair): Daily => ({ pair, rates: [], days: [], derived: false });
    this.#daily = new Map(pairs.map((pair) => [pair.join(), none(pair)]));
  }

  add(day: DayRates): void {
    for (const daily of this.#daily.values()) {
      const rate = rateBetween(day, daily.pair);
      if (rate === undefined) continue;
      daily.rates.push(rate);
      daily.days.push(day.day);
      daily.derived = isDerived(day, daily.pair);
    }
  }

  /** Undefined if no day has the pair. */
  rate(pair: Pair): Mean | undefined {
    const daily = this.#daily.get(pair.join());
    if (!daily?.days.length) return undefined;
    const { rates, days, derived } = daily;
    return { rate: plain(meanOf(rates)), days, derived };
  }
}

const isDerived = ({ base }: DayRates, [from, to]: Pair) => from !== to && from !== base;

function rateBetween(day: DayRates, [from, to]: Pair): number | undefined {
  const rates = new Map<Code, number>();
  for (const code of [from, to]) {
    const rate = rateIn(day, code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return derive({ ...day, rates }, from)?.rates.get(to);
}
