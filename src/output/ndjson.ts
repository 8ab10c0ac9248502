import { pairOf, sideOf } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Format, PeriodFormat } from './format.ts';

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

export const ndjsonOfPeriods: PeriodFormat = ({ kind, ...document }) => ({
  period({ period, pairs }) {
    let text = '';
    for (const [code, figures] of pairs) {
      const [base, quote] = pairOf(sideOf(document), code);
      const { rate, date } = figures[kind.take];
      const day = date ? `"${date}"` : 'null';
      text += `{"period":"${period.name}","base":"${base}","quote":"${quote}","rate":${plain(rate)},"date":${day},"days":${figures.days}}\n`;
    }
    return text;
  },
  *end() {},
});
