import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import type { Code } from '../../currencies/code.ts';
import { twoBeside } from '../../currencies/names.ts';
import { figureInWords, nameOfTake } from '../../rates/aggregate.ts';
import { count, grouped, inShell, wrap } from '../../words.ts';
import type { AllDays, Document, Findings, PeriodsOfRange, ShownRates } from '../format.ts';
import { type RateSeries, seriesOf, seriesProblems } from '../rate-series.ts';
import { atPoint, linesOf, someOf, styled, styledLines, type TextColumn, widthOf } from './columns.ts';
import { dayTable } from './day.ts';
import { figureTable, figureTexts } from './figures.ts';
import {
  digitsHere,
  figureText,
  footOf,
  heading,
  madeUp,
  means,
  noRoomFor,
  rateText,
  rounded,
  type TableText,
} from './style.ts';

/** For people. */
export function table(
  { days, missing, closed }: AllDays,
  document: Document,
  { problems }: Findings,
): readonly string[] {
  const { kind, wide, summary, symbols, isMadeUp, color } = document;
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.of === 'series' && kind.start === kind.end;
  if (isOfOneDay && !wide && !summary) {
    const only = days.at(-1);
    return only?.rates.size ? inLines(dayTable(only, document), document) : [];
  }

  const onlySymbol = kind.of === 'periods' && symbols?.length === 1 && !wide ? symbols[0] : undefined;
  const series = onlySymbol ? [] : seriesOf(days, document);
  problems.push(...seriesProblems(series, document));
  const without = closed > 0 ? [`${count(closed, 'day')} without rates`] : [];
  if (days.every(({ rates }) => rates.size === 0)) return without;

  let text: TableText;
  if (kind.of !== 'periods') text = seriesTable(series, missing, document);
  else if (onlySymbol) text = allFigures(onlySymbol, days, kind, document);
  else text = oneFigure(days, seriesTable(series, [], document), kind, document);
  const running = footOf(kind.of === 'periods' ? [] : days, document);
  const foot = [...text.foot, ...running, ...without];
  return [
    ...(isMadeUp ? [styled(madeUp, 'strong', color)] : []),
    ...inLines({ lines: text.lines, foot }, document),
  ];
}

function inLines({ lines, foot }: TableText, { width, color }: Document): string[] {
  const below = foot.flatMap((line) => wrap(line, width));
  return [...lines, ...styledLines(below, 'quiet', color)];
}

/** Days or periods side by side where that is asked for, or where a few symbols have room; else a summary. */
function seriesTable(series: readonly RateSeries[], missing: readonly Day[], document: Document): TableText {
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

const summaryNames = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'];

const summaryDropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'];

/** One row per currency; the foot tells the days or periods. */
function summaryTable(series: readonly RateSeries[], missing: readonly Day[], document: Document): TableText {
  const { kind, base, symbols, derivedFrom, summary, hint } = document;
  const days = series[0]?.labels ?? [];
  const rated = series.filter(({ figures }) => figures);
  const rows = rated.map((one) => figureTexts(one, document));
  const isOfDays = kind.of !== 'periods';
  // a mean of periods, which differ in length, is not that of their days
  const names = isOfDays ? summaryNames : summaryNames.slice(0, -1);
  const table = { rows, names, dropped: summaryDropped, days };
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

const periodNames = ['mean', 'first', 'last', 'low', 'high', 'days'];

const periodDropped = ['mean', 'high', 'low', 'first', 'last', 'days'];

/** Of one symbol, a row per period. */
function allFigures(
  code: Code,
  all: readonly ShownRates[],
  { take }: PeriodsOfRange,
  document: Document,
): TableText {
  const { base, inverted, derivedFrom } = document;
  const text = (rate: number) => rateText(rate, code, document);
  const pairs = all.flatMap(({ period }) => {
    const pair = period?.pairs.get(code);
    return period && pair ? [{ ...pair, label: period.period.name, of: period.of }] : [];
  });
  const isWhole = pairs.every(({ days, of }) => days === of);
  const rows = pairs.map((pair) => {
    const { mean, first, last, min, max, mixed, days, of } = pair;
    return {
      ...(mixed ? {} : { mean: rounded(mean.rate), low: text(min.rate), high: text(max.rate) }),
      first: text(first.rate),
      last: text(last.rate),
      days: isWhole ? grouped(days) : `${grouped(days)} of ${grouped(of)}`,
      date: pair[take].date ?? '',
    };
  });

  // the figure taken comes first, with its day
  const taken = nameOfTake(take);
  const isNotTaken = (name: string) => name !== taken;
  const shown = take === 'mean' ? periodNames : [taken, 'date', ...periodNames.filter(isNotTaken)];
  const { lines, narrow } = figureTable(
    { rows, names: shown, dropped: periodDropped.filter(isNotTaken) },
    [inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`, ...pairs.map(({ label }) => label)],
    pairs.map(({ rates }) => rates),
    document,
  );
  const hasMeans = !narrow.includes('mean') && !derivedFrom;
  return {
    lines,
    foot: [...(hasMeans ? [`means: ${digitsHere}`] : []), ...noRoomFor(narrow, 'a wider terminal')],
  };
}

/** Of several symbols, the figure taken of each period. */
function oneFigure(
  days: readonly ShownRates[],
  { lines, foot }: TableText,
  kind: PeriodsOfRange,
  { derivedFrom }: Document,
): TableText {
  const short = days.flatMap(({ period }) =>
    [...(period?.pairs ?? [])].flatMap(([code, { days }]) =>
      period && days < period.of
        ? [`${code} ${period.period.name} (${grouped(days)} of ${grouped(period.of)})`]
        : [],
    ),
  );
  const words = figureInWords(kind);
  const isMean = kind.take === 'mean' && !derivedFrom;
  return {
    lines,
    foot: [
      ...foot,
      isMean ? `${words}; ${digitsHere}` : words,
      ...(short.length > 0 ? [`not of all days: ${someOf(short)}`] : []),
    ],
  };
}
