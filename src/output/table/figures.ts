import { averageOf, plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import {
  type FigureColumns,
  type FigureTexts,
  figureColumns,
  gutter,
  leftAligned,
  linesOf,
  longestOf,
  widthOf,
} from './columns.ts';
import { changeText, rounded, styleOf } from './style.ts';

/** Undefined where no day has a rate. */
export function figureTexts({ figures }: RateSeries, textOf: (rate: number) => string = plain) {
  if (!figures) return undefined;
  const { first, last, low, high, mean, change } = figures;
  return {
    first: textOf(first.rate),
    last: textOf(last.rate),
    low: low ? textOf(low.rate) : '',
    'low date': low?.date ?? '',
    high: high ? textOf(high.rate) : '',
    'high date': high?.date ?? '',
    change: changeText(change),
    mean: mean === undefined ? '' : rounded(mean),
  };
}

interface FigureTable extends FigureColumns {
  readonly title: string;
  readonly rows: readonly {
    readonly label: string;
    readonly figures: FigureTexts;
    readonly rates: RateSeries['rates'];
  }[];
}

/** A row per currency or period, with a sparkline if nothing is left out. `narrow` are the names without room. */
export function figureTable(table: FigureTable, document: Document) {
  const { title, rows } = table;
  const { strong, quiet } = styleOf(document);
  const labels = [title, ...rows.map(({ label }) => label)];
  const room = document.width - longestOf(labels);
  const figures = rows.map((row) => row.figures);
  const { columns, narrow } = figureColumns(table, figures, room);

  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const spark = narrow.length > 0 || document.ascii ? 0 : sparkWidth(most, room - widthOf(columns) - gutter);
  const sparks = spark > 0 ? rows.map(({ rates }) => sparkline(rates, spark).trimEnd()) : [];
  const body = linesOf([...columns, leftAligned(['', ...sparks], gutter, quiet)]);
  const lines = leftAligned(labels, 0, strong).map((label, row) => {
    const figures = body[row] ?? '';
    return (label + (row === 0 ? quiet(figures) : figures)).trimEnd();
  });
  return { lines, narrow };
}

const blocks = '▁▂▃▄▅▆▇█';
const middle = '▄';

/** Changes below this are noise of the last digits: the line is flat. */
const flat = 0.0001;

/** A character per rate, or per part of them where there are too many; blank where there is none. */
function sparkline(rates: RateSeries['rates'], width: number): string {
  const parts = Math.min(width, rates.length);
  const edges = Array.from({ length: parts + 1 }, (_, at) => Math.floor((at * rates.length) / parts));
  const points = edges.slice(1).map((to, at) => {
    const known = rates.slice(edges[at], to).filter((rate) => rate !== undefined);
    return known.length > 1 ? averageOf(known) : known[0];
  });
  const known = points.filter((point) => point !== undefined);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const isFlat = !(span > low * flat);
  const blockOf = (point: number) =>
    isFlat ? middle : (blocks[Math.round(((point - low) / span) * (blocks.length - 1))] ?? middle);
  return points.map((point) => (point === undefined ? ' ' : blockOf(point))).join('');
}

const longest = 40;
const shortest = 8;

function sparkWidth(rates: number, room: number): number {
  const width = Math.min(rates, longest, room);
  return rates < 2 || width < Math.min(rates, shortest) ? 0 : width;
}
