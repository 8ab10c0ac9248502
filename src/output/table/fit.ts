export const gap = '  ';

/** Below this, a shortened name says nothing. */
const shortest = 4;

/** Empty where too little would be left. */
export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

const likeness: Readonly<Record<string, string>> = { '–': '-', ʻ: "'" };

/** Letters lose their accents. */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => likeness[letter] ?? '?');
}

/** Decimals aligned at the point; the column grows with its numbers and never shrinks. */
export class PointColumn {
  #whole = 0;
  #fraction = 0;

  widen(decimal: string): void {
    const point = pointOf(decimal);
    this.#whole = Math.max(this.#whole, point);
    this.#fraction = Math.max(this.#fraction, decimal.length - point);
  }

  get width(): number {
    return this.#whole + this.#fraction;
  }

  align(decimal: string): string {
    return (' '.repeat(this.#whole - pointOf(decimal)) + decimal).padEnd(this.width);
  }
}

function pointOf(decimal: string): number {
  const at = decimal.indexOf('.');
  return at < 0 ? decimal.length : at;
}

interface FigureColumn<Name extends string> {
  readonly name: Name;
  readonly head: string;
  readonly cells: readonly string[];
}

/** A column per name, without those of `dropped` that have no room, in their order. */
export function figureColumns<Name extends string>(
  names: readonly Name[],
  dropped: readonly Name[],
  room: number,
  textsOf: (name: Name) => readonly string[],
): readonly FigureColumn<Name>[] {
  let columns = names.map((name) => columnOf(name, textsOf(name)));
  for (const name of dropped) {
    if (widthOf(columns) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
  return columns;
}

function columnOf<Name extends string>(name: Name, texts: readonly string[]): FigureColumn<Name> {
  const points = new PointColumn();
  for (const text of texts) points.widen(text);
  const width = gap.length + Math.max(name.length, points.width);
  return { name, head: name.padStart(width), cells: texts.map((text) => points.align(text).padStart(width)) };
}

export const widthOf = (columns: readonly { readonly head: string }[]) =>
  columns.reduce((sum, { head }) => sum + head.length, 0);
