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

export function atPoint(decimals: readonly string[]): string[] {
  const whole = Math.max(0, ...decimals.map(pointOf));
  const fraction = Math.max(0, ...decimals.map((decimal) => decimal.length - pointOf(decimal)));
  return decimals.map((decimal) => (' '.repeat(whole - pointOf(decimal)) + decimal).padEnd(whole + fraction));
}

function pointOf(decimal: string): number {
  const at = decimal.indexOf('.');
  return at < 0 ? decimal.length : at;
}

interface FigureColumn<Name> {
  readonly name: Name;
  readonly head: string;
  readonly cells: readonly string[];
}

interface Figures<Name> {
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order. */
  readonly dropped: readonly Name[];
  /** The figure in each row. */
  readonly textsOf: (name: Name) => readonly string[];
  /** Of the dates, where they have no room. */
  readonly shorter?: ((text: string) => string) | undefined;
  /** The room that is wanted beside the columns: dates are shortened for it, nothing is left out. */
  readonly beside?: number;
}

/** A column per name that has room. */
export function figureColumns<Name extends string>(
  { names, dropped, textsOf, shorter, beside = 0 }: Figures<Name>,
  room: number,
): readonly FigureColumn<Name>[] {
  let columns = names.map((name) => columnOf(name, textsOf(name)));
  if (shorter && widthOf(columns) + beside > room)
    columns = names.map((name) => columnOf(name, isDate(name) ? textsOf(name).map(shorter) : textsOf(name)));
  for (const name of dropped) {
    if (widthOf(columns) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
  return columns;
}

function columnOf<Name extends string>(name: Name, texts: readonly string[]): FigureColumn<Name> {
  const aligned = isDate(name) ? texts : atPoint(texts);
  const head = isDate(name) ? 'date' : name;
  const between = isDate(name) ? 1 : gutter.length;
  const width = between + Math.max(head.length, ...aligned.map(({ length }) => length));
  return { name, head: head.padStart(width), cells: aligned.map((text) => text.padStart(width)) };
}

/** Of `low date`, which stands close to `low`. */
const isDate = (name: string) => name.endsWith(' date');

const mostNamed = 5;

/** A count of one would take the room of a name. */
export function someOf(words: readonly string[]): string {
  const more = words.length - mostNamed;
  return more > 1 ? `${words.slice(0, mostNamed).join(', ')} and ${more} more` : words.join(', ');
}

export function widthOf(columns: readonly { readonly head: string }[]): number {
  return columns.reduce((sum, { head }) => sum + head.length, 0);
}
