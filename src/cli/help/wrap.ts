import type { Row } from './row.ts';

const indent = '  ';
const gap = 2;
const narrowestMeaning = 24;
/** Where a meaning starts that stands below its term. */
const below = '      ';

/** Lines of at most this width, broken between words; a longer word is a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}

/** Where the meanings start beside these terms; undefined where there is no room. */
export function columnOf(terms: readonly string[], width: number): number | undefined {
  const column = indent.length + Math.max(...terms.map(({ length }) => length)) + gap;
  return width - column < narrowestMeaning ? undefined : column;
}

/** Each term, and what it means beside it, or below it without a column. */
export function rowLines(rows: readonly Row[], column: number | undefined, width: number): string[] {
  return rows.flatMap(([term, meaning]) => {
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
