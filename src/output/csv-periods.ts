import { ratesTaken } from '../periods/figures.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import { delimiterOf, headed, rateCell, wideRows } from './csv.ts';
import { delimited } from './delimited.ts';
import type { PeriodDocument, PeriodFormat, PeriodFormatter } from './format.ts';

export const csvOfPeriods: PeriodFormat = (document) => separated(document, delimiterOf(document));

export const tsvOfPeriods: PeriodFormat = (document) => separated(document, '\t');

function separated(document: PeriodDocument, delimiter: string): PeriodFormatter {
  const { take } = document.kind;
  if (document.wide) {
    const { row, end } = wideRows('period', document, (cells) => delimited([cells], delimiter));
    return { period: ({ period, pairs }) => row(period.name, ratesTaken(pairs, take)), end };
  }
  const side = sideOf(document);
  const cell = rateCell(document);
  const head = delimited([['period', 'base', 'quote', 'rate', 'date', 'days']], delimiter);
  const { add, end } = headed(document, head);
  return {
    period({ period, pairs }) {
      const rows = Array.from(pairs, ([code, figures]) => {
        const { rate, date = '' } = figures[take];
        return [period.name, ...pairOf(side, code), cell(rate), date, figures.days];
      });
      return add(delimited(rows, delimiter));
    },
    end,
  };
}
