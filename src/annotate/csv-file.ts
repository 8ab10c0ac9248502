import { isDayLike } from '../calendar/written.ts';
import type { InputFile } from '../disk/input-file.ts';
import { type Failure, usageError } from '../errors.ts';
import { unitSaid } from '../rates/said.ts';
import type { Unit } from '../rates/units.ts';
import { foreign, isText, refuseForeign } from './foreign.ts';
import {
  columnsInWords,
  delimitersOf,
  didYouMean,
  type HeaderLine,
  headerLines,
  likeness,
  longestHeader,
  neverClosing,
  openQuoteIn,
  plain,
  withMost,
} from './header-line.ts';
import { textOf } from './scanner.ts';

/** The words of the options. */
type Wanted = Readonly<Record<'date' | 'amount' | 'from' | 'to', string>>;

export type CodeSource = { readonly column: number } | { readonly unit: Unit; readonly typed: string };

export interface Header extends HeaderLine {
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  readonly from: CodeSource;
  readonly to: readonly CodeSource[];
}

export interface CsvFile {
  readonly preamble: string;
  readonly header: Header;
  /** From the header on. */
  readonly pieces: () => AsyncIterable<string>;
}

type Input = Pick<InputFile, 'pieces'>;

/** @param path `-` is stdin. @throws a usage error if it has no such header, or cannot be CSV */
export async function openCsv(
  input: Input,
  path: string,
  wanted: Wanted,
  delimiter: string | undefined,
): Promise<CsvFile> {
  let beginning = '';
  for await (const text of textsOf(input, 0)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  const mark = beginning.startsWith('\xef\xbb\xbf') ? 3 : 0;
  refuseForeign(beginning.slice(mark), path);
  const header = readHeader(beginning.slice(mark), wanted, delimiter);
  const start = mark + header.start;
  return { preamble: beginning.slice(0, start), header, pieces: () => textsOf(input, start) };
}

async function* textsOf(input: Input, start: number): AsyncGenerator<string> {
  for await (const bytes of input.pieces(start)) yield textOf(bytes);
}

/** The first line that has all columns, under any usual delimiter if none is given. @throws a usage error */
export function readHeader(beginning: string, wanted: Wanted, delimiter: string | undefined): Header {
  const delimiters = delimiter ? [delimiter] : delimitersOf(beginning);
  const lines = headerLines(beginning, delimiters);
  // what looks like a code may be a column that only a line further down has
  const [one, other] = withMost(
    lines.filter(({ names }) => lackingIn(names, wanted) === undefined),
    ({ names }) => [wanted.from, ...wanted.to.split(',')].filter(isIn(names)).length,
  );
  if (!one) throw noHeader(beginning, wanted, lines, delimiters);
  if (other?.line === one.line && one.names.length > 1) {
    const [sign, otherSign] = [one, other].map((line) => JSON.stringify(line.delimiter));
    const what = `the header has these columns under two delimiters, ${sign} and ${otherSign}`;
    throw usageError(what, `--delimiter ${sign}`);
  }
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
): Failure {
  if (!isText(beginning)) return foreign('not text');
  const { date, amount, from, to } = wanted;
  const columns = [date, ...amount.split(','), from, ...to.split(',')].filter(
    (name) => !/^[A-Z]{3}$/.test(name) && !isDayLike(name),
  );
  const like = (line: HeaderLine) => likeness(line, columns.map(plain));
  const [header] = withMost(lines, like);
  const quote = header && like(header) >= 1000 ? undefined : openQuoteIn(beginning, delimiters);
  if (quote) return neverClosing(quote);
  if (!header && beginning.length < longestHeader) return usageError('the file is empty: it has no header');
  if (!header) return usageError('the file has no header: its first line is too long');
  const { names, line } = header;
  const name = lackingIn(names, wanted) ?? '';
  const listed = line === 1 ? columnsInWords(names) : `is the header line ${line}? ${columnsInWords(names, 'it')}`;
  const hints =
    names.length === 1
      ? [listed, '--delimiter says what stands between the cells']
      : [...didYouMean(name, names), listed];
  return usageError(`there is no column ${JSON.stringify(name)}`, ...hints);
}

function lackingIn(names: readonly string[], { date, amount, from, to }: Wanted): string | undefined {
  const isThere = isIn(names);
  const columns = [...(isDayLike(date) ? [] : [date]), ...partsOf(amount, names, 2)];
  return (
    columns.find((name) => !isThere(name)) ??
    [from, ...partsOf(to, names)].find((name) => !isThere(name) && unitSaid(name) === undefined)
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
  if (name !== undefined) throw usageError(`--to has ${name} twice`);
  return targets;
}

export const targetNames = ({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] =>
  to.map((source) => ('unit' in source ? source.unit.name : (names[source.column] ?? '')));

function sourceOf(text: string, names: readonly string[]): CodeSource {
  const unit = unitSaid(text);
  const isColumn = !unit || names.includes(plain(text));
  return isColumn ? { column: columnOf(text, names) } : { unit, typed: text.trim() };
}

function columnOf(text: string, names: readonly string[]): number {
  const name = plain(text);
  const column = names.indexOf(name);
  if (names.lastIndexOf(name) !== column) throw usageError(`the header has the column ${JSON.stringify(name)} twice`);
  return column;
}

/** @throws a usage error if the header has one of these names already */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const name = added.find((name) => names.includes(plain(name)));
  if (name === undefined) return;
  throw usageError(`the header has a column ${JSON.stringify(name)} already`, '--prefix fx_');
}
