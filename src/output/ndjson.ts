import { plain } from '../rates/decimal.ts';
import type { Format } from './format.ts';

/** An object a rate, one on each line. */
export const ndjson: Format = () => ({
  day({ day, base, rates }) {
    let text = '';
    for (const [quote, rate] of rates) {
      text += `{"date":"${day}","base":"${base}","quote":"${quote}","rate":${plain(rate)}}\n`;
    }
    return text;
  },
  *end() {},
});
