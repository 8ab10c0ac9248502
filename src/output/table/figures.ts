import { averageOf, plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import type { RateSeries } from '../rate-series.ts';
import {
  atPoint,
  columnsWithin,
  gutter,
  linesOf,
  longestOf,
  shorten,
  type TextColumn,
  type TextStyle,
  toAscii,
  widthOf,
} from './columns.ts';
import { changeText, figureText, rounded } from './style.ts';

/** Figures of a currency or period, by their headings. */
type FigureTexts = Readonly<Record<string, string>>;

/** @param document undefined: rates are as they are */
export function figureTexts(series: RateSeries, document?: Document) {
  const { code, first, last, low, high, mean, change } = series;
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

type Rates = RateSeries['rates'];

interface FigureTable {
  readonly title: string;
  readonly rows: readonly {
    readonly label: string;
    readonly figures: FigureTexts;
    readonly rates: Rates;
    /** In place of a sparkline. */
    readonly name?: string;
  }[];
  readonly names: readonly string[];
  /** Left out of a narrow table, in this order. */
  readonly dropped: readonly string[];
  /** Days, or periods: in a narrow table, dates are shortened if they stay distinct. */
  readonly days?: readonly string[];
  /** Of the labels. */
  readonly style?: TextStyle;
}

/** The fewest and the most characters of a sparkline of many rates. */
const [shortest, longest] = [8, 40];

/**
 * A row per currency or period, and a column per figure that has room. Beside them are names, as far as there
 * is room, or a sparkline of the rates if nothing is left out. `narrow` are the figures without room.
 */
export function figureTable(table: FigureTable, { width, ascii, chalk }: Document) {
  const { title, rows, names, dropped, days = [], style = 'strong' } = table;
  const columnsWith = (dateOf: (date: string) => string) => [
    { texts: [title, ...rows.map(({ label }) => label)], style },
    ...names.map((name): TextColumn => {
      const texts = rows.map(({ figures }) => figures[name] ?? '');
      const column = { name, isRight: true, headStyle: 'quiet' } as const;
      if (!name.endsWith(' date')) return { ...column, texts: [name, ...atPoint(texts)] };
      // `low date` is close to `low`
      return { ...column, texts: ['date', ...texts.map(dateOf)], space: 1 };
    }),
  ];
  const all = columnsWith((date) => date);
  const beside = longestOf(rows.map(({ name = '' }) => name));
  const isShort = areInOneYear(days) && widthOf(all) + (beside && gutter + beside) > width;
  const { columns, narrow } = columnsWithin(isShort ? columnsWith(shortDate) : all, dropped, width);

  const room = width - widthOf(columns) - gutter;
  const longestSeries = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const sparkWidth = Math.min(longestSeries, longest, room);
  const hasSparks =
    !ascii && narrow.length === 0 && longestSeries > 1 && sparkWidth >= Math.min(longestSeries, shortest);
  const texts = rows.map(({ name, rates }) => {
    if (name !== undefined) return shorten(ascii ? toAscii(name) : name, room, ascii);
    return hasSparks ? sparkline(rates, sparkWidth).trimEnd() : '';
  });
  return { lines: linesOf([...columns, { texts: ['', ...texts], style: 'quiet' }], chalk), narrow };
}

/** In words that compare as days do: 29 February is not a day of the year after. */
function areInOneYear(labels: readonly string[]) {
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  // a period has a shorter name than a day
  return first.length === '2024-01-12'.length && last < Number(first.slice(0, 4)) + 1 + first.slice(4);
}

/** `12 Jan` of `2024-01-12`, as in `Fri, 12 Jan 2024`. */
const shortDate = (day: string) => day && new Date(day).toUTCString().slice(5, 11).replace(/^0/, '');

const blocks = '▁▂▃▄▅▆▇█';
const middle = '▄';

/** Changes below this part of the value are noise of the last digits. */
const noise = 0.0001;

/** From the lowest to the highest value. */
export function extentOf(values: readonly (number | undefined)[]) {
  const usable = values.filter((value) => value !== undefined);
  const [min, max] = [Math.min(...usable), Math.max(...usable)];
  return { min, max, isFlat: !(max - min > noise * max) };
}

/** A character per rate, or per part of them where there are too many; blank where there is none. */
function sparkline(rates: Rates, width: number) {
  const parts = Math.min(width, rates.length);
  const edge = (part: number) => Math.floor((part * rates.length) / parts);
  // not a number without rates
  const points = Array.from({ length: parts }, (_, at) =>
    averageOf(rates.slice(edge(at), edge(at + 1)).filter((rate) => rate !== undefined)),
  );
  const { min, max, isFlat } = extentOf(points.filter(Number.isFinite));
  return points
    .map((point) => {
      if (Number.isNaN(point)) return ' ';
      return isFlat ? middle : blocks[Math.round(((point - min) / (max - min)) * (blocks.length - 1))];
    })
    .join('');
}
