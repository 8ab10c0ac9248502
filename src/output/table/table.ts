import { type Day, isWeekend } from '../../calendar/day.ts';
import type { ShownRates } from '../../rates/day-rates.ts';
import { isRunning } from '../../rates/running.ts';
import type { Document, Format, PeriodFormat } from '../format.ts';
import { Grid } from '../grid.ts';
import { footOf } from './around.ts';
import { dayTable } from './day.ts';
import { daysTable, fitsSideBySide } from './days.ts';
import { layPeriods } from './periods.ts';
import { styleOf } from './style.ts';
import { summaryTable } from './summary.ts';

/** For people; laid out after the last day, when it is known what fits. */
export const table: Format = (document) => {
  const isSingle = isOfOneDay(document);
  const lay = isSingle ? singleDay(document) : manyDays(document);
  const running: ShownRates[] = [];
  return {
    ...lay,
    day(day) {
      lay.day(day);
      if (document.now !== undefined && isRunning(day, document.now)) running.push(day);
      return '';
    },
    end: () => textOf(lay.lines(), footOf(running, document, isSingle), document),
  };
};

export const tableOfPeriods: PeriodFormat = (document) => {
  const lay = layPeriods(document);
  return {
    period(period) {
      lay.period(period);
      return '';
    },
    end: () => textOf(lay.lines(), footOf([], document, false), document),
  };
};

function* textOf(lines: Iterable<string>, foot: readonly string[], document: Document): Generator<string> {
  let isEmpty = true;
  for (const line of lines) {
    isEmpty = false;
    yield `${line}\n`;
  }
  if (isEmpty) return;
  const { quiet } = styleOf(document);
  for (const line of foot) yield `${quiet(line)}\n`;
}

function isOfOneDay({ kind, wide, summary }: Document): boolean {
  if (wide || summary) return false;
  return kind.of === 'days' ? !kind.several : kind.start === kind.end;
}

interface Layout {
  day(day: ShownRates): void;
  gap?(day: Day): void;
  lines(): Iterable<string>;
}

function singleDay(document: Document): Layout {
  let shown: ShownRates | undefined;
  return {
    day(day) {
      shown = day;
    },
    lines: () => (shown ? dayTable(shown, document) : []),
  };
}

function manyDays(document: Document): Layout {
  const grid = new Grid();
  const gaps: Day[] = [];
  return {
    day: (day) => grid.add(day),
    gap: (day) => gaps.push(day),
    lines() {
      if (grid.codes().length === 0) return [];
      const isSideBySide = document.wide || (!document.summary && fitsSideBySide(grid, document));
      return isSideBySide ? daysTable(grid, document, isWeekend) : summaryTable(grid, gaps, document);
    },
  };
}
