import { escapeToAscii } from '../escape.ts';
import { grouped } from '../grouped.ts';

/** Aligns rows in columns; `numeric` lists the columns to align on the right. */
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

/** Makes a word from the service safe to print. Long ones are not cut, because part of the key would not be recognised. */
export function printable(word: string): string {
  if (word.length > longest) return `a name of ${word.length} characters`;
  return escapeToAscii(word);
}

/** `10,186 days` */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}
