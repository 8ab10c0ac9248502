import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { twoBeside } from '../../currencies/names.ts';
import { grouped, inShell } from '../../words.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import { atPoint, linesOf, someOf, styled, type TextColumn, widthOf } from './columns.ts';
import { figureTable, figureTexts } from './figures.ts';
import { figureText, heading, means, noRoomFor, type TableText } from './style.ts';

/** Days or periods side by side where that is asked for, or where a few symbols have room; else a summary. */
export function seriesTable(
  series: readonly RateSeries[],
  missing: readonly Day[],
  document: Document,
): TableText {
  const { wide, summary, symbols, kind } = document;
  const isPeriods = kind.of === 'periods';
  if (wide || (symbols && (isPeriods || !summary))) {
    const beside = daysTable(series, document);
    if (wide || isPeriods || beside.fits) return beside;
  }
  return summaryTable(series, missing, document);
}

const figureNames = ['change', 'low', 'high', 'mean'] as const;

/** A row per day or period, a column per currency; below them, figures of each. */
function daysTable(series: readonly RateSeries[], document: Document): TableText & { fits: boolean } {
  const { width, color, derivedFrom, kind } = document;
  const isOfDays = kind.of !== 'periods';
  const labels = series[0]?.labels ?? [];
  // those of a single row, or of figures, would say nothing
  const hasFigures = labels.length > 1 && isOfDays;
  const left = [heading(document), ...labels, ...(hasFigures ? ['', ...figureNames] : [])];

  // at least one column, because digits are never cut
  let columns: TextColumn[] = [{ texts: left, headStyle: 'strong' }];
  for (const one of series) {
    const more = [...columns, columnOf(one, hasFigures, document)];
    if (columns.length > 1 && widthOf(more) > width) break;
    columns = more;
  }

  const lines = linesOf(columns, color).map((line, at) => {
    const label = left[at] ?? '';
    if (at > labels.length) return styled(label, 'quiet', color) + line.slice(label.length);
    return at > 0 && isOfDays && isWeekend(label as Day) ? styled(line, 'quiet', color) : line;
  });
  const narrow = series.slice(columns.length - 1).map(({ code }) => code);
  return {
    lines,
    foot: [...(hasFigures && !derivedFrom ? [means] : []), ...noRoomFor(narrow, '-s selects, -f csv')],
    fits: narrow.length === 0 && widthOf(columns) <= width,
  };
}

function columnOf(series: RateSeries, hasFigures: boolean, document: Document): TextColumn {
  const { code, rates } = series;
  const { change = '', low = '', high = '', mean = '' } = hasFigures ? figureTexts(series, document) : {};
  const texts = rates.map((rate) => (rate === undefined ? '' : figureText(rate, code, document)));
  const [atLow = '', atHigh = '', atMean = '', ...shown] = atPoint([low, high, mean, ...texts]);
  const below = hasFigures ? ['', change, atLow, atHigh, atMean] : [];
  return { texts: [code, ...shown, ...below], isRight: true, headStyle: 'strong' };
}

const names = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'];

const dropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'];

/** One row per currency; the foot tells the days or periods. */
function summaryTable(series: readonly RateSeries[], missing: readonly Day[], document: Document): TableText {
  const { kind, base, symbols, derivedFrom, summary, hint } = document;
  const days = series[0]?.labels ?? [];
  const rated = series.filter(({ figures }) => figures);
  const rows = rated.map((one) => figureTexts(one, document));
  const isOfDays = kind.of !== 'periods';
  // a mean of periods, which differ in length, is not that of their days
  const table = { rows, names: isOfDays ? names : names.slice(0, -1), dropped, days };
  const labels = [heading(document), ...rated.map(({ code }) => code)];
  const { lines, narrow } = figureTable(
    table,
    labels,
    rated.map(({ rates }) => rates),
    document,
  );

  const unit = isOfDays ? 'day' : kind.every;
  const partly = rated.filter(({ rates }) => rates.includes(undefined)).map(({ code }) => code);
  const words = coverageOf(days, missing, partly, unit);
  if (isOfDays && !narrow.includes('mean') && !derivedFrom) words.push(means);
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
): string[] {
  const all = [...days, ...missing].sort();
  const of = missing.length > 0 ? ` of ${grouped(all.length)}` : '';
  const extent = all.length === 1 ? `1 ${unit}` : `${grouped(days.length)}${of} ${unit}s`;
  const words = [`${extent}, ${all[0]} to ${all.at(-1)}`];
  if (missing.length > 0) words.push(`missing ${daysInWords(missing, mostMissing)}`);
  if (partly.length > 0) words.push(`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`);
  return words;
}
