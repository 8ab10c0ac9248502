import { parseDay } from '../../calendar/day.ts';

/** Between columns. */
export const gutter = 2;

export const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));

/** Cells below one another, each as wide as the others, with the space before the column. */
export type TextColumn = readonly string[];

type Style = (text: string) => string;

export function leftAligned(
  texts: readonly string[],
  space = gutter,
  style: Style = (text) => text,
): TextColumn {
  const width = longestOf(texts);
  return texts.map((text) => ' '.repeat(space) + style(text) + ' '.repeat(width - text.length));
}

export function rightAligned(
  texts: readonly string[],
  space = gutter,
  style: Style = (text) => text,
): TextColumn {
  const width = space + longestOf(texts);
  return texts.map((text) => ' '.repeat(width - text.length) + style(text));
}

/** The cells of all columns row by row; the last columns can be shorter. */
export function linesOf(columns: readonly TextColumn[]): string[] {
  const rows = columns[0] ?? [];
  return rows.map((_, row) =>
    columns
      .map((column) => column[row] ?? '')
      .join('')
      .trimEnd(),
  );
}

export const widthOf = (columns: readonly TextColumn[]): number =>
  columns.reduce((sum, [head = '']) => sum + head.length, 0);

export function atPoint(decimals: readonly string[]): string[] {
  const pointOf = (decimal: string) => `${decimal}.`.indexOf('.');
  const whole = Math.max(0, ...decimals.map(pointOf));
  const placed = decimals.map((decimal) => ' '.repeat(whole - pointOf(decimal)) + decimal);
  const width = longestOf(placed);
  return placed.map((decimal) => decimal.padEnd(width));
}

/** Below this, a shortened name says nothing. */
const shortest = 4;

export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('–', '-')
    .replaceAll('ʻ', "'")
    .replace(/[^\0-\x7f]/gu, '?');
}

const mostNamed = 5;

/** A count of one would take the room of a name. */
export function someOf(words: readonly string[]): string {
  const more = words.length - mostNamed;
  return more > 1 ? `${words.slice(0, mostNamed).join(', ')} and ${more} more` : words.join(', ');
}

/** Figures of a currency or period, by their headings. */
export type FigureTexts = Readonly<Record<string, string>>;

export interface FigureColumns {
  readonly names: readonly string[];
  /** Left out where there is no room, in this order. */
  readonly dropped: readonly string[];
  /** Days, or periods: where there is no room, dates are shortened if that tells them apart. */
  readonly labels?: readonly string[];
}

/**
 * A column per name that has room, with the figure of each row below its heading.
 * @param beside the room that is wanted beside the columns: dates are shortened for it, nothing is left out
 */
export function figureColumns(
  { names, dropped, labels = [] }: FigureColumns,
  rows: readonly FigureTexts[],
  room: number,
  beside = 0,
): { readonly columns: readonly TextColumn[]; readonly narrow: readonly string[] } {
  function columnsWith(dateOf: Style): [string, TextColumn][] {
    return names.map((name) => {
      const texts = rows.map((figures) => figures[name] ?? '');
      // `low date` stands close to `low`
      if (name.endsWith(' date')) return [name, rightAligned(['date', ...texts.map(dateOf)], 1)];
      return [name, rightAligned([name, ...atPoint(texts)])];
    });
  }

  let columns = new Map(columnsWith((date) => date));
  const width = () => widthOf([...columns.values()]);
  if (areInOneYear(labels) && width() + beside > room) columns = new Map(columnsWith(shortDate));
  for (const name of dropped) if (width() > room) columns.delete(name);
  return { columns: [...columns.values()], narrow: names.filter((name) => !columns.has(name)) };
}

/** In words that compare as days do: 29 February is no day of the year after. */
function areInOneYear(days: readonly string[]): boolean {
  const [first, last] = [parseDay(days[0] ?? ''), parseDay(days.at(-1) ?? '')];
  return first !== undefined && last !== undefined && last < Number(first.slice(0, 4)) + 1 + first.slice(4);
}

/** `12 Jan` of `2024-01-12`, as in `Fri, 12 Jan 2024`. */
const shortDate = (day: string) => new Date(day).toUTCString().slice(5, 11).replace(/^0/, '');
