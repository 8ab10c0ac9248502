import type { Code } from '../../currencies/code.ts';
import { figureInWords, nameOfTake } from '../../rates/aggregate.ts';
import { count, grouped, wrap } from '../../words.ts';
import type { AllDays, Document, Findings, PeriodsOfRange, ShownRates } from '../format.ts';
import { seriesOf, seriesProblems } from '../rate-series.ts';
import { someOf, styled, styledLines } from './columns.ts';
import { dayTable } from './day.ts';
import { seriesTable } from './days.ts';
import { figureTable } from './figures.ts';
import { digitsHere, footOf, madeUp, noRoomFor, rateText, rounded, type TableText } from './style.ts';

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

const names = ['mean', 'first', 'last', 'low', 'high', 'days'];

const dropped = ['mean', 'high', 'low', 'first', 'last', 'days'];

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
  const shown = take === 'mean' ? names : [taken, 'date', ...names.filter(isNotTaken)];
  const { lines, narrow } = figureTable(
    { rows, names: shown, dropped: dropped.filter(isNotTaken) },
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
