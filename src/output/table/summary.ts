import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { type Figures, figuresOf } from './figures.ts';
import { foldWords, gap } from './fit.ts';
import { heading } from './heading.ts';
import { PointColumn } from './point-column.ts';
import { sparkline } from './spark.ts';
import { styleOf } from './style.ts';

const names = ['first', 'last', 'change', 'low', 'high', 'mean'] as const;
type Name = (typeof names)[number];

/** Left out where there is no room, in this order, after the sparkline. */
const dropped: readonly Name[] = ['mean', 'high', 'low', 'first', 'change'];

const longestSpark = 40;
const shortestSpark = 8;

interface Row {
  readonly code: Code;
  readonly rates: readonly (number | undefined)[];
  readonly figures: Figures;
}

/** One row per currency; the last line tells the days. */
export function* summaryTable(grid: Grid, gaps: readonly Day[], document: Document): Generator<string> {
  const { strong, quiet } = styleOf(document);
  const { width } = document;
  const rows = rowsOf(grid, document);
  const title = heading(document);
  const first = Math.max(title.length, ...rows.map(({ code }) => code.length));
  const columns = columnsThatFit(rows, width - first);
  const room = columns.reduce((room, { width }) => room - width, width - first);
  const spark = columns.length < names.length ? 0 : sparkWidth(grid.days.length, room, document);

  yield strong(title) + ' '.repeat(first - title.length) + quiet(columns.map(({ head }) => head).join(''));
  for (const [at, { code, rates }] of rows.entries()) {
    const start = strong(code) + ' '.repeat(first - code.length);
    const cells = columns.map((column) => column.cells[at]).join('');
    const course = spark > 0 ? gap + quiet(sparkline(rates, spark).trimEnd()) : '';
    yield (start + cells + course).trimEnd();
  }
  for (const line of foldWords(coverage(grid, gaps, rows), width)) yield quiet(line);
}

function rowsOf(grid: Grid, { symbols }: Document): Row[] {
  return (symbols ?? grid.codes()).flatMap((code) => {
    const rates = grid.days.map((_, index) => grid.rate(index, code));
    const figures = figuresOf(rates);
    return figures ? [{ code, rates, figures }] : [];
  });
}

interface Column {
  readonly name: Name;
  readonly width: number;
  readonly head: string;
  readonly cells: readonly string[];
}

function columnsThatFit(rows: readonly Row[], room: number): Column[] {
  let columns = names.map((name) => columnOf(name, rows));
  for (const name of dropped) {
    if (columns.reduce((sum, { width }) => sum + width, 0) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
  return columns;
}

function columnOf(name: Name, rows: readonly Row[]): Column {
  const texts = rows.map(({ figures }) => figures[name]);
  const points = new PointColumn();
  for (const text of texts) points.widen(text);
  const width = gap.length + Math.max(name.length, points.width);
  return {
    name,
    width,
    head: name.padStart(width),
    cells: texts.map((text) => points.align(text).padStart(width)),
  };
}

/** 0: no sparkline. */
function sparkWidth(days: number, room: number, { ascii }: Document): number {
  if (ascii || days < 2) return 0;
  const width = Math.min(days, longestSpark, room - gap.length);
  return width < Math.min(days, shortestSpark) ? 0 : width;
}

const mostNamed = 5;

function coverage({ days }: Grid, gaps: readonly Day[], rows: readonly Row[]): string {
  const asked = [...days, ...gaps].sort();
  const count = gaps.length > 0 ? `${days.length} of ${asked.length} days` : `${days.length} days`;
  const parts = [`${asked.length === 1 ? '1 day' : count}, ${asked[0]} to ${asked.at(-1)}`];
  if (gaps.length > 0) parts.push(`missing ${someOf(gaps)}`);
  const partly = rows.filter(({ rates }) => rates.includes(undefined)).map(({ code }) => code);
  if (partly.length > 0) parts.push(`not on every day: ${someOf(partly)}`);
  return parts.join('; ');
}

function someOf(words: readonly string[]): string {
  const more = words.length - mostNamed;
  return words.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
