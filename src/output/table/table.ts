import { type Day, daysInWords, isWeekend } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { twoBeside } from '../../currencies/names.ts';
import { figureInWords, nameOfTake, type PeriodRates, ratedDaysInWords } from '../../rates/aggregate.ts';
import { count, grouped, inShell } from '../../words.ts';
import type { AllDays, Document, FormatFindings, PeriodsOfRange, ShownRates } from '../format.ts';
import { type RateSeries, seriesOf } from '../rate-series.ts';
import { atPoint, linesOf, styled, type TextColumn, widthOf } from './columns.ts';
import { dayTable } from './day.ts';
import { figureTable, figureTexts } from './figures.ts';
import {
  commonNotes,
  digitsInTables,
  figureText,
  heading,
  madeUp,
  means,
  noRoomFor,
  noteLines,
  rateText,
  rounded,
  someOf,
} from './style.ts';

/** For people: days or periods side by side on request, or where a few symbols have room; else a summary. */
export function table({ days, missing, closed }: AllDays, document: Document, findings: FormatFindings) {
  const { kind, wide, summary, symbols, isMadeUp, chalk } = document;
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.of === 'series' && kind.start === kind.end;
  if (isOfOneDay && !wide && !summary) {
    const [only] = days;
    return only?.rates.size ? dayTable(only, document) : [];
  }

  const periods = kind.of === 'periods' ? kind : undefined;
  const [symbol, ...others] = symbols ?? [];
  const isOfPair = periods && symbol && others.length === 0 && !wide;
  const series = isOfPair ? [] : seriesOf(days, document, findings);
  const without = closed > 0 ? [`${count(closed, 'day')} without rates`] : [];
  if (days.every(({ rates }) => rates.size === 0)) return without;

  const isBeside = wide || (symbols && (periods || !summary));
  const { lines, notes } = isOfPair
    ? pairTable(symbol, days, periods, document)
    : (isBeside && daysTable(series, document)) || summaryTable(series, periods ? [] : missing, document);
  const figureNotes = periods && !isOfPair ? takeNotes(days, periods, document) : [];
  const title = isMadeUp ? [styled(madeUp, chalk, 'strong')] : [];
  const dayNotes = commonNotes(periods ? [] : days, document);
  return [...title, ...lines, ...noteLines([...notes, ...figureNotes, ...dayNotes, ...without], document)];
}

const figureNames = ['change', 'low', 'high', 'mean'];

/** A row per day or period, a column per currency; below them, figures of each. Undefined without room. */
function daysTable(series: readonly RateSeries[], document: Document) {
  const { width, wide, symbols, derivedFrom, kind, chalk } = document;
  const isOfDays = kind.of !== 'periods';
  const labels = series[0]?.labels ?? [];
  // those of a single row, or of figures, would say nothing
  const hasFigures = labels.length > 1 && isOfDays;
  const left = [heading(document), ...labels, ...(hasFigures ? ['', ...figureNames] : [])];

  // at least one column, because digits are never cut
  let columns: TextColumn[] = [{ texts: left, headStyle: 'strong' }];
  const codes = symbols ?? series.map(({ code }) => code);
  for (const code of codes) {
    const rated = series.find((one) => one.code === code);
    const texts = rated ? textsOf(rated, hasFigures, document) : left.slice(1).map(() => '');
    const more = [...columns, { texts: [code, ...texts], isRight: true, headStyle: 'strong' } as const];
    if (columns.length > 1 && widthOf(more) > width) break;
    columns = more;
  }
  const narrow = codes.slice(columns.length - 1);
  if (!wide && isOfDays && (narrow.length > 0 || widthOf(columns) > width)) return undefined;

  const lines = linesOf(columns, chalk).map((line, at) => {
    const day = labels[at - 1];
    return day && isOfDays && isWeekend(day) ? styled(line, chalk, 'quiet') : line;
  });
  return { lines, notes: [hasFigures && !derivedFrom && means, noRoomFor(narrow, '-s selects, -f csv')] };
}

/** Of the column of a currency. */
function textsOf(series: RateSeries, hasFigures: boolean, document: Document) {
  const { code, rates } = series;
  const { change, low, high, mean } = figureTexts(series, document);
  const texts = rates.map((rate) => (rate === undefined ? '' : figureText(rate, code, document)));
  const shown = atPoint([...texts, ...(hasFigures ? [low, high, mean] : [])]);
  if (hasFigures) shown.splice(rates.length, 0, '', change);
  return shown;
}

