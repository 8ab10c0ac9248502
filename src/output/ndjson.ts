import { plain } from '../rates/decimal.ts';
import type { Format } from './format.ts';

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
