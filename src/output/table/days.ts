import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { twoBeside } from '../../currencies/names.ts';
import { grouped, inShell } from '../../words.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import { atPoint, lineOf, rightAligned, someOf, type TextColumn, widthOf } from './columns.ts';
import { figureTable, figureTexts } from './figures.ts';
import { heading, means, noRoomFor, quietLines, rateText, rounded, styleOf } from './style.ts';

const figureNames = ['change', 'low', 'high', 'mean'] as const;

/** A row per day or period, a column per currency; below them, figures of each. */
export function daysTable(series: readonly RateSeries[], document: Document): readonly string[] {
  const { strong, quiet } = styleOf(document);
  const isOfDays = document.kind.of !== 'periods';
  const { first, columns, hasFigures } = layoutOf(series, document);

  const line = (start: string, at: number) => (start + lineOf(columns, at)).trimEnd();
  const rows = (series[0]?.labels ?? []).map((label, at) => {
    const row = line(label.padEnd(first), 1 + figureNames.length + at);
    return isOfDays && isWeekend(label as Day) ? quiet(row) : row;
  });
  const figures = figureNames.map((name, at) => line(quiet(name) + ' '.repeat(first - name.length), 1 + at));
  const narrow = series.slice(columns.length).map(({ code }) => code);
  return [
    strong(line(heading(document).padEnd(first), 0)),
    ...rows,
    ...(hasFigures ? ['', ...figures] : []),
    ...(hasFigures && !document.derivedFrom ? quietLines(means, document) : []),
    ...noRoomFor(narrow, '-s selects, -f csv', document),
  ];
}

export function fitsSideBySide(series: readonly RateSeries[], document: Document): boolean {
  const { first, columns } = layoutOf(series, document);
  return columns.length === series.length && first + widthOf(columns) <= document.width;
}

/** At least one column, because digits are never cut. `first` is the width of the labels. */
function layoutOf(series: readonly RateSeries[], document: Document) {
  const labels = series[0]?.labels ?? [];
  const first = Math.max(heading(document).length, labels[0]?.length ?? 0);
  // those of a single row, or of figures, would say nothing
  const hasFigures = labels.length > 1 && document.kind.of !== 'periods';

  const columns: TextColumn[] = [];
  for (const one of series) {
    const textOf = figureText(one, document);
    const figures = hasFigures ? figureTexts(one, textOf) : undefined;
    const { change = '', low = '', high = '', mean = '' } = figures ?? {};
    const rates = one.rates.map((rate) => (rate === undefined ? '' : textOf(rate)));
    columns.push(rightAligned([one.code, change, ...atPoint([low, high, mean, ...rates])]));
    if (columns.length > 1 && first + widthOf(columns) > document.width) {
      columns.pop();
      break;
    }
  }
  return { first, columns, hasFigures };
}

/** Writes rates of the series, or where the rows are periods, the figure taken of each. */
function figureText({ code }: RateSeries, document: Document) {
  const { kind } = document;
  return kind.of === 'periods' && kind.take === 'mean' ? rounded : rateText(code, document);
}

const names = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'] as const;

const dropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'] as const;

/** One row per currency; the last line tells the days or periods. */
export function summaryTable(
  series: readonly RateSeries[],
  gaps: readonly Day[],
  document: Document,
): readonly string[] {
  const { kind, base, symbols, derivedFrom, summary, hint } = document;
  const labels = series[0]?.labels ?? [];
  const rows = series.flatMap((one) => {
    const figures = figureTexts(one, figureText(one, document));
    return figures ? [{ label: one.code, rates: one.rates, figures }] : [];
  });

  // a mean of periods, which differ in length, is not that of their days
  const shown = kind.of === 'periods' ? names.filter((name) => name !== 'mean') : names;
  const table = { title: heading(document), rows, names: shown, dropped, labels };
  const { lines, narrow } = figureTable(table, document);

  const unit = kind.of === 'periods' ? kind.every : 'day';
  const hasMeans = kind.of !== 'periods' && !narrow.includes('mean') && !derivedFrom;
  const partly = rows.filter(({ rates }) => rates.includes(undefined)).map(({ label }) => label);
  const words = [...coverageOf(labels, gaps, partly, unit), ...(hasMeans ? [means] : [])];
  const fewer = symbols ? (hint ? ' or a wider terminal' : '') : ` or -s ${inShell(twoBeside(base).join())}`;
  return [
    ...lines,
    ...quietLines(words.join('; '), document),
    ...noRoomFor(narrow, `a wider terminal${summary ? ' or -f csv' : ''}`, document),
    // what shows the rows that the summary stands for
    ...(summary ? [] : quietLines(`--wide${fewer} shows each ${unit}`, document)),
  ];
}

const mostGaps = 5;

/** @param partly currencies that lack a rate on some of the days */
function coverageOf(
  days: readonly string[],
  gaps: readonly Day[],
  partly: readonly string[],
  unit: string,
): readonly string[] {
  const all = [...days, ...gaps].sort();
  const of = gaps.length > 0 ? ` of ${grouped(all.length)}` : '';
  const some = all.length === 1 ? `1 ${unit}` : `${grouped(days.length)}${of} ${unit}s`;
  return [
    `${some}, ${all[0]} to ${all.at(-1)}`,
    ...(gaps.length > 0 ? [`missing ${daysInWords(gaps, mostGaps)}`] : []),
    ...(partly.length > 0 ? [`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`] : []),
  ];
}
