import { escapeToAscii } from '../escape.ts';

/** Rows in columns, two spaces apart, a line each; the columns at these places end in line, as numbers do. */
export function columns(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  const padded = (cell: string, at: number) =>
    numeric.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}

const longest = 20;

/**
 * A word of the service's as it may be shown: nothing in it steers a terminal. Of one that is too long nothing is shown,
 * since a part of the key would not be known for what it is.
 */
export function printable(word: string): string {
  if (word.length > longest) return `a name of ${word.length} letters`;
  return escapeToAscii(word);
}

/** `1 day`, `31 days` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
