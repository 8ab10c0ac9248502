import type { Code } from '../../currencies/code.ts';
import { figureInWords, nameOfTake } from '../../rates/aggregate.ts';
import { count, grouped } from '../../words.ts';
import type { Document, PeriodsOfRange, ShownRates, WholeFormat } from '../format.ts';
import { seriesOf, seriesProblems } from '../rate-series.ts';
import { someOf } from './columns.ts';
import { dayTable } from './day.ts';
import { daysTable, fitsSideBySide, summaryTable } from './days.ts';
import { figureTable } from './figures.ts';
import { digitsHere, footOf, madeUp, noRoomFor, quietLines, rateText, rounded, styleOf } from './style.ts';

/** For people; laid out after the last day, when it is known what fits. */
export const table: WholeFormat = ({ days, missing, closed }, document, { problems }) => {
  const { kind, wide, summary, symbols } = document;
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.of === 'series' && kind.start === kind.end;
  const isPlain = isOfOneDay && !wide && !summary;
  const onlySymbol = kind.of === 'periods' && symbols?.length === 1 && !wide ? symbols[0] : undefined;
  if (!isPlain && !onlySymbol) problems.push(...seriesProblems(days, document));

  function lines(): readonly string[] {
    const { strong, quiet } = styleOf(document);
    if (isPlain) {
      const only = days.at(-1);
      return only?.rates.size ? [...dayTable(only, document), ...footOf([only], document, true)] : [];
    }

    const without = closed > 0 ? [`${count(closed, 'day')} without rates`] : [];
    if (days.every(({ rates }) => rates.size === 0)) return without;

    const title = document.isMadeUp ? [strong(madeUp)] : [];
    const foot = footOf(kind.of === 'periods' ? [] : days, document);
    return [...title, ...rows(), ...foot, ...without.map(quiet)];
  }

  function rows(): readonly string[] {
    if (kind.of === 'periods')
      return onlySymbol ? allFigures(onlySymbol, days, kind, document) : oneFigure(days, kind, document);
    const series = seriesOf(days, document);
    const isSideBySide = wide || (!summary && symbols && fitsSideBySide(series, document));
    return isSideBySide ? daysTable(series, document) : summaryTable(series, missing, document);
  }

  return lines();
};

const names = ['mean', 'first', 'last', 'low', 'high', 'days'] as const;

const leastWanted = ['mean', 'high', 'low', 'first', 'last', 'days'] as const;

/** Of one symbol, a row per period. */
function allFigures(
  code: Code,
  all: readonly ShownRates[],
  { take }: PeriodsOfRange,
  document: Document,
): readonly string[] {
  const { base, inverted, derivedFrom } = document;
  const text = rateText(code, document);
  const pairs = all.flatMap(({ period }) => {
    const pair = period?.pairs.get(code);
    return period && pair ? [{ label: period.period.name, of: period.of, pair, rates: pair.rates }] : [];
  });
  const isWhole = pairs.every(({ pair, of }) => pair.days === of);
  const rows = pairs.map(({ label, of, pair, rates }) => {
    const { mean, first, last, min, max, mixed, days } = pair;
    const ofAll = mixed
      ? { mean: '', low: '', high: '' }
      : { mean: rounded(mean.rate), low: text(min.rate), high: text(max.rate) };
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
  return [
    ...lines,
    ...(hasMeans ? quietLines(`means: ${digitsHere}`, document) : []),
    ...noRoomFor(narrow, 'a wider terminal', document),
  ];
}

/** Of several symbols, the figure taken of each period. */
function oneFigure(all: readonly ShownRates[], kind: PeriodsOfRange, document: Document): readonly string[] {
  const { wide, symbols, derivedFrom } = document;
  const series = seriesOf(all, document);
  const words = figureInWords(kind);
  const isMean = kind.take === 'mean' && !derivedFrom;
  const short = all.flatMap(({ period }) =>
    [...(period?.pairs ?? [])].flatMap(([code, { days }]) =>
      period && days < period.of
        ? [`${code} ${period.period.name} (${grouped(days)} of ${grouped(period.of)})`]
        : [],
    ),
  );
  return [
    ...(wide || symbols ? daysTable(series, document) : summaryTable(series, [], document)),
    ...quietLines(isMean ? `${words}; ${digitsHere}` : words, document),
    ...(short.length > 0 ? quietLines(`not of all days: ${someOf(short)}`, document) : []),
  ];
}
