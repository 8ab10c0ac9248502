import { wrap } from '../../wrap.ts';

/** A term, and what it means. */
export type Item = readonly [term: string, meaning: string];

export interface Section {
  readonly heading: string;
  readonly items: readonly Item[];
}

const indent = '  ';
const gap = 2;
const narrowestMeaning = 24;
/** Where a meaning starts that stands below its term. */
const below = '      ';

/** Where the meanings start beside these terms; undefined where there is no room. */
export function columnOf(terms: readonly string[], width: number): number | undefined {
  const column = indent.length + Math.max(...terms.map(({ length }) => length)) + gap;
  return width - column < narrowestMeaning ? undefined : column;
}

/** Each term, and what it means beside it, or below it without a column. */
export function linesOf(items: readonly Item[], column: number | undefined, width: number): string[] {
  return items.flatMap(([term, meaning]) => {
    if (column === undefined) {
      return [
        ...wrap(term, width - indent.length).map((line) => indent + line),
        ...wrap(meaning, width - below.length).map((line) => below + line),
      ];
    }
    const [first, ...rest] = wrap(meaning, width - column);
    return [`${indent}${term}`.padEnd(column) + first, ...rest.map((line) => ' '.repeat(column) + line)];
  });
}
