import { plain } from '../rates/decimal.ts';
import type { Format, PeriodFormat } from './format.ts';

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

export const ndjsonOfPeriods: PeriodFormat = ({ kind, base }) => ({
  period({ period, pairs }) {
    let text = '';
    for (const [quote, figures] of pairs) {
      const { rate, date } = figures[kind.take];
      const day = date ? `"${date}"` : 'null';
      text += `{"period":"${period.name}","base":"${base}","quote":"${quote}","rate":${plain(rate)},"date":${day},"days":${figures.days}}\n`;
    }
    return text;
  },
  *end() {},
});
