import type { Day } from '../../calendar/day.ts';
import type { Column } from '../../output/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';

/** Undefined where the held day, or the given one, lacks the code. */
export interface Difference {
  readonly date: Day;
  readonly code: string;
  readonly held: number | undefined;
  readonly given: number | undefined;
}

export const differenceColumns: readonly Column<Difference>[] = [
  { name: 'date', kind: 'date', of: ({ date }) => date },
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'held', kind: 'number', optional: true, of: ({ held }) => held },
  { name: 'given', kind: 'number', optional: true, of: ({ given }) => given },
];

export function differences(held: DayRates, given: DayRates): Difference[] {
  const codes = [...new Set([...held.rates.keys(), ...given.rates.keys()])].sort();
  return codes
    .map((code) => ({ date: held.day, code, held: held.rates.get(code), given: given.rates.get(code) }))
    .filter((each) => each.held !== each.given);
}

/** `2024-01-17 EUR 0.955 0.956` */
export const differenceLine = ({ date, code, held, given }: Difference): string =>
  `${[date, code, text(held), text(given)].join(' ')}\n`;

const text = (rate: number | undefined) => (rate === undefined ? '-' : plain(rate));
