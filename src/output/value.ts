import { rateCell } from './csv.ts';
import type { Format } from './format.ts';

/** The rates alone, a line each. */
export const value: Format = (document) => {
  const cell = rateCell(document);
  return {
    day: ({ rates }) => Array.from(rates.values(), (rate) => `${cell(rate)}\n`).join(''),
    end: () => [],
  };
};
