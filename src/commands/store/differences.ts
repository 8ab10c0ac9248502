import type { DayRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';

/** `2024-01-17 EUR 0.955 0.956`: day, code, held, given; `-` where one of them lacks the code. */
export function* differences(held: DayRates, given: DayRates): Generator<string> {
  const codes = new Set([...held.rates.keys(), ...given.rates.keys()]);
  for (const code of [...codes].sort()) {
    const [one, other] = [held.rates.get(code), given.rates.get(code)];
    if (one !== other) yield [held.day, code, text(one), text(other)].join(' ');
  }
}

const text = (rate: number | undefined) => (rate === undefined ? '-' : plain(rate));
