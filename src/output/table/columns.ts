import { parseDay } from '../../calendar/day.ts';

/** Between columns. */
export const gutter = '  ';

/** Below this, a shortened name says nothing. */
const shortest = 4;

export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

const likeness: ReadonlyMap<string, string> = new Map(Object.entries({ '–': '-', ʻ: "'" }));

export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => likeness.get(letter) ?? '?');
}

export const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));

export function atPoint(decimals: readonly string[]): string[] {
  const pointOf = (decimal: string) => `${decimal}.`.indexOf('.');
  const whole = Math.max(0, ...decimals.map(pointOf));
  const fraction = Math.max(0, ...decimals.map((decimal) => decimal.length - pointOf(decimal)));
  return decimals.map((decimal) => (' '.repeat(whole - pointOf(decimal)) + decimal).padEnd(whole + fraction));
}

/** Head and cells are as wide as one another, and begin with what stands between columns. */
export interface TextColumn {
  readonly head: string;
  readonly cells: readonly string[];
}

/** Aligned to the right. */
export function rightAligned(head: string, texts: readonly string[], between = gutter.length): TextColumn {
  const width = between + Math.max(head.length, longestOf(texts));
  return { head: head.padStart(width), cells: texts.map((text) => text.padStart(width)) };
}

export function widthOf(columns: readonly TextColumn[]): number {
  return columns.reduce((sum, { head }) => sum + head.length, 0);
}

interface FigureColumn<Name> extends TextColumn {
  readonly name: Name;
}

interface Figures<Name> {
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order. */
  readonly dropped: readonly Name[];
  /** The figure in each row. */
  readonly textsOf: (name: Name) => readonly string[];
  /** Days, or periods: where there is no room, dates are shortened if that tells them apart. */
  readonly labels?: readonly string[] | undefined;
  /** The room that is wanted beside the columns: dates are shortened for it, nothing is left out. */
  readonly beside?: number;
}

/** A column per name that has room. */
export function figureColumns<Name extends string>(
  { names, dropped, textsOf, labels = [], beside = 0 }: Figures<Name>,
  room: number,
): readonly FigureColumn<Name>[] {
  const columnOf = (name: Name, dateOf = (date: string) => date): FigureColumn<Name> => {
    // `low date` stands close to `low`
    if (name.endsWith(' date')) return { name, ...rightAligned('date', textsOf(name).map(dateOf), 1) };
    return { name, ...rightAligned(name, atPoint(textsOf(name))) };
  };

  const shorter = shortDates(labels);
  let columns = names.map((name) => columnOf(name));
  if (shorter && widthOf(columns) + beside > room) columns = names.map((name) => columnOf(name, shorter));
  for (const name of dropped) {
    if (widthOf(columns) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
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
