import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { twoBeside } from '../../currencies/names.ts';
import { grouped, inShell } from '../../words.ts';
import type { Course } from '../courses.ts';
import type { Document } from '../format.ts';
import { atPoint, rightAligned, someOf, widthOf } from './columns.ts';
import { type FigureTexts, figureTable, figureTexts } from './figures.ts';
import { figureText, heading, means, noRoomFor, quietLines, styleOf } from './style.ts';

const figureNames = ['change', 'low', 'high', 'mean'] as const;

/** A row per day or period, a column per currency; below them, figures of each. */
export function daysTable(courses: readonly Course[], document: Document): readonly string[] {
  const { strong, quiet } = styleOf(document);
  const isOfDays = document.kind.of !== 'periods';
  const labels = courses[0]?.labels ?? [];
  const { first, columns, hasFigures } = layoutOf(courses, document);

  const title = heading(document).padEnd(first);
  const line = (start: string, at: number) =>
    (start + columns.map(({ cells }) => cells[at]).join('')).trimEnd();
  const rows = labels.map((label, at) => {
    const row = line(label.padEnd(first), figureNames.length + at);
    return isOfDays && isWeekend(label as Day) ? quiet(row) : row;
  });
  const figures = figureNames.map((name, at) => line(quiet(name) + ' '.repeat(first - name.length), at));
  const narrow = courses.slice(columns.length).map(({ code }) => code);
  return [
    strong((title + columns.map(({ head }) => head).join('')).trimEnd()),
    ...rows,
    ...(hasFigures ? ['', ...figures] : []),
    ...(hasFigures && !document.derivedFrom ? quietLines(means, document) : []),
    ...noRoomFor(narrow, '-s selects, -f csv', document),
  ];
}

export function fitsSideBySide(courses: readonly Course[], document: Document): boolean {
  const { first, columns } = layoutOf(courses, document);
  return columns.length === courses.length && first + widthOf(columns) <= document.width;
}

/** At least one column, because digits are never cut. `first` is the width of the labels. */
function layoutOf(courses: readonly Course[], document: Document) {
  const labels = courses[0]?.labels ?? [];
  const first = Math.max(heading(document).length, labels[0]?.length ?? 0);
  // those of a single row, or of figures, would say nothing
  const hasFigures = labels.length > 1 && document.kind.of !== 'periods';

  const columns = [];
  let used = first;
  for (const course of courses) {
    const text = figureText(course.code, document);
    const figures: Partial<FigureTexts> = (hasFigures && figureTexts(course, text)) || {};
    const { change = '', low = '', high = '', mean = '' } = figures;
    const rates = course.rates.map((rate) => (rate === undefined ? '' : text(rate)));
    const column = rightAligned(course.code, [change, ...atPoint([low, high, mean, ...rates])]);
    used += column.head.length;
    if (used > document.width && columns.length > 0) break;
    columns.push(column);
  }
  return { first, columns, hasFigures };
}

const names = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'] as const;

const dropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'] as const;

/** One row per currency; the last line tells the days or periods. */
export function summaryTable(
  courses: readonly Course[],
  gaps: readonly Day[],
  document: Document,
): readonly string[] {
  const { kind, derivedFrom, summary } = document;
  const labels = courses[0]?.labels ?? [];
  const rows = courses.flatMap((course) => {
    const figures = figureTexts(course, figureText(course.code, document));
    const figure = (name: (typeof names)[number]) => figures?.[name] ?? '';
    return figures ? [{ label: course.code, rates: course.rates, figure }] : [];
  });

  // a mean of periods, which differ in length, is not that of their days
  const shown = kind.of === 'periods' ? names.filter((name) => name !== 'mean') : names;
  const contents = { title: heading(document), rows, names: shown, dropped, labels };
  const { lines, narrow } = figureTable(contents, document);

  const hasMeans = kind.of !== 'periods' && !narrow.includes('mean') && !derivedFrom;
  const partly = rows.filter(({ rates }) => rates.includes(undefined)).map(({ label }) => label);
  const words = coverageOf(labels, gaps, partly, document);
  return [
    ...lines,
    ...quietLines(hasMeans ? `${words}; ${means}` : words, document),
    ...noRoomFor(narrow, `a wider terminal${summary ? ' or -f csv' : ''}`, document),
    ...(summary ? [] : quietLines(eachOne(document), document)),
  ];
}

const unitOf = ({ kind }: Document) => (kind.of === 'periods' ? kind.every : 'day');

/** What shows the rows that a summary stands for. */
function eachOne(document: Document): string {
  const { base, symbols, hint } = document;
  const wider = hint ? ' or a wider terminal' : '';
  const few = inShell(twoBeside(base).join());
  return `--wide${symbols ? wider : ` or -s ${few}`} shows each ${unitOf(document)}`;
}

const mostGaps = 5;

/** @param partly currencies that lack a rate on some of the days */
function coverageOf(
  days: readonly string[],
  gaps: readonly Day[],
  partly: readonly string[],
  document: Document,
): string {
  const unit = unitOf(document);
  const all = [...days, ...gaps].sort();
  const of = gaps.length > 0 ? ` of ${grouped(all.length)}` : '';
  const some = `${grouped(days.length)}${of} ${unit}s`;
  const parts = [`${all.length === 1 ? `1 ${unit}` : some}, ${all[0]} to ${all.at(-1)}`];
  if (gaps.length > 0) parts.push(`missing ${daysInWords(gaps, mostGaps)}`);
  if (partly.length > 0) parts.push(`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`);
  return parts.join('; ');
}
