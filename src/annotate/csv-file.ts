import { isDayLike } from '../calendar/written.ts';
import type { InputFile } from '../disk/input-file.ts';
import { type Code, parseCode } from '../rates/code.ts';
import { meaningOf, Scanner, textOf } from './scanner.ts';

interface Wanted {
  readonly date: string;
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

export type CodeSource = { readonly column: number } | { readonly code: Code };

export interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** A column, or the day of all rows as it was typed. */
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  readonly from: CodeSource;
  readonly to: readonly CodeSource[];
}

export interface CsvFile {
  readonly mark: string;
  readonly header: Header;
  readonly pieces: () => AsyncIterable<string>;
}

type Input = Pick<InputFile, 'pieces'>;

/** @throws BadFile if it has no such header, or cannot be CSV */
export async function openCsv(input: Input, wanted: Wanted, delimiter: string | undefined): Promise<CsvFile> {
  let beginning = '';
  for await (const text of textsOf(input, 0)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  if (/^(\xff\xfe|\xfe\xff)/.test(beginning)) throw new BadFile({ is: 'UTF-16' });
  const mark = beginning.startsWith('\xef\xbb\xbf') ? beginning.slice(0, 3) : '';
  return {
    mark,
    header: readHeader(beginning.slice(mark.length), wanted, delimiter),
    pieces: () => textsOf(input, mark.length),
  };
}

async function* textsOf(input: Input, start: number): AsyncGenerator<string> {
  for await (const bytes of input.pieces(start)) yield textOf(bytes);
}

const usualDelimiters = [',', ';', '\t', '|'];

export const longestHeader = 1_000_000;

/**
 * @param beginning of the file; if shorter than the longest header, the whole of it
 * @param delimiter undefined: the usual one under which the header has all columns
 * @throws BadFile if a column is not there, or twice
 */
export function readHeader(beginning: string, wanted: Wanted, delimiter: string | undefined): Header {
  const read = (delimiter ? [delimiter] : usualDelimiters).map((sign) => candidate(beginning, sign));
  const candidates = read.flatMap((it) => (it instanceof BadFile ? [] : it));
  const [one, other] = candidates.filter(({ names }) => lackingIn(names, wanted) === undefined);
  if (!one) throw read.find((it) => it instanceof BadFile) ?? noSuchColumn(candidates, wanted);
  if (other) throw new BadFile({ is: 'two delimiters', signs: [one.delimiter, other.delimiter] });
  return {
    ...one,
    date: isIn(one.names)(wanted.date)
      ? { column: columnOf(wanted.date, one.names) }
      : { written: wanted.date },
    amounts: partsOf(wanted.amount, one.names, 2).map((name) => columnOf(name, one.names)),
    from: sourceOf(wanted.from, one.names),
    to: targetsOf(wanted.to, one.names),
  };
}

type Candidate = Pick<Header, 'delimiter' | 'names'>;

function candidate(beginning: string, delimiter: string): Candidate | BadFile {
  const scanner = new Scanner(delimiter);
  const isWhole = beginning.length < longestHeader;
  for (const rows of [scanner.scan(beginning), isWhole ? scanner.end() : []])
    for (const { count, cells } of rows)
      if (count > 0) return { delimiter, names: cells.map((cell) => normal(meaningOf(cell))) };
  if (scanner.openQuote !== undefined) return new BadFile({ is: 'open quote', line: scanner.openQuote });
  return new BadFile({ is: isWhole ? 'empty' : 'long header' });
}

function lackingIn(names: readonly string[], { date, amount, from, to }: Wanted): string | undefined {
  const isThere = isIn(names);
  const columns = [...(isDayLike(date) ? [] : [date]), ...partsOf(amount, names, 2)];
  return (
    columns.find((name) => !isThere(name)) ??
    [from, ...partsOf(to, names)].find((name) => !isThere(name) && parseCode(name) === undefined)
  );
}

const isIn = (names: readonly string[]) => (name: string) => names.includes(normal(name));

/** A column whose own name has the comma wins. */
function partsOf(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const parts = text.split(',');
  return isIn(names)(text) || parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}

function targetsOf(text: string, names: readonly string[]): readonly CodeSource[] {
  const targets = partsOf(text, names).map((part) => sourceOf(part, names));
  const called = targetNames({ names, to: targets });
  const name = called.find((name, at) => called.indexOf(name) !== at);
  if (name !== undefined) throw new BadFile({ is: 'target twice', name });
  return targets;
}

export const targetNames = ({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] =>
  to.map((source) => ('code' in source ? source.code : (names[source.column] ?? '')));

function sourceOf(text: string, names: readonly string[]): CodeSource {
  const code = parseCode(text);
  return code && !names.includes(normal(text)) ? { code } : { column: columnOf(text, names) };
}

function columnOf(text: string, names: readonly string[]): number {
  const name = normal(text);
  const column = names.indexOf(name);
  if (names.lastIndexOf(name) !== column) throw new BadFile({ is: 'twice', name });
  return column;
}

function noSuchColumn(candidates: readonly Candidate[], wanted: Wanted): BadFile {
  const [{ names } = { names: [] }] = [...candidates].sort((a, b) => b.names.length - a.names.length);
  const is = candidates.length > 1 && names.length === 1 ? 'no delimiter' : 'no column';
  return new BadFile({ is, name: lackingIn(names, wanted) ?? '', names });
}

/** Accents can be written in two ways, and blanks are not seen. */
const normal = (name: string) => name.normalize('NFC').trim();

/** @throws BadFile if the header has one of these names already */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const name = added.find((name) => names.includes(normal(name)));
  if (name !== undefined) throw new BadFile({ is: 'taken', name });
}

export interface SeenCell {
  readonly line: number;
  readonly text: string;
}

export type FileTrouble =
  | { readonly is: 'UTF-16' | 'empty' | 'long header' }
  | { readonly is: 'open quote'; readonly line: number }
  | { readonly is: 'two delimiters'; readonly signs: readonly [string, string] }
  | { readonly is: 'no column' | 'no delimiter'; readonly name: string; readonly names: readonly string[] }
  | { readonly is: 'twice' | 'taken' | 'target twice'; readonly name: string }
  | {
      readonly is: 'two kinds' | 'two readings';
      readonly what: 'days' | 'amounts';
      readonly ways: readonly [string, string];
      readonly cells: readonly SeenCell[];
    };

export class BadFile extends Error {
  constructor(readonly trouble: FileTrouble) {
    super(trouble.is);
  }
}
