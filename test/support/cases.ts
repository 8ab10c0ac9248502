import { test } from 'vitest';

/** A table of texts for `test.each`: rows stand on lines of their own or two blanks apart, their cells beside ` = `, the last of which may be empty. */
export const cases = (table: string): string[][] =>
  table
    .trim()
    .split(/\s*\n\s*|\s{2,}/)
    .map((row) => row.split(/ = | =$/));

export const eachCase = (table: string) => test.each(cases(table));
