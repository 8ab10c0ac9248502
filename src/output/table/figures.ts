import { type Day, parseDay } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { mixedUnitIn } from '../../currencies/ended.ts';
import { extremesOf } from '../../rates/aggregate.ts';
import { pairOf, sideOf } from '../../rates/day-rates.ts';
import { averageOf, meanOf, plain, withDecimals } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { type RateText, rounded } from './digits.ts';
import { figureColumns, gutter, widthOf } from './fit.ts';
import { styleOf } from './style.ts';

/** A rate per day. */
export type Course = readonly (number | undefined)[];

/** Figures of one currency over many days, by their headings. */
export interface FigureTexts {
  readonly first: string;
  readonly last: string;
  readonly low: string;
  /** Of the first day, or period, that has it. */
  readonly 'low date': string;
  readonly high: string;
  readonly 'high date': string;
  readonly change: string;
  readonly mean: string;
}

/** What `FigureTexts` has as numbers. */
export interface CourseFigures {
  readonly first: number;
  readonly firstDate: string;
  readonly last: number;
  readonly lastDate: string;
  readonly days: number;
  /** Undefined where the rates are of two units of a currency. */
  readonly over?: OverCourse | undefined;
}

interface OverCourse {
  readonly low: number;
  readonly lowDate: string;
  readonly high: number;
  readonly highDate: string;
  readonly mean: number;
}

interface OfCourse {
  /** Of the days. */
  readonly labels: readonly string[];
  readonly pair: readonly [base: Code, quote: Code];
}

/** Of a column of the grid. */
export const courseOf = (code: Code, { days }: Grid<string>, document: Document): OfCourse => ({
  labels: days,
  pair: pairOf(sideOf(document), code),
});

/** Undefined where no day has a rate. */
export function figuresOfCourse(rates: Course, { labels, pair }: OfCourse): CourseFigures | undefined {
  const known = rates.flatMap((rate, at) => (rate === undefined ? [] : [{ rate, date: labels[at] ?? '' }]));
  const extremes = extremesOf(known, ({ rate }) => rate);
  if (!extremes) return undefined;

  const { first, last, min, max } = extremes;
  return {
    first: first.rate,
    firstDate: first.date,
    last: last.rate,
    lastDate: last.date,
    days: known.length,
    over: mixedUnitIn(pair, rates, (at) => labels[at] ?? '')
      ? undefined
      : {
          low: min.rate,
          lowDate: min.date,
          high: max.rate,
          highDate: max.date,
          mean: meanOf(known.map(({ rate }) => rate)),
        },
  };
}

/** Undefined where no day has a rate. */
export function figureTexts(
  rates: Course,
  course: OfCourse,
  text: RateText = plain,
): FigureTexts | undefined {
  const figures = figuresOfCourse(rates, course);
  if (!figures) return undefined;

  const { first, last, over } = figures;
  return {
    first: text(first),
    last: text(last),
    low: over ? text(over.low) : '',
    'low date': over?.lowDate ?? '',
    high: over ? text(over.high) : '',
    'high date': over?.highDate ?? '',
    change: over ? changeOf(first, last) : '',
    mean: over ? rounded(over.mean) : '',
  };
}

/** `12 Jan` of `2024-01-12`, for days of a year at most, which it tells apart; undefined for others. */
export function shortDates(days: readonly string[]): ((text: string) => string) | undefined {
  const first = parseDay(days[0] ?? '');
  const last = parseDay(days.at(-1) ?? '');
  if (!first || !last || last >= yearAfter(first)) return undefined;
  // as in `Fri, 12 Jan 2024`
  return (day) => new Date(day).toUTCString().slice(5, 11).replace(/^0/, '');
}

/** In words that compare as days do; 29 February is no day there. */
const yearAfter = (day: Day) => Number(day.slice(0, 4)) + 1 + day.slice(4);

/** `+0.14%`; empty where it cannot be computed. */
export function changeOf(from: number, to: number): string {
  const percent = (to / from - 1) * 100;
  if (!Number.isFinite(percent)) return '';

  const text = plain(Number(Math.abs(percent).toFixed(2)));
  const sign = text === '0' ? '' : percent < 0 ? '-' : '+';
  return `${sign}${withDecimals(text, 2)}%`;
}

interface FigureRow<Name> {
  readonly label: string;
  readonly figure: (name: Name) => string;
  readonly rates: Course;
}

interface Contents<Name> {
  readonly title: string;
  readonly rows: readonly FigureRow<Name>[];
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order, after the sparkline. */
  readonly dropped: readonly Name[];
  /** Of the dates, where they have no room. */
  readonly shorter?: ((text: string) => string) | undefined;
}

/** Returns the names that had no room. */
export function* figureTable<Name extends string>(
  { title, rows, names, dropped, shorter }: Contents<Name>,
  document: Document,
): Generator<string, readonly Name[]> {
  const { strong, quiet } = styleOf(document);
  const first = Math.max(title.length, ...rows.map(({ label }) => label.length));
  const room = document.width - first;
  const textsOf = (name: Name) => rows.map(({ figure }) => figure(name));
  const columns = figureColumns({ names, dropped, textsOf, shorter }, room);
  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const isWhole = columns.length === names.length && !document.ascii;
  const spark = isWhole ? sparkWidth(most, room - widthOf(columns) - gutter.length) : 0;

  yield strong(title) + ' '.repeat(first - title.length) + quiet(columns.map(({ head }) => head).join(''));
  for (const [at, { label, rates }] of rows.entries()) {
    const start = strong(label) + ' '.repeat(first - label.length);
    const cells = columns.map((column) => column.cells[at]).join('');
    const course = spark > 0 ? gutter + quiet(sparkline(rates, spark).trimEnd()) : '';
    yield (start + cells + course).trimEnd();
  }

  return names.filter((name) => !columns.some((column) => column.name === name));
}

const blocks = [...'▁▂▃▄▅▆▇█'];
const middle = '▄';

/** Changes below this are noise of the last digits: the line is flat. */
const flat = 0.0001;

/** A character per rate, or per part of them where there are too many; blank where there is none. */
function sparkline(rates: Course, width: number): string {
  const points = meansOf(rates, width);
  const known = points.filter((point) => point !== undefined);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const isFlat = !(span > low * flat);

  function blockOf(point: number): string {
    if (isFlat) return middle;
    const height = (point - low) / span;
    return blocks[Math.round(height * (blocks.length - 1))] ?? middle;
  }
  return points.map((point) => (point === undefined ? ' ' : blockOf(point))).join('');
}

function meansOf(rates: Course, parts: number): (number | undefined)[] {
  if (rates.length <= parts) return [...rates];
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * rates.length) / parts);
    const to = Math.floor(((part + 1) * rates.length) / parts);
    const known = rates.slice(from, to).filter((rate) => rate !== undefined);
    return known.length > 0 ? averageOf(known) : undefined;
  });
}

const longest = 40;
const shortest = 8;

function sparkWidth(rates: number, room: number): number {
  const width = Math.min(rates, longest, room);
  return rates < 2 || width < Math.min(rates, shortest) ? 0 : width;
}
