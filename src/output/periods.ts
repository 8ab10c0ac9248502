import { figuresOf, ratesTaken } from '../periods/figures.ts';
import { type Period, periodOf } from '../periods/period.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Format, Formatter, PeriodDocument, PeriodFormat, Piece } from './format.ts';

/** Takes days and writes periods, each as soon as it is complete. */
export function inPeriods(format: PeriodFormat, document: PeriodDocument): Formatter {
  const { symbols, kind } = document;
  const { period: write, end } = format(document);
  let current: Period | undefined;
  let days: DayRates[] = [];

  function close(): Piece {
    const [first, ...others] = days;
    days = [];
    return first ? write(figuresOf([first, ...others], { every: kind.every, end: kind.end, symbols })) : '';
  }

  return {
    day(day) {
      const isNext = current === undefined || day.day > current.last;
      const piece = isNext ? close() : '';
      if (isNext) current = periodOf(day.day, kind.every);
      days.push(day);
      return piece;
    },
    *end() {
      yield close();
      yield* end();
    },
  };
}

/** For a format that knows only days: a period is its last day, with the figures as rates. */
export function asDays(format: Format): PeriodFormat {
  return ({ kind, ...document }) => {
    const { day: write, end } = format({
      ...document,
      kind: { of: 'series', start: kind.start, end: kind.end },
    });
    return {
      period: ({ day, base, pairs }) => write({ day, base, rates: ratesTaken(pairs, kind.take) }),
      end,
    };
  };
}
