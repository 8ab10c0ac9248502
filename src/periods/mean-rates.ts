import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import type { PrintedRate } from '../rates/convert.ts';
import { type DayRates, derive, rateIn } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';

type Pair = readonly [from: Code, to: Code];

export class MeanRates {
  readonly #daily: ReadonlyMap<string, { readonly pair: Pair; readonly rates: number[] }>;

  constructor(pairs: readonly Pair[]) {
    this.#daily = new Map(pairs.map((pair) => [pair.join(), { pair, rates: [] }]));
  }

  add(day: DayRates): void {
    for (const { pair, rates } of this.#daily.values()) {
      const rate = rateBetween(day, pair);
      if (rate !== undefined) rates.push(rate);
    }
  }

  /** Undefined if no day has the pair. */
  rate(pair: Pair): PrintedRate | undefined {
    const { rates = [] } = this.#daily.get(pair.join()) ?? {};
    return rates.length === 0 ? undefined : { rate: plain(meanOf(rates)), derived: false };
  }
}

function rateBetween(day: DayRates, [from, to]: Pair): number | undefined {
  const rates = new Map<Code, number>();
  for (const code of [from, to]) {
    const rate = rateIn(day, code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return derive({ ...day, rates }, from)?.rates.get(to);
}
