import { isDayLike } from '../calendar/written.ts';
import type { InputFile } from '../disk/input-file.ts';
import type { Code } from '../rates/code.ts';
import { codeSaid } from '../rates/said.ts';
import { type Foreign, foreignBytes, foreignKind } from './foreign.ts';
import {
  delimitersOf,
  type HeaderLine,
  headerLines,
  likeness,
  longestHeader,
  openQuoteIn,
  plain,
  withMost,
} from './header-line.ts';
import { textOf } from './scanner.ts';

interface Wanted {
  readonly date: string;
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

/** A code with what was typed for it. */
export type CodeSource = { readonly column: number } | { readonly code: Code; readonly typed: string };

export interface Header extends HeaderLine {
  /** A column, or the day of all rows as it was typed. */
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  readonly from: CodeSource;
  readonly to: readonly CodeSource[];
}

export interface CsvFile {
  /** All that stands before the header. */
  readonly preamble: string;
  readonly header: Header;
  /** From the header on. */
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
  const mark = beginning.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const header = readHeader(beginning.slice(mark), wanted, delimiter);
  const start = mark + header.start;
  return { preamble: beginning.slice(0, start), header, pieces: () => textsOf(input, start) };
}

async function* textsOf(input: Input, start: number): AsyncGenerator<string> {
  for await (const bytes of input.pieces(start)) yield textOf(bytes);
}

/**
 * The first line that has all columns.
 * @param beginning of the file; if shorter than the longest header, the whole of it
 * @param delimiter undefined: the usual one under which the header has all columns
 * @throws BadFile if a column is not there, or twice
 */
export function readHeader(beginning: string, wanted: Wanted, delimiter: string | undefined): Header {
  const foreign = foreignKind(beginning);
  if (foreign) throw new BadFile({ is: 'foreign', foreign });
  const delimiters = delimiter ? [delimiter] : delimitersOf(beginning);
  const lines = headerLines(beginning, delimiters);
  // what looks like a code may be a column that only a line further down has
  const [one, other] = withMost(
    lines.filter(({ names }) => lackingIn(names, wanted) === undefined),
    ({ names }) => [wanted.from, ...wanted.to.split(',')].filter(isIn(names)).length,
  );
  if (!one) throw noHeader(beginning, wanted, lines, delimiters);
  if (other?.line === one.line && one.names.length > 1)
    throw new BadFile({ is: 'two delimiters', signs: [one.delimiter, other.delimiter] });
  const { names } = one;
  return {
    ...one,
    date: isIn(names)(wanted.date) ? { column: columnOf(wanted.date, names) } : { written: wanted.date },
    amounts: partsOf(wanted.amount, names, 2).map((name) => columnOf(name, names)),
    from: sourceOf(wanted.from, names),
    to: targetsOf(wanted.to, names),
  };
}

function noHeader(
  beginning: string,
  wanted: Wanted,
  lines: readonly HeaderLine[],
  delimiters: readonly string[],
): BadFile {
  const foreign = foreignBytes(beginning);
  if (foreign) return new BadFile({ is: 'foreign', foreign });
  const { date, amount, from, to } = wanted;
  const columns = [date, ...amount.split(','), from, ...to.split(',')].filter(
    (name) => !/^[A-Z]{3}$/.test(name) && !isDayLike(name),
  );
  const like = (line: HeaderLine) => likeness(line, columns.map(plain));
  const [header] = withMost(lines, like);
  const quote = header && like(header) >= 1000 ? undefined : openQuoteIn(beginning, delimiters);
  if (quote) return new BadFile({ is: 'open quote', line: quote });
  if (!header) return new BadFile({ is: beginning.length < longestHeader ? 'empty' : 'long header' });
  const is = header.names.length === 1 ? 'no delimiter' : 'no column';
  return new BadFile({ is, name: lackingIn(header.names, wanted) ?? '', header });
}

function lackingIn(names: readonly string[], { date, amount, from, to }: Wanted): string | undefined {
  const isThere = isIn(names);
  const columns = [...(isDayLike(date) ? [] : [date]), ...partsOf(amount, names, 2)];
  return (
    columns.find((name) => !isThere(name)) ??
    [from, ...partsOf(to, names)].find((name) => !isThere(name) && codeSaid(name) === undefined)
  );
}

const isIn = (names: readonly string[]) => (name: string) => names.includes(plain(name));

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
  const code = codeSaid(text);
  return code && !names.includes(plain(text)) ? { code, typed: text.trim() } : { column: columnOf(text, names) };
}

function columnOf(text: string, names: readonly string[]): number {
  const name = plain(text);
  const column = names.indexOf(name);
  if (names.lastIndexOf(name) !== column) throw new BadFile({ is: 'twice', name });
  return column;
}

/** @throws BadFile if the header has one of these names already */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const name = added.find((name) => names.includes(plain(name)));
  if (name !== undefined) throw new BadFile({ is: 'taken', name });
}

export interface SeenCell {
  readonly line: number;
  readonly text: string;
}

export type FileTrouble =
  | { readonly is: 'empty' | 'long header' }
  | { readonly is: 'foreign'; readonly foreign: Foreign }
  | { readonly is: 'open quote'; readonly line: number }
  | { readonly is: 'two delimiters'; readonly signs: readonly [string, string] }
  | { readonly is: 'no column' | 'no delimiter'; readonly name: string; readonly header: HeaderLine }
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
