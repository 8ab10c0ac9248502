import { pairOf } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Format } from './format.ts';

export const ndjson: Format = () => ({
  day(shown) {
    let text = '';
    for (const [code, rate] of shown.rates) {
      const [base, quote] = pairOf(shown, code);
      text += `{"date":"${shown.day}","base":"${base}","quote":"${quote}","rate":${plain(rate)}}\n`;
    }
    return text;
  },
  *end() {},
});
