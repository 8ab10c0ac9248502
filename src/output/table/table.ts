import { type Day, isWeekend } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { figureInWords, nameOfTake, type PeriodRates, type Take, takeNamed } from '../../rates/aggregate.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning } from '../../rates/provisional.ts';
import { count, grouped } from '../../words.ts';
import { courseProblems } from '../course-problems.ts';
import type { Document, Format, Formatter, PeriodsOfRange } from '../format.ts';
import { Grid } from '../grid.ts';
import { dayTable } from './day.ts';
import { daysTable, fitsSideBySide } from './days.ts';
import { digitsHere, rateText, rounded } from './digits.ts';
import { figureTable } from './figures.ts';
import { someOf } from './fit.ts';
import { footOf, madeUp, noRoomFor, quietLines, styleOf } from './style.ts';
import { summaryTable } from './summary.ts';

/** For people; laid out after the last day, when it is known what fits. */
export const table: Format = (document) => {
  const { kind, wide, summary } = document;
  if (kind.of === 'periods') return tableOfPeriods(document, kind);
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.start === kind.end;
  return isOfOneDay && !wide && !summary ? tableOfOneDay(document) : tableOfDays(document);
};

function tableOfOneDay(document: Document): Formatter {
  let only: DayRates | undefined;
  return {
    day(day) {
      only = day;
      return '';
    },
    *end() {
      if (!only) return;
      yield* textOf(dayTable(only, document), footOf({ days: [only], isTitled: true }, document), document);
    },
  };
}

function tableOfDays(document: Document): Formatter {
  const { wide, summary, now } = document;
  const grid = new Grid();
  const gaps: Day[] = [];
  let offs = 0;
  const running: DayRates[] = [];

  function rows(): Iterable<string> {
    const isSideBySide = wide || (!summary && fitsSideBySide(grid, document));
    return isSideBySide ? daysTable(grid, document, isWeekend) : summaryTable(grid, gaps, document);
  }

  return {
    day(day) {
      grid.add(day);
      if (now !== undefined && isRunning(day, now)) running.push(day);
      return '';
    },
    gap(day, isOff) {
      if (isOff) offs++;
      else gaps.push(day);
    },
    end() {
      const without = offs > 0 ? [`${count(offs, 'day')} without rates`] : [];
      if (grid.codes().length === 0) return textOf(without, [], document);
      return textOf(titled(rows(), document), [...footOf({ days: running }, document), ...without], document);
    },
    problems: () => courseProblems(grid, document),
  };
}

/** One symbol has all its figures, several have a column each. */
function tableOfPeriods(document: Document, kind: PeriodsOfRange): Formatter {
  const { symbols, wide } = document;
  const only = symbols?.length === 1 && !wide ? symbols[0] : undefined;
  const all: PeriodRates[] = [];
  const grid = new Grid<string>();

  return {
    day({ period, rates }) {
      if (!period) return '';
      all.push(period);
      if (!only) grid.add({ day: period.period.name, rates });
      return '';
    },
    problems: () => (only ? [] : courseProblems(grid, document)),
    end() {
      const lines = only ? allFigures(only, all, kind, document) : oneFigure(grid, all, kind, document);
      return textOf(titled(lines, document), footOf({ days: [] }, document), document);
    },
  };
}

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

const names = ['mean', 'first', 'last', 'low', 'high', 'days'] as const;

type Name = (typeof names)[number] | 'date';

const leastWanted: readonly Name[] = ['mean', 'high', 'low', 'first', 'last', 'days'];

/** The figure taken comes first, with its day. */
function namesFor(take: Take): readonly Name[] {
  if (take === 'mean') return names;
  const taken = nameOfTake(take);
  return [taken, 'date', ...names.filter((name) => name !== taken)];
}

function* allFigures(
  code: Code,
  all: readonly PeriodRates[],
  kind: PeriodsOfRange,
  document: Document,
): Generator<string> {
  const { base, inverted, derivedFrom } = document;
  const text = rateText(code, document);
  const isWhole = all.every(({ pairs, of }) => (pairs.get(code)?.days ?? of) === of);
  const rows = all.flatMap(({ period, pairs, of }) => {
    const pair = pairs.get(code);
    if (!pair) return [];

    const figure = (name: Name) => {
      if (name === 'days') return isWhole ? grouped(pair.days) : `${grouped(pair.days)} of ${grouped(of)}`;
      if (name === 'date') return pair[kind.take].date ?? '';
      if (pair.mixed && name !== 'first' && name !== 'last') return '';
      return name === 'mean' ? rounded(pair.mean.rate) : text(pair[takeNamed(name)].rate);
    };
    return [{ label: period.name, rates: pair.rates, figure }];
  });
  if (rows.length === 0) return;

  const title = inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`;
  const dropped = leastWanted.filter((name) => name !== nameOfTake(kind.take));
  const narrow = yield* figureTable({ title, rows, names: namesFor(kind.take), dropped }, document);
  if (!narrow.includes('mean') && !derivedFrom) yield* quietLines(`means: ${digitsHere}`, document);
  yield* noRoomFor(narrow, 'a wider terminal', document);
}

function* oneFigure(
  grid: Grid<string>,
  all: readonly PeriodRates[],
  kind: PeriodsOfRange,
  document: Document,
): Generator<string> {
  if (grid.codes().length === 0) return;

  const { wide, symbols, derivedFrom } = document;
  yield* wide || symbols ? daysTable(grid, document) : summaryTable(grid, [], document);
  const words = figureInWords(kind);
  const isMean = kind.take === 'mean' && !derivedFrom;
  yield* quietLines(isMean ? `${words}; ${digitsHere}` : words, document);
  const short = all.flatMap(({ period, pairs, of }) =>
    [...pairs]
      .filter(([, { days }]) => days < of)
      .map(([code, { days }]) => `${code} ${period.name} (${grouped(days)} of ${grouped(of)})`),
  );
  if (short.length > 0) yield* quietLines(`not of all days: ${someOf(short)}`, document);
}
