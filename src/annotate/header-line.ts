import { nearest } from '../config/choice.ts';
import { usageError } from '../errors.ts';
import { quoted } from '../words.ts';
import { meaningOf, Scanner } from './scanner.ts';

/** A line that may be the header, as one delimiter reads it. */
export interface HeaderLine {
  readonly start: number;
  readonly line: number;
  readonly delimiter: string;
  readonly names: readonly string[];
}

export const longestHeader = 1_000_000;
const mostLines = 200;

const usualDelimiters = [',', ';', '\t', '|'];
const delimiterLine = /^"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i;

export function delimitersOf(beginning: string): readonly string[] {
  const [, said] = delimiterLine.exec(beginning) ?? [];
  return said === undefined ? usualDelimiters : [said];
}

/** The first lines, each as every delimiter reads it. A quote left open in a line above hides none of them. */
export function headerLines(beginning: string, delimiters: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  const lineEnds = /\r\n|\r|\n|$/g;
  for (let start = 0, line = 1; start < beginning.length && line <= mostLines; line++) {
    const rest = beginning.slice(start);
    for (const delimiter of delimiters) {
      const names = namesIn(rest, delimiter);
      if (names) lines.push({ start, line, delimiter, names });
    }
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
  return lines;
}

/** Undefined if the line is blank, or does not end. */
function namesIn(text: string, delimiter: string): string[] | undefined {
  const scanner = new Scanner(delimiter);
  for (const rows of [scanner.scan(text), text.length < longestHeader ? scanner.end() : []])
    for (const { count, cells } of rows) return count > 0 ? cells.map((cell) => plain(meaningOf(cell))) : undefined;
  return undefined;
}

/** Accents can be written in two ways, and blanks are not seen. */
export const plain = (name: string) => name.normalize('NFC').trim();

/** The line of a quote that begins in the first lines and never closes. */
export function openQuoteIn(beginning: string, delimiters: readonly string[]): number | undefined {
  for (const delimiter of delimiters) {
    const scanner = new Scanner(delimiter);
    for (const _ of scanner.scan(beginning));
    if (scanner.openQuote && scanner.openQuote <= mostLines) return scanner.openQuote;
  }
  return undefined;
}

export function withMost<T>(things: readonly T[], score: (thing: T) => number): T[] {
  const scores = things.map(score);
  const most = Math.max(...scores);
  return things.filter((_, at) => scores[at] === most);
}

/** How much a line is like a header with these names: it has them, or nearly has them, or words. */
export function likeness({ names }: HeaderLine, wanted: readonly string[]): number {
  const here = wanted.filter((name) => names.includes(name));
  const nearly = names.length > 1 ? wanted.filter((name) => nearest(name, names)) : [];
  const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
  return here.length * 1e6 + nearly.length * 1e3 + words.length;
}

const mostNames = 50;

export function columnsInWords(names: readonly string[], whose = 'the header'): string {
  const listed = names.slice(0, mostNames).map(quoted);
  if (names.length > mostNames) listed.push(`and ${names.length - mostNames} more`);
  return `${whose} has ${listed.join(', ')}`;
}

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  const meant = nearest(name, names);
  return meant === undefined ? [] : [`did you mean ${quoted(meant)}?`];
}

export const neverClosing = (line: number) => usageError(`a quote that begins in line ${line} never closes`);
