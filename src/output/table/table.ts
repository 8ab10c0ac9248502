import { type Day, isWeekend } from '../../calendar/day.ts';
import { figureInWords, type PeriodRates, ratesTaken } from '../../periods/figures.ts';
import type { Code } from '../../rates/code.ts';
import type { ShownRates } from '../../rates/day-rates.ts';
import { isRunning } from '../../rates/running.ts';
import { count } from '../../words.ts';
import type { Document, Format, PeriodDocument, PeriodFormat } from '../format.ts';
import { Grid } from '../grid.ts';
import { dayTable } from './day.ts';
import { daysTable, fitsSideBySide } from './days.ts';
import { digitsHere, rateText, rounded } from './digits.ts';
import { figureTable } from './figures.ts';
import { footOf, madeUp, noRoomFor, quietLines, styleOf } from './style.ts';
import { summaryTable } from './summary.ts';

/** For people; laid out after the last day, when it is known what fits. */
export const table: Format = (document) => {
  const { kind, wide, summary, now } = document;
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.start === kind.end;
  const isSingle = isOfOneDay && !wide && !summary;
  let single: ShownRates | undefined;
  const grid = new Grid();
  const gaps: Day[] = [];
  let offs = 0;
  const running: ShownRates[] = [];
  const lines = () => {
    if (isSingle) return single ? dayTable(single, document) : [];
    const isSideBySide = wide || (!summary && fitsSideBySide(grid, document));
    const rows = isSideBySide ? daysTable(grid, document, isWeekend) : summaryTable(grid, gaps, document);
    return titled(rows, document);
  };
  return {
    day(day) {
      if (isSingle) single = day;
      else grid.add(day);
      if (now !== undefined && isRunning(day, now)) running.push(day);
      return '';
    },
    gap: (day, isOff) => (isOff ? offs++ : gaps.push(day)),
    end: () => {
      const without = offs > 0 && !isSingle ? [`${count(offs, 'day')} without rates`] : [];
      if (!isSingle && grid.codes().length === 0) return textOf(without, [], document);
      return textOf(lines(), [...footOf(running, document, isSingle), ...without], document);
    },
  };
};

/** One symbol has all its figures, several have a column each. */
export const tableOfPeriods: PeriodFormat = (document) => {
  const { symbols, wide, kind } = document;
  const only = symbols?.length === 1 && !wide ? symbols[0] : undefined;
  const all: PeriodRates[] = [];
  const grid = new Grid<string>();
  return {
    period(period) {
      if (only) all.push(period);
      else grid.add({ day: period.period.name, rates: ratesTaken(period.pairs, kind.take) });
      return '';
    },
    end() {
      const lines = only ? allFigures(only, all, document) : oneFigure(grid, document);
      return textOf(titled(lines, document), footOf([], document, false), document);
    },
  };
};

/** The first row of a table with several is its head, which has no room for more. */
function* titled(rows: Iterable<string>, document: Document): Generator<string> {
  const { strong } = styleOf(document);
  let title = document.isMadeUp ? madeUp : undefined;
  for (const row of rows) {
    if (title) yield strong(title);
    title = undefined;
    yield row;
  }
}

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

const names = ['mean', 'first', 'last', 'min', 'max', 'days'] as const;

function* allFigures(code: Code, all: readonly PeriodRates[], document: PeriodDocument): Generator<string> {
  const { base, inverted, kind, derivedFrom } = document;
  const text = rateText(code, document);
  const rows = all.flatMap(({ period, pairs }) => {
    const pair = pairs.get(code);
    if (!pair) return [];
    const figure = (name: (typeof names)[number]) =>
      name === 'days' ? String(pair.days) : (name === 'mean' ? rounded : text)(pair[name].rate);
    return [{ label: period.name, rates: pair.rates, figure }];
  });
  if (rows.length === 0) return;
  const title = inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`;
  const dropped = (['mean', 'max', 'min', 'first', 'last', 'days'] as const).filter((name) => name !== kind.take);
  const narrow = yield* figureTable({ title, rows, names, dropped }, document);
  if (!narrow.includes('mean') && !derivedFrom) yield* quietLines(`means: ${digitsHere}`, document);
  yield* noRoomFor(narrow, 'a wider terminal', document);
}

function* oneFigure(grid: Grid<string>, document: PeriodDocument): Generator<string> {
  if (grid.codes().length === 0) return;
  const { kind, wide, symbols, derivedFrom } = document;
  yield* wide || symbols ? daysTable(grid, document) : summaryTable(grid, [], document);
  const words = figureInWords(kind);
  const isMean = kind.take === 'mean' && !derivedFrom;
  yield* quietLines(isMean ? `${words}; ${digitsHere}` : words, document);
}
