import { parseDay } from '../../calendar/day.ts';

/** Between columns. */
export const gutter = '  ';

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

export const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));

export function atPoint(decimals: readonly string[]): string[] {
  const pointOf = (decimal: string) => `${decimal}.`.indexOf('.');
  const whole = Math.max(0, ...decimals.map(pointOf));
  const placed = decimals.map((decimal) => ' '.repeat(whole - pointOf(decimal)) + decimal);
  const width = longestOf(placed);
  return placed.map((decimal) => decimal.padEnd(width));
}

/** The head, then the cells, each as wide as the others, and with the space before the column. */
export type TextColumn = readonly string[];

/** Aligned to the right. */
export function rightAligned(texts: readonly string[], between = gutter.length): TextColumn {
  const width = between + longestOf(texts);
  return texts.map((text) => text.padStart(width));
}

export function widthOf(columns: Iterable<TextColumn>): number {
  return [...columns].reduce((sum, [head = '']) => sum + head.length, 0);
}

/** The cells of all columns in a row, of which the first is the head. */
export const lineOf = (columns: Iterable<TextColumn>, row: number): string =>
  Array.from(columns, (column) => column[row]).join('');

export interface FigureColumns<Name extends string> {
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order. */
  readonly dropped: readonly Name[];
  /** Days, or periods: where there is no room, dates are shortened if that tells them apart. */
  readonly labels?: readonly string[];
}

/**
 * A column per name that has room, with the figure of each row.
 * @param beside the room that is wanted beside the columns: dates are shortened for it, nothing is left out
 */
export function figureColumns<Name extends string>(
  { names, dropped, labels = [] }: FigureColumns<Name>,
  rows: readonly Readonly<Record<Name, string>>[],
  room: number,
  beside = 0,
): ReadonlyMap<Name, TextColumn> {
  const columnOf = (name: Name, dateOf = (date: string) => date): [Name, TextColumn] => {
    const texts = rows.map((figures) => figures[name]);
    // `low date` stands close to `low`
    if (name.endsWith(' date')) return [name, rightAligned(['date', ...texts.map(dateOf)], 1)];
    return [name, rightAligned([name, ...atPoint(texts)])];
  };

  const shorter = shortDates(labels);
  let columns = new Map(names.map((name) => columnOf(name)));
  if (shorter && widthOf(columns.values()) + beside > room)
    columns = new Map(names.map((name) => columnOf(name, shorter)));
  for (const name of dropped) if (widthOf(columns.values()) > room) columns.delete(name);
  return columns;
}

/** `12 Jan` of `2024-01-12`, for days of a year at most, which it tells apart; undefined for others. */
function shortDates(days: readonly string[]): ((text: string) => string) | undefined {
  const first = parseDay(days[0] ?? '');
  const last = parseDay(days.at(-1) ?? '');
  // in words that compare as days do; 29 February is no day there
  if (!first || !last || last >= Number(first.slice(0, 4)) + 1 + first.slice(4)) return undefined;
  // as in `Fri, 12 Jan 2024`
  return (day) => new Date(day).toUTCString().slice(5, 11).replace(/^0/, '');
}

const mostNamed = 5;

/** A count of one would take the room of a name. */
export function someOf(words: readonly string[]): string {
  const more = words.length - mostNamed;
  return more > 1 ? `${words.slice(0, mostNamed).join(', ')} and ${more} more` : words.join(', ');
}
