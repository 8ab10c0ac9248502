import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import { countPublishingDays, figuresOf, ratesTaken } from '../rates/aggregate.ts';
import { PeriodProblems } from '../rates/caveats.ts';
import { type DayRates, sideOf } from '../rates/day-rates.ts';
import type { Document, Formatter, PeriodsOfRange, Piece } from './format.ts';

/** Takes days, and gives the formatter the figures of each period, once its last day has come. */
export function inPeriods(formatter: Formatter, document: Document, kind: PeriodsOfRange): Formatter {
  const { symbols } = document;
  const { start, end, every, take, calendar } = kind;
  const problems = new PeriodProblems({ ...document, kind });
  let current: Period | undefined;
  let days: DayRates[] = [];

  /** Ends the current period. */
  function close(): Piece {
    if (!current) return '';
    const rated = new Set(days.map(({ day }) => day));
    const first = current.first < start ? start : current.first;
    const last = current.last < end ? current.last : end;
    const of = countPublishingDays(daysOf({ first, last }, kind), calendar, (day) => rated.has(day));
    const period = figuresOf(current, days, { end, symbols, of, take });
    problems.add(period);
    days = [];
    return formatter.day({
      day: period.day,
      ...sideOf(document),
      rates: ratesTaken(period.pairs, take),
      period,
    });
  }

  return {
    day(shown) {
      let piece: Piece = '';
      if (!current || shown.day > current.last) {
        piece = close();
        current = periodOf(shown.day, every);
      }
      days.push(shown);
      return piece;
    },
    *end() {
      yield close();
      yield* formatter.end();
    },
    problems: () => [...problems.lines(), ...(formatter.problems?.() ?? [])],
  };
}
