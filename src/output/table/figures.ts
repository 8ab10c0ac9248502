import { averageOf, plain } from '../../rates/decimal.ts';
import { type Course, figuresOf } from '../courses.ts';
import type { Document } from '../format.ts';
import { figureColumns, gutter, longestOf, widthOf } from './columns.ts';
import { changeText, type RateText, rounded, styleOf } from './style.ts';

/** Figures of a course, by their headings. */
export type FigureTexts = Readonly<
  Record<'first' | 'last' | 'low' | 'low date' | 'high' | 'high date' | 'change' | 'mean', string>
>;

/** Undefined where no day has a rate. */
export function figureTexts(course: Course, text: RateText = plain): FigureTexts | undefined {
  const figures = figuresOf(course);
  if (!figures) return undefined;

  const { first, last, low, lowDate = '', high, highDate = '', mean, change } = figures;
  return {
    first: text(first),
    last: text(last),
    low: low === undefined ? '' : text(low),
    'low date': lowDate,
    high: high === undefined ? '' : text(high),
    'high date': highDate,
    change: changeText(change),
    mean: mean === undefined ? '' : rounded(mean),
  };
}

interface FigureTable<Name> {
  readonly title: string;
  readonly rows: readonly {
    readonly label: string;
    readonly figure: (name: Name) => string;
    readonly rates: Course['rates'];
  }[];
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order, after the sparkline. */
  readonly dropped: readonly Name[];
  /** Days, whose dates are shortened where there is no room. */
  readonly labels?: readonly string[];
}

/** A row per currency or period. `narrow` are the names that had no room. */
export function figureTable<Name extends string>(
  { title, rows, names, dropped, labels }: FigureTable<Name>,
  document: Document,
): { readonly lines: readonly string[]; readonly narrow: readonly Name[] } {
  const { strong, quiet } = styleOf(document);
  const first = Math.max(title.length, longestOf(rows.map(({ label }) => label)));
  const room = document.width - first;
  const textsOf = (name: Name) => rows.map(({ figure }) => figure(name));
  const columns = figureColumns({ names, dropped, textsOf, labels }, room);
  const isWhole = columns.length === names.length && !document.ascii;
  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const spark = isWhole ? sparkWidth(most, room - widthOf(columns) - gutter.length) : 0;

  const head = columns.map((column) => column.head).join('');
  const lines = rows.map(({ label, rates }, at) => {
    const cells = columns.map((column) => column.cells[at]).join('');
    const course = spark > 0 ? gutter + quiet(sparkline(rates, spark).trimEnd()) : '';
    return (strong(label) + ' '.repeat(first - label.length) + cells + course).trimEnd();
  });
  return {
    lines: [strong(title) + ' '.repeat(first - title.length) + quiet(head), ...lines],
    narrow: names.filter((name) => !columns.some((column) => column.name === name)),
  };
}

const blocks = [...'▁▂▃▄▅▆▇█'];
const middle = '▄';

/** Changes below this are noise of the last digits: the line is flat. */
const flat = 0.0001;

/** A character per rate, or per part of them where there are too many; blank where there is none. */
function sparkline(rates: Course['rates'], width: number): string {
  const points = meansOf(rates, width);
  const known = points.filter((point) => point !== undefined);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const isFlat = !(span > low * flat);

  function blockOf(point: number): string {
    if (isFlat) return middle;
    return blocks[Math.round(((point - low) / span) * (blocks.length - 1))] ?? middle;
  }
  return points.map((point) => (point === undefined ? ' ' : blockOf(point))).join('');
}

function meansOf(rates: Course['rates'], parts: number): (number | undefined)[] {
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
