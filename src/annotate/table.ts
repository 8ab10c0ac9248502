import { isUtf8 } from 'node:buffer';
import { isDayLike } from '../calendar/parse.ts';
import { Failure } from '../errors.ts';
import { also } from '../hint.ts';
import { type Row, readRow, Scanner, usualDelimiters } from '../input/csv/scanner.ts';
import {
  asUtf8,
  byteOrderOf,
  bytesOf,
  byteText,
  decoderOf,
  foreignKind,
  inUtf16,
  isText,
} from '../input/csv/text.ts';
import type { InputFile } from '../input/input-file.ts';
import { asCsv, type ReadCell, unusable } from '../input/xlsx/cell.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import type { BookSheet } from '../input/xlsx/workbook.ts';
import { inShell, quoted } from '../words.ts';
import {
  columnsIn,
  columnsInWords,
  didYouMean,
  type Header,
  headersAmong,
  likeliest,
  type NamedLine,
  noColumn,
  normalName,
  type WantedColumns,
} from './columns.ts';

/** A file of transactions: its header, and its rows from there on, as often as they are needed. */
export interface Table {
  readonly header: Header;
  /** What its rows are counted by. */
  readonly counted: 'line' | 'row';
  /** Whether the first row is the header. */
  readonly hasHeader: boolean;
  /** What a cell says. */
  readonly textOf: (cell: string) => string;
  /** Some at a time. @throws a usage error where the file is damaged, or a quote never closes */
  rows(): AsyncIterable<Iterable<TableRow>>;
}

export interface TableRow extends Row {
  /** Of a sheet, whose cells are more than text. */
  readonly sheet?: readonly (ReadCell | undefined)[];
}

export interface CsvFile extends Table {
  readonly counted: 'line';
  readonly preamble: string;
  readonly delimiter: string;
  /** What is written, in the encoding of the file. */
  readonly bytesOf: (text: string) => Buffer;
}

/** A workbook, and the sheet in it that has the columns. */
export interface SheetFile extends Table {
  readonly counted: 'row';
  readonly sheets: readonly BookSheet[];
  readonly sheet: BookSheet;
  /** How many columns are in use from the header on; known once its rows have been read. */
  readonly width: number;
  rowOf(row: ReadRow): TableRow;
}

type Input = Pick<InputFile, 'pieces' | 'signal'>;

/** What the options say of the file. */
export interface Reading {
  /** `-` is stdin. */
  readonly path: string;
  readonly wanted: WantedColumns;
  readonly hasHeader: boolean;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  /** The name of a sheet. */
  readonly sheet?: string | undefined;
}

/** Characters and lines in which the header is looked for. */
const longestHeader = 1_000_000;
const mostLines = 200;

/** @throws a usage error if the file is neither CSV nor a workbook, or lacks the columns */
export async function openTable(input: Input, reading: Reading): Promise<CsvFile | SheetFile> {
  const beginning = await beginningOf(input);
  const kind = foreignKind(beginning);
  if (kind?.isBook) return openSheet(input, reading);
  if (reading.sheet !== undefined)
    throw new Failure('no_sheet', '--sheet is for workbooks, and the file is none');
  if (!kind) return openCsv(input, beginning, reading);
  const file = reading.path === '-' ? '' : ` ${inShell(reading.path)}`;
  const hint = kind.toText ? `${kind.toText}${file} | ratebook annotate - …` : asCsv;
  throw new Failure('bad_file', `the file is ${kind.what}`, hint);
}

/** The names in the line of a CSV file that is most like a header; none of another file. */
export async function likelyNames(
  input: Input,
  { delimiter, encoding }: Pick<Reading, 'delimiter' | 'encoding'>,
): Promise<readonly string[]> {
  const beginning = await beginningOf(input);
  if (foreignKind(beginning)) return [];
  const delimiters = delimiter === undefined ? delimitersOf(beginning) : [delimiter];
  const lines = headerLines(beginning.replace(byteOrderMark, ''), delimiters, decoderOf(encoding));
  return likeliest(lines, { sums: [], to: '' }).header?.names ?? [];
}

