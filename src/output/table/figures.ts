import { averageOf, plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import { type RateSeries, seriesFigures } from '../rate-series.ts';
import { type FigureColumns, figureColumns, gutter, lineOf, longestOf, widthOf } from './columns.ts';
import { changeText, rounded, styleOf } from './style.ts';

/** Figures of a series, by their headings. */
export type FigureTexts = NonNullable<ReturnType<typeof figureTexts>>;

/** Undefined where no day has a rate. */
export function figureTexts(series: RateSeries, textOf: (rate: number) => string = plain) {
  const figures = seriesFigures(series);
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

interface FigureTable<Name extends string> extends FigureColumns<Name> {
  readonly title: string;
  readonly rows: readonly {
    readonly label: string;
    readonly figures: Readonly<Record<Name, string>>;
    readonly rates: RateSeries['rates'];
  }[];
}

/** A row per currency or period, with a sparkline if nothing is left out. `narrow` are the names without room. */
export function figureTable<Name extends string>(table: FigureTable<Name>, document: Document) {
  const { title, rows, names } = table;
  const { strong, quiet } = styleOf(document);
  const first = longestOf([title, ...rows.map(({ label }) => label)]);
  const figures = rows.map((row) => row.figures);
  const columns = figureColumns(table, figures, document.width - first);
  const isWhole = columns.size === names.length && !document.ascii;
  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const room = document.width - first - widthOf(columns.values()) - gutter.length;
  const spark = isWhole ? sparkWidth(most, room) : 0;

  const labelled = (label: string) => strong(label) + ' '.repeat(first - label.length);
  const lines = rows.map(({ label, rates }, at) => {
    const line = spark > 0 ? gutter + quiet(sparkline(rates, spark).trimEnd()) : '';
    return (labelled(label) + lineOf(columns.values(), at + 1) + line).trimEnd();
  });
  return {
    lines: [labelled(title) + quiet(lineOf(columns.values(), 0)), ...lines],
    narrow: names.filter((name) => !columns.has(name)),
  };
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
