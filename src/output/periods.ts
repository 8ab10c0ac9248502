import { figuresOf, ratesTaken } from '../periods/figures.ts';
import { type Period, periodOf } from '../periods/period.ts';
import { type ShownRates, sideOf } from '../rates/day-rates.ts';
import type { Format, Formatter, PeriodDocument, PeriodFormat, Piece } from './format.ts';

/** Takes days and writes periods, each as soon as it is complete. */
export function inPeriods(format: PeriodFormat, document: PeriodDocument): Formatter {
  const { symbols, kind } = document;
  const formatter = format(document);
  let current: Period | undefined;
  let days: ShownRates[] = [];

  const close = (period: Period) => formatter.period(figuresOf(period, days, { end: kind.end, symbols }));

  return {
    day(day) {
      let piece: Piece = '';
      if (!current || day.day > current.last) {
        if (current) piece = close(current);
        current = periodOf(day.day, kind.every);
        days = [];
      }
      days.push(day);
      return piece;
    },
    *end() {
      if (current) yield close(current);
      yield* formatter.end();
    },
  };
}

/** For a format that knows only days: a period is its last day, with the figures as rates. */
export function asDays(format: Format): PeriodFormat {
  return (document) => {
    const formatter = format(document);
    const { take } = document.kind;
    return {
      period: ({ day, pairs }) =>
        formatter.day({ day, ...sideOf(document), rates: ratesTaken(pairs, take), zeros: [] }),
      end: () => formatter.end(),
    };
  };
}
