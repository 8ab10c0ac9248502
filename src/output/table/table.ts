import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { figureInWords, nameOfTake, type Take, takeNamed } from '../../rates/aggregate.ts';
import { count, grouped } from '../../words.ts';
import { type Course, courseProblems, coursesOf } from '../courses.ts';
import type { Document, Format, PeriodsOfRange, ShownRates } from '../format.ts';
import { someOf } from './columns.ts';
import { dayTable } from './day.ts';
import { daysTable, fitsSideBySide, summaryTable } from './days.ts';
import { figureTable } from './figures.ts';
import { digitsHere, footOf, madeUp, noRoomFor, quietLines, rateText, rounded, styleOf } from './style.ts';

/** For people; laid out after the last day, when it is known what fits. */
export const table: Format = (document) => {
  const { kind, wide, summary, symbols } = document;
  const isOfOneDay = kind.of === 'days' ? !kind.several : kind.of === 'series' && kind.start === kind.end;
  const onlySymbol = kind.of === 'periods' && symbols?.length === 1 && !wide ? symbols[0] : undefined;
  const isPlain = (isOfOneDay && !wide && !summary) || onlySymbol !== undefined;
  const days: ShownRates[] = [];
  const gaps: Day[] = [];
  let closed = 0;

  function lines(): readonly string[] {
    const only = days.at(-1);
    const { strong, quiet } = styleOf(document);
    if (isOfOneDay && isPlain) {
      const foot = only ? footOf([only], document, true).map(quiet) : [];
      return only && only.rates.size > 0 ? [...dayTable(only, document), ...foot] : [];
    }

    const without = closed > 0 ? [`${count(closed, 'day')} without rates`] : [];
    if (days.every(({ rates }) => rates.size === 0)) return without;

    const title = document.isMadeUp ? [strong(madeUp)] : [];
    const foot = footOf(kind.of === 'periods' ? [] : days, document);
    return [...title, ...rows(), ...[...foot, ...without].map(quiet)];
  }

  function rows(): readonly string[] {
    if (kind.of === 'periods' && onlySymbol) return allFigures(onlySymbol, days, kind, document);
    const courses = coursesOf(days, document);
    if (kind.of === 'periods') return oneFigure(courses, days, kind, document);
    const isSideBySide = wide || (!summary && symbols && fitsSideBySide(courses, document));
    return isSideBySide ? daysTable(courses, document) : summaryTable(courses, gaps, document);
  }

  return {
    day(shown) {
      days.push(shown);
      return '';
    },
    gap(day, isOff) {
      if (isOff) closed++;
      else gaps.push(day);
    },
    end: () => lines().map((line) => `${line}\n`),
    problems: () => (isPlain ? [] : courseProblems(coursesOf(days, document), document)),
  };
};

const names = ['mean', 'first', 'last', 'low', 'high', 'days'] as const;

type Name = (typeof names)[number] | 'date';

const leastWanted: readonly Name[] = ['mean', 'high', 'low', 'first', 'last', 'days'];

/** The figure taken comes first, with its day. */
function namesFor(take: Take): readonly Name[] {
  if (take === 'mean') return names;
  const taken = nameOfTake(take);
  return [taken, 'date', ...names.filter((name) => name !== taken)];
}

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
    const figures = period?.pairs.get(code);
    return period && figures ? [{ label: period.period.name, of: period.of, figures }] : [];
  });
  const isWhole = pairs.every(({ figures, of }) => figures.days === of);
  const rows = pairs.map(({ label, of, figures }) => {
    const figure = (name: Name) => {
      const days = grouped(figures.days);
      if (name === 'days') return isWhole ? days : `${days} of ${grouped(of)}`;
      if (name === 'date') return figures[take].date ?? '';
      if (figures.mixed && name !== 'first' && name !== 'last') return '';
      return name === 'mean' ? rounded(figures.mean.rate) : text(figures[takeNamed(name)].rate);
    };
    return { label, rates: figures.rates, figure };
  });

  const title = inverted ? `1 ${code} = ${base}` : `1 ${base} = ${code}`;
  const dropped = leastWanted.filter((name) => name !== nameOfTake(take));
  const { lines, narrow } = figureTable({ title, rows, names: namesFor(take), dropped }, document);
  const hasMeans = !narrow.includes('mean') && !derivedFrom;
  return [
    ...lines,
    ...(hasMeans ? quietLines(`means: ${digitsHere}`, document) : []),
    ...noRoomFor(narrow, 'a wider terminal', document),
  ];
}

/** Of several symbols, the figure taken of each period. */
function oneFigure(
  courses: readonly Course[],
  all: readonly ShownRates[],
  kind: PeriodsOfRange,
  document: Document,
): readonly string[] {
  const { wide, symbols, derivedFrom } = document;
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
    ...(wide || symbols ? daysTable(courses, document) : summaryTable(courses, [], document)),
    ...quietLines(isMean ? `${words}; ${digitsHere}` : words, document),
    ...(short.length > 0 ? quietLines(`not of all days: ${someOf(short)}`, document) : []),
  ];
}
