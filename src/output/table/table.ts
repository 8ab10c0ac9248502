import type { Code } from '../../currencies/code.ts';
import { figureInWords, nameOfTake } from '../../rates/aggregate.ts';
import { count, grouped, wrap } from '../../words.ts';
import type { AllDays, Document, Findings, PeriodsOfRange, ShownRates } from '../format.ts';
import { seriesOf, seriesProblems } from '../rate-series.ts';
import { someOf } from './columns.ts';
import { dayTable } from './day.ts';
import { seriesTable } from './days.ts';
import { figureTable } from './figures.ts';
import {
  digitsHere,
  footOf,
  madeUp,
  noRoomFor,
  rateText,
  rounded,
  styleOf,
  type TableText,
} from './style.ts';

/** For people. */
export function table(
  { days, missing, closed }: AllDays,
  document: Document,
  { problems }: Findings,
): readonly string[] {
  const { kind, wide, summary, symbols, isMadeUp, width } = document;
  const { strong, quiet } = styleOf(document);
  const inLines = ({ lines, foot }: TableText) => [
    ...lines,
    ...foot.flatMap((line) => wrap(line, width)).map(quiet),
  ];
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.of === 'series' && kind.start === kind.end;
  if (isOfOneDay && !wide && !summary) {
    const only = days.at(-1);
    return only?.rates.size ? inLines(dayTable(only, document)) : [];
  }

  const onlySymbol = kind.of === 'periods' && symbols?.length === 1 && !wide ? symbols[0] : undefined;
  const series = onlySymbol ? [] : seriesOf(days, document);
  problems.push(...seriesProblems(series, document));
  const without = closed > 0 ? [`${count(closed, 'day')} without rates`] : [];
  if (days.every(({ rates }) => rates.size === 0)) return without;

  let text: TableText;
  if (kind.of !== 'periods') text = seriesTable(series, missing, document);
  else
    text = onlySymbol
      ? allFigures(onlySymbol, days, kind, document)
      : oneFigure(days, seriesTable(series, [], document), kind, document);
  const running = footOf(kind.of === 'periods' ? [] : days, document);
  return [
    ...(isMadeUp ? [strong(madeUp)] : []),
    ...inLines({ ...text, foot: [...text.foot, ...running, ...without] }),
  ];
}

const names = ['mean', 'first', 'last', 'low', 'high', 'days'];

const leastWanted = ['mean', 'high', 'low', 'first', 'last', 'days'];

/** Of one symbol, a row per period. */
function allFigures(
  code: Code,
  all: readonly ShownRates[],
  { take }: PeriodsOfRange,
  document: Document,
): TableText {
  const { base, inverted, derivedFrom } = document;
  const text = rateText(code, document);
  const pairs = all.flatMap(({ period }) => {
    const pair = period?.pairs.get(code);
    return period && pair ? [{ label: period.period.name, of: period.of, pair }] : [];
  });
  const isWhole = pairs.every(({ pair, of }) => pair.days === of);
  const rows = pairs.map(({ label, of, pair }) => {
    const { mean, first, last, min, max, mixed, days, rates } = pair;
    const ofAll = mixed ? {} : { mean: rounded(mean.rate), low: text(min.rate), high: text(max.rate) };
    const figures = {
      ...ofAll,
      first: text(first.rate),
      last: text(last.rate),
      days: isWhole ? grouped(days) : `${grouped(days)} of ${grouped(of)}`,
      date: pair[take].date ?? '',
    };
    return { label, rates, figures };
  });

  // the figure taken comes first, with its day
  const taken = nameOfTake(take);
  const others = names.filter((name) => name !== taken);
  const { lines, narrow } = figureTable(
    {
      title: inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`,
      rows,
      names: take === 'mean' ? names : [taken, 'date', ...others],
      dropped: leastWanted.filter((name) => name !== taken),
    },
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
  document: Document,
): TableText {
  const words = figureInWords(kind);
  const isMean = kind.take === 'mean' && !document.derivedFrom;
  const short = days.flatMap(({ period }) =>
    [...(period?.pairs ?? [])].flatMap(([code, { days }]) =>
      period && days < period.of
        ? [`${code} ${period.period.name} (${grouped(days)} of ${grouped(period.of)})`]
        : [],
    ),
  );
  return {
    lines,
    foot: [
      ...foot,
      isMean ? `${words}; ${digitsHere}` : words,
      ...(short.length > 0 ? [`not of all days: ${someOf(short)}`] : []),
    ],
  };
}
