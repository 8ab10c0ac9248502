import { nearest } from '../config/choice.ts';
import { meaningOf, Scanner } from './scanner.ts';

/** A line that may be the header, as one delimiter reads it. */
export interface HeaderLine {
  /** Where it begins in the text. */
  readonly start: number;
  readonly line: number;
  readonly delimiter: string;
  readonly names: readonly string[];
}

export const longestHeader = 1_000_000;
export const mostLines = 200;

const usualDelimiters = [',', ';', '\t', '|'];
const delimiterLine = /^"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i;

export function delimitersOf(beginning: string): readonly string[] {
  const [, said] = delimiterLine.exec(beginning) ?? [];
  return said === undefined ? usualDelimiters : [said];
}

/** The first lines, each as every delimiter reads it. A quote left open in a line above hides none of them. */
export function* headerLines(beginning: string, delimiters: readonly string[]): Generator<HeaderLine[]> {
  const lineEnds = /\r\n|\r|\n|$/g;
  for (let start = 0, line = 1; start < beginning.length && line <= mostLines; line++) {
    const rest = beginning.slice(start);
    yield delimiters.flatMap((delimiter) => {
      const names = namesIn(rest, delimiter);
      return names ? [{ start, line, delimiter, names }] : [];
    });
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
}

/** Undefined if the line is blank, or does not end. */
function namesIn(text: string, delimiter: string): string[] | undefined {
  const scanner = new Scanner(delimiter);
  for (const rows of [scanner.scan(text), text.length < longestHeader ? scanner.end() : []])
    for (const { count, cells } of rows)
      return count > 0 ? cells.map((cell) => plain(meaningOf(cell))) : undefined;
  return undefined;
}

/** Accents can be written in two ways, and blanks are not seen. */
export const plain = (name: string) => name.normalize('NFC').trim();

/** The line that has most of these names, else nearly has them, else has most words; the first of such lines. */
export function likeliest(lines: readonly HeaderLine[], wanted: readonly string[]) {
  let [best, most]: [HeaderLine | undefined, number] = [undefined, -1];
  for (const line of lines) {
    const { names } = line;
    const here = wanted.filter((name) => names.includes(name)).length;
    const nearly = names.length > 1 ? wanted.filter((name) => nearest(name, names)).length : 0;
    const score = here * 1e6 + nearly * 1e3 + names.filter((name) => /^\p{L}\P{N}*$/u.test(name)).length;
    if (score > most) [best, most] = [line, score];
  }
  return { best, isLike: most >= 1e3 };
}
