import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { twoBeside } from '../../currencies/names.ts';
import { grouped, inShell } from '../../words.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import {
  atPoint,
  type FigureTexts,
  leftAligned,
  linesOf,
  rightAligned,
  someOf,
  type TextColumn,
  widthOf,
} from './columns.ts';
import { figureTable, figureTexts } from './figures.ts';
import { heading, means, noRoomFor, rateText, rounded, styleOf, type TableText } from './style.ts';

/** Days or periods side by side where that is asked for, or where a few symbols have room; else a summary. */
export function seriesTable(
  series: readonly RateSeries[],
  missing: readonly Day[],
  document: Document,
): TableText {
  const { wide, summary, symbols, kind } = document;
  const isPeriods = kind.of === 'periods';
  if (!wide && (!symbols || (summary && !isPeriods))) return summaryTable(series, missing, document);
  const beside = daysTable(series, document);
  return wide || isPeriods || beside.fits ? beside : summaryTable(series, missing, document);
}

const figureNames = ['change', 'low', 'high', 'mean'] as const;

/** A row per day or period, a column per currency; below them, figures of each. */
function daysTable(series: readonly RateSeries[], document: Document): TableText & { fits: boolean } {
  const { strong, quiet } = styleOf(document);
  const isOfDays = document.kind.of !== 'periods';
  const labels = series[0]?.labels ?? [];
  // those of a single row, or of figures, would say nothing
  const hasFigures = labels.length > 1 && isOfDays;

  // at least one column, because digits are never cut
  const columns = [
    leftAligned([heading(document), ...labels, ...(hasFigures ? ['', ...figureNames] : [])], 0),
  ];
  for (const one of series) {
    columns.push(columnOf(one, hasFigures, document));
    if (columns.length > 2 && widthOf(columns) > document.width) {
      columns.pop();
      break;
    }
  }

  const [head = '', ...lines] = linesOf(columns);
  const rows = lines.map((line, at) => {
    const label = labels[at];
    if (label !== undefined) return isOfDays && isWeekend(label as Day) ? quiet(line) : line;
    const name = figureNames[at - labels.length - 1] ?? '';
    return quiet(name) + line.slice(name.length);
  });
  const narrow = series.slice(columns.length - 1).map(({ code }) => code);
  return {
    lines: [strong(head), ...rows],
    foot: [
      ...(hasFigures && !document.derivedFrom ? [means] : []),
      ...noRoomFor(narrow, '-s selects, -f csv'),
    ],
    fits: narrow.length === 0 && widthOf(columns) <= document.width,
  };
}

function columnOf(series: RateSeries, hasFigures: boolean, document: Document): TextColumn {
  const textOf = figureText(series, document);
  const figures: FigureTexts = (hasFigures && figureTexts(series, textOf)) || {};
  const { change = '', low = '', high = '', mean = '' } = figures;
  const texts = series.rates.map((rate) => (rate === undefined ? '' : textOf(rate)));
  const [atLow = '', atHigh = '', atMean = '', ...rates] = atPoint([low, high, mean, ...texts]);
  const below = hasFigures ? ['', change, atLow, atHigh, atMean] : [];
  return rightAligned([series.code, ...rates, ...below]);
}

/** Writes rates of the series, or where the rows are periods, the figure taken of each. */
function figureText({ code }: RateSeries, document: Document) {
  const { kind } = document;
  return kind.of === 'periods' && kind.take === 'mean' ? rounded : rateText(code, document);
}

const names = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'];

const dropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'];

/** One row per currency; the foot tells the days or periods. */
function summaryTable(series: readonly RateSeries[], missing: readonly Day[], document: Document): TableText {
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
  const words = [...coverageOf(labels, missing, partly, unit), ...(hasMeans ? [means] : [])];
  const fewer = symbols ? (hint ? ' or a wider terminal' : '') : ` or -s ${inShell(twoBeside(base).join())}`;
  return {
    lines,
    foot: [
      words.join('; '),
      ...noRoomFor(narrow, `a wider terminal${summary ? ' or -f csv' : ''}`),
      // what shows the rows that the summary stands for
      ...(summary ? [] : [`--wide${fewer} shows each ${unit}`]),
    ],
  };
}

const mostMissing = 5;

/** @param partly currencies that lack a rate on some of the days */
function coverageOf(
  days: readonly string[],
  missing: readonly Day[],
  partly: readonly string[],
  unit: string,
): readonly string[] {
  const all = [...days, ...missing].sort();
  const of = missing.length > 0 ? ` of ${grouped(all.length)}` : '';
  const some = all.length === 1 ? `1 ${unit}` : `${grouped(days.length)}${of} ${unit}s`;
  return [
    `${some}, ${all[0]} to ${all.at(-1)}`,
    ...(missing.length > 0 ? [`missing ${daysInWords(missing, mostMissing)}`] : []),
    ...(partly.length > 0 ? [`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`] : []),
  ];
}