async function beginningOf(input: Input): Promise<string> {
  let beginning = '';
  for await (const text of textsOf(input)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  return beginning;
}

const byteOrderMark = /^\xef\xbb\xbf/;

async function* textsOf(input: Input): AsyncGenerator<string> {
  const damaged = () => new Failure('bad_file', 'the file is UTF-16 that is cut off or damaged');
  for await (const bytes of asUtf8(input.pieces(0), damaged)) yield byteText(bytes);
}

async function openCsv(input: Input, beginning: string, reading: Reading): Promise<CsvFile> {
  const { wanted, delimiter, encoding, hasHeader } = reading;
  const text = beginning.replace(byteOrderMark, '');
  const mark = beginning.length - text.length;
  const textOf = decoderOf(encoding);
  const delimiters = delimiter === undefined ? delimitersOf(text) : [delimiter];
  const lines = headerLines(text, delimiters, textOf);
  const candidates = hasHeader ? lines : numbered(lines);
  const [found, other] = headersAmong(candidates, wanted);
  if (!found) throw withoutHeader(candidates, text, delimiters, reading);
  if (other?.line === found.line && found.names.length > 1) {
    const [first, second] = [found, other].map((line) => JSON.stringify(line.delimiter));
    const message = `the header has these columns under two delimiters, ${first} and ${second}`;
    throw new Failure('ambiguous_column', message, `--delimiter ${first}`);
  }

  const start = mark + found.start;
  let order: ReturnType<typeof byteOrderOf>;
  for await (const piece of input.pieces(0)) {
    order = byteOrderOf(piece);
    break;
  }
  return {
    counted: 'line',
    hasHeader,
    textOf,
    preamble: beginning.slice(0, start),
    delimiter: found.delimiter,
    header: { ...found, ...columnsIn(found.names, wanted) },
    bytesOf: (written) => (order ? inUtf16(written, order) : bytesOf(written)),
    async *rows() {
      const scanner = new Scanner(found.delimiter, found.line);
      let left = start;
      for await (const piece of textsOf(input)) {
        yield scanner.scan(piece.slice(left));
        left = Math.max(0, left - piece.length);
      }
      yield scanner.end();
      if (scanner.openQuote !== undefined) throw neverClosing(scanner.openQuote);
    },
  };
}

const neverClosing = (line: number) =>
  new Failure('bad_file', `a quote that begins in line ${line} never closes`);

/** The one that a first line `sep=;` names, otherwise the usual ones. */
function delimitersOf(beginning: string): readonly string[] {
  const named = /^"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i.exec(beginning)?.[1];
  return named === undefined ? usualDelimiters : [named];
}

/** A line that can be the header, as one delimiter reads it. */
interface HeaderLine extends NamedLine {
  readonly start: number;
  readonly delimiter: string;
}

/**
 * The first lines that are not blank, each as every delimiter reads it. A quote left open in one hides none
 * below it.
 */
function headerLines(beginning: string, delimiters: readonly string[], textOf: Table['textOf']) {
  const lines: HeaderLine[] = [];
  const lineEnds = /\r\n|\r|\n|$/g;
  const isLast = beginning.length < longestHeader;
  for (let start = 0, line = 1; start < beginning.length && line <= mostLines; line++) {
    for (const delimiter of delimiters) {
      const row = readRow(beginning, { start, delimiter, isLast });
      if (typeof row !== 'object' || row.count === 0) continue;
      lines.push({ start, line, delimiter, names: row.cells.map((cell) => normalName(textOf(cell))) });
    }
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
  return lines;
}

/** The first line of a file without a header, whose columns are called by their numbers. */
function numbered<Line extends NamedLine>(lines: readonly Line[]): Line[] {
  const first = lines.filter(({ line }) => line === lines[0]?.line);
  const most = first.sort((a, b) => b.names.length - a.names.length).slice(0, 1);
  return most.map((line) => ({ ...line, names: line.names.map((_, at) => String(at + 1)) }));
}

function withoutHeader(
  lines: readonly HeaderLine[],
  beginning: string,
  delimiters: readonly string[],
  { wanted, hasHeader, encoding }: Reading,
): Failure {
  if (!isText(beginning)) return new Failure('bad_file', 'the file is not text', asCsv);
  const { header, isLike } = likeliest(lines, wanted);
  const quote = hasHeader && !isLike ? openQuoteIn(beginning, delimiters) : undefined;
  if (quote) return neverClosing(quote);
  if (!header && beginning.length >= longestHeader)
    return new Failure('bad_file', 'the file has no header: its first line is too long');
  if (!header) return new Failure('bad_file', `the file is empty${hasHeader ? ': it has no header' : ''}`);
  if (!hasHeader) return noColumn(header.names, wanted, undefined);
  const isNumbered = wanted.sums.some(({ date, amount }) =>
    [date, amount].some((name) => /^#?\d+$/.test(name)),
  );
  const byNumber = isNumbered || (!isLike && header.names.some(isDayLike));
  return noColumn(header.names, wanted, header.line === 1 ? undefined : `line ${header.line}`, [
    ...(header.names.length === 1 ? ['--delimiter sets the delimiter'] : []),
    ...(byNumber ? ['--no-header takes columns by their numbers'] : []),
    ...(encoding || isUtf8(bytesOf(beginning))
      ? []
      : ['the file is not UTF-8: --encoding names its encoding']),
  ]);
}

/** The line of a quote that begins in the first lines and never closes. */
function openQuoteIn(beginning: string, delimiters: readonly string[]): number | undefined {
  for (const delimiter of delimiters) {
    const scanner = new Scanner(delimiter);
    for (const _ of scanner.scan(beginning));
    if (scanner.openQuote && scanner.openQuote <= mostLines) return scanner.openQuote;
  }
  return undefined;
}

const mostBytes = 32_000_000;

async function openSheet(input: Input, reading: Reading): Promise<SheetFile> {
  const { wanted, hasHeader } = reading;
  const { openBook } = await import('../input/xlsx/workbook.ts');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of input.pieces(0)) {
    size += piece.length;
    if (size > mostBytes) throw unusable(`a workbook of more than ${mostBytes / 1e6} MB`);
    pieces.push(Buffer.from(piece));
  }
  const sheets = await openBook(Buffer.concat(pieces), input.signal);
  const { sheet, line, names } = await sheetWith(sheets, reading);
  let width = names.length;

  // in a sheet no cell can be displaced
  const rowOf = ({ number, cells }: ReadRow): TableRow => {
    const texts = Array.from(cells, (cell) => cell?.text ?? '');
    const text = texts.join('\t').trimEnd();
    return { line: number, count: names.length, endsEmpty: false, cells: texts, sheet: cells, text, end: '' };
  };

  return {
    counted: 'row',
    hasHeader,
    textOf: (cell) => cell,
    header: { line, names, ...columnsIn(names, wanted) },
    sheets,
    sheet,
    get width() {
      return width;
    },
    rowOf,
    async *rows() {
      for await (const all of sheet.rows()) {
        const rows = all.filter(({ number }) => number >= line);
        for (const { cells } of rows) width = Math.max(width, cells.length);
        yield rows.map(rowOf);
      }
    },
  };
}

interface SheetLine extends NamedLine {
  readonly sheet: BookSheet;
}

/** The sheet with all columns, and its header. @throws a usage error if there is none, or several */
async function sheetWith(sheets: readonly BookSheet[], reading: Reading): Promise<SheetLine> {
  const { wanted, sheet: named, hasHeader } = reading;
  const headers: SheetLine[] = [];
  const others: SheetLine[] = [];
  for (const sheet of named === undefined ? sheets : [sheetNamed(named, sheets)]) {
    const lines = await firstLines(sheet);
    const candidates = hasHeader ? lines : numbered(lines);
    headers.push(...headersAmong(candidates, wanted).slice(0, 1));
    others.push(...[likeliest(candidates, wanted).header ?? []].flat());
  }

  const seen = named === undefined ? headers.filter(({ sheet }) => sheet.state === 'visible') : headers;
  const [header, ...more] = seen;
  if (header && more.length === 0) return header;
  if (header) throw severalHave(seen.map(({ sheet }) => sheet.name));
  const [hidden] = headers;
  if (hidden) {
    const { name } = hidden.sheet;
    const message = `only the hidden sheet ${quoted(name)} has these columns`;
    throw new Failure('no_sheet', message, also('--sheet', name));
  }

  const { header: nearest } = likeliest(others, wanted);
  if (!nearest) throw new Failure('bad_file', 'the workbook is empty: it has no header');
  const whose = sheets.length > 1 ? ` of ${quoted(nearest.sheet.name)}` : '';
  throw noColumn(nearest.names.filter(Boolean), wanted, `row ${nearest.line}${whose}`);
}

function sheetNamed(name: string, sheets: readonly BookSheet[]): BookSheet {
  const keyOf = (text: string) => normalName(text).toLowerCase();
  const found = sheets.find((sheet) => keyOf(sheet.name) === keyOf(name));
  if (found) return found;
  const names = sheets.map((sheet) => sheet.name);
  const listed = columnsInWords(names, 'the workbook');
  throw new Failure('no_sheet', `there is no sheet ${quoted(name)}`, ...didYouMean(name, names), listed);
}

function severalHave(all: readonly string[]): Failure {
  const names = all.slice(0, 5).map(quoted);
  if (all.length > names.length) names.push(`and ${all.length - names.length} more`);
  const message = `${all.length} sheets have these columns: ${names.join(', ')}`;
  return new Failure('no_sheet', message, also('--sheet', all[0] ?? ''));
}

/** Those among which the header is looked for. */
async function firstLines(sheet: BookSheet): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  let length = 0;
  for await (const rows of sheet.rows())
    for (const { number: line, cells } of rows) {
      if (line > mostLines || length > longestHeader) return lines;
      const names = Array.from(cells, (cell) => normalName(cell?.text ?? ''));
      for (const name of names) length += name.length + 1;
      lines.push({ sheet, line, names });
    }
  return lines;
}
