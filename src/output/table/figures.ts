import { averageOf, plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import { atPoint, columnsWithin, gutter, linesOf, type TextColumn, widthOf } from './columns.ts';
import { changeText, figureText, rounded } from './style.ts';

/** Figures of a currency or period, by their headings. */
type FigureTexts = Readonly<Record<string, string>>;

/** Empty where no day has a rate. @param document undefined: rates are as they are */
export function figureTexts({ code, figures }: RateSeries, document?: Document) {
  const { first, last, low, high, mean, change } = figures ?? {};
  const textOf = ({ rate }: { rate?: number } = {}) =>
    rate === undefined ? '' : document ? figureText(rate, code, document) : plain(rate);
  return {
    first: textOf(first),
    last: textOf(last),
    low: textOf(low),
    'low date': low?.date ?? '',
    high: textOf(high),
    'high date': high?.date ?? '',
    change: changeText(change),
    mean: mean === undefined ? '' : rounded(mean),
  };
}

interface FigureColumns {
  readonly rows: readonly { readonly figures: FigureTexts }[];
  readonly names: readonly string[];
  /** Left out of a narrow table, in this order. */
  readonly dropped: readonly string[];
  /** Days, or periods: in a narrow table, dates are shortened if they stay distinct. */
  readonly days?: readonly string[];
}

/**
 * The label and a column per name that has room, with the figure of each row below its heading.
 * @param beside the room that is wanted beside the columns: dates are shortened for it, nothing is left out
 */
export function figureColumns(label: TextColumn, table: FigureColumns, width: number, beside = 0) {
  const { rows, names, dropped, days = [] } = table;
  const columnsWith = (dateOf: (date: string) => string) => [
    label,
    ...names.map((name): TextColumn => {
      const texts = rows.map(({ figures }) => figures[name] ?? '');
      const column = { name, isRight: true, headStyle: 'quiet' } as const;
      if (!name.endsWith(' date')) return { ...column, texts: [name, ...atPoint(texts)] };
      // `low date` is close to `low`
      return { ...column, texts: ['date', ...texts.map(dateOf)], space: 1 };
    }),
  ];
  const columns = columnsWith((date) => date);
  const isShort = areInOneYear(days) && widthOf(columns) + beside > width;
  return columnsWithin(isShort ? columnsWith(shortDate) : columns, dropped, width);
}

/** In words that compare as days do: 29 February is not a day of the year after. */
function areInOneYear(labels: readonly string[]) {
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  // a period has a shorter name than a day
  return first.length === '2024-01-12'.length && last < Number(first.slice(0, 4)) + 1 + first.slice(4);
}

/** `12 Jan` of `2024-01-12`, as in `Fri, 12 Jan 2024`. */
const shortDate = (day: string) => day && new Date(day).toUTCString().slice(5, 11).replace(/^0/, '');

type Rates = RateSeries['rates'];

interface FigureTable extends FigureColumns {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly rates: Rates; readonly figures: FigureTexts }[];
}

/** The fewest and the most characters of a sparkline of many rates. */
const [shortest, longest] = [8, 40];

/**
 * A row per currency or period, with a sparkline of its rates if nothing is left out. `narrow` are the names
 * without room.
 */
export function figureTable(table: FigureTable, { width, ascii, color }: Document) {
  const { title, rows } = table;
  const label = { texts: [title, ...rows.map(({ label }) => label)], style: 'strong' } as const;
  const { columns, narrow } = figureColumns(label, table, width);
  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const room = Math.min(most, longest, width - widthOf(columns) - gutter);
  const hasSparks = !ascii && narrow.length === 0 && most > 1 && room >= Math.min(most, shortest);
  const sparks = hasSparks ? rows.map(({ rates }) => sparkline(rates, room).trimEnd()) : [];
  return { lines: linesOf([...columns, { texts: ['', ...sparks], style: 'quiet' }], color), narrow };
}

const blocks = '▁▂▃▄▅▆▇█';
const middle = '▄';

/** Changes below this are noise of the last digits: the line is flat. */
const flat = 0.0001;

/** A character per rate, or per part of them where there are too many; blank where there is none. */
function sparkline(rates: Rates, width: number): string {
  const parts = Math.min(width, rates.length);
  const edge = (part: number) => Math.floor((part * rates.length) / parts);
  // not a number without rates
  const points = Array.from({ length: parts }, (_, at) =>
    averageOf(rates.slice(edge(at), edge(at + 1)).filter((rate) => rate !== undefined)),
  );
  const usable = points.filter(Number.isFinite);
  const low = Math.min(...usable);
  const span = Math.max(...usable) - low;
  return points
    .map((point) => {
      if (Number.isNaN(point)) return ' ';
      return span > low * flat ? blocks[Math.round(((point - low) / span) * (blocks.length - 1))] : middle;
    })
    .join('');
}