const summaryNames = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'];

/** One row per currency; notes tell the days or periods. */
function summaryTable(series: readonly RateSeries[], missing: readonly Day[], document: Document) {
  const { kind, base, symbols, derivedFrom, summary, hint } = document;
  const isOfDays = kind.of !== 'periods';
  const days = series[0]?.labels ?? [];
  const { lines, narrow } = figureTable(
    {
      title: heading(document),
      rows: series.map((one) => ({ label: one.code, rates: one.rates, figures: figureTexts(one, document) })),
      // a mean of periods, which differ in length, is not that of their days
      names: isOfDays ? summaryNames : summaryNames.slice(0, -1),
      dropped: ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'],
      days,
    },
    document,
  );

  const unit = isOfDays ? 'day' : kind.every;
  const all = [...days, ...missing].sort();
  const extent = missing.length > 0 ? ratedDaysInWords(days.length, all.length) : count(days.length, unit);
  const partly = series.flatMap(({ code, rates }) => (rates.includes(undefined) ? code : []));
  const parts = [
    `${extent}, ${all[0]} to ${all.at(-1)}`,
    missing.length > 0 && `missing ${daysInWords(missing, 5)}`,
    partly.length > 0 && `not ${isOfDays ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`,
    isOfDays && !narrow.includes('mean') && !derivedFrom && means,
  ];
  const fewer = symbols ? (hint ? ' or a wider terminal' : '') : ` or -s ${inShell(twoBeside(base).join())}`;
  const notes = [
    parts.filter(Boolean).join('; '),
    noRoomFor(narrow, `a wider terminal${summary ? ' or -f csv' : ''}`),
    // an option that shows the rows of the summary
    !summary && `--wide${fewer} shows each ${unit}`,
  ];
  return { lines, notes };
}

const pairNames = ['mean', 'first', 'last', 'low', 'high', 'days'];

/** Of one symbol, a row per period. */
function pairTable(code: Code, all: readonly ShownRates[], { take }: PeriodsOfRange, document: Document) {
  const { base, inverted, derivedFrom } = document;
  const text = ({ rate }: { rate: number }) => rateText(rate, code, document);
  const rows = all.flatMap(({ period }) => {
    const pair = period?.pairs.get(code);
    if (!period || !pair) return [];
    const { mean, first, last, min, max, mixed, days } = pair;
    const figures = {
      ...(mixed ? {} : { mean: rounded(mean.rate), low: text(min), high: text(max) }),
      first: text(first),
      last: text(last),
      days: days === period.of ? grouped(days) : ofAll(days, period),
      date: pair[take].date ?? '',
    };
    return [{ label: period.period.name, rates: pair.rates, figures }];
  });

  // the figure of --take first, with its day
  const figureName = nameOfTake(take);
  const { lines, narrow } = figureTable(
    {
      title: inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`,
      rows,
      names: [...new Set(take === 'mean' ? pairNames : [figureName, 'date', ...pairNames])],
      dropped: ['mean', 'high', 'low', 'first', 'last', 'days'].filter((name) => name !== figureName),
    },
    document,
  );
  const hasMeans = !narrow.includes('mean') && !derivedFrom;
  return { lines, notes: [hasMeans && `means: ${digitsInTables}`, noRoomFor(narrow, 'a wider terminal')] };
}

/** `17 of 23` */
const ofAll = (days: number, { of }: PeriodRates) => `${grouped(days)} of ${grouped(of)}`;

/** Of several symbols, which figure is taken of each period. */
function takeNotes(days: readonly ShownRates[], kind: PeriodsOfRange, { derivedFrom }: Document) {
  const short: string[] = [];
  for (const { period } of days)
    for (const [code, { days }] of period?.pairs ?? [])
      if (period && days < period.of) short.push(`${code} ${period.period.name} (${ofAll(days, period)})`);
  const words = figureInWords(kind);
  return [
    kind.take === 'mean' && !derivedFrom ? `${words}; ${digitsInTables}` : words,
    short.length > 0 && `not of all days: ${someOf(short)}`,
  ];
}
