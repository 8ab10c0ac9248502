import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import { countPublishingDays, figuresOf, ratesTaken } from '../rates/aggregate.ts';
import { PeriodProblems } from '../rates/caveats.ts';
import { type DayRates, sideOf } from '../rates/day-rates.ts';
import type { Document, Formatter, PeriodsOfRange, Piece } from './format.ts';

/** Takes days, and gives the formatter the figures of each period, once its last day has come. */
export function inPeriods(formatter: Formatter, document: Document, kind: PeriodsOfRange): Formatter {
  const { symbols } = document;
  let current: Period | undefined;
  let days: DayRates[] = [];
  const problems = new PeriodProblems({ ...document, kind });

  function close(period: Period): Piece {
    const rated = new Set(days.map(({ day }) => day));
    const first = period.first < kind.start ? kind.start : period.first;
    const last = period.last < kind.end ? period.last : kind.end;
    const of = countPublishingDays(daysOf({ first, last }, kind), kind.calendar, (day) => rated.has(day));
    const figures = figuresOf(period, days, { end: kind.end, symbols, of, take: kind.take });
    problems.add(figures);
    const { day, pairs } = figures;
    return formatter.day({ day, ...sideOf(document), rates: ratesTaken(pairs, kind.take), period: figures });
  }

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
    problems: () => [...problems.lines(), ...(formatter.problems?.() ?? [])],
  };
}
