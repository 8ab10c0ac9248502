import type { InputFile } from '../disk/input-file.ts';
import { Failure } from '../errors.ts';
import { also } from '../hint.ts';
import {
  delimitersOf,
  headerLines,
  longestHeader,
  mostLines,
  type NamedLine,
  neverClosing,
  normalName,
} from '../input/csv/header.ts';
import { type Row, Scanner } from '../input/csv/scanner.ts';
import {
  asUtf8,
  type ByteOrder,
  byteOrderOf,
  bytesOf,
  byteText,
  decoderOf,
  foreignKind,
  inUtf16,
} from '../input/csv/text.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import { unusable } from '../input/xlsx/cell.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import type { BookSheet } from '../input/xlsx/workbook.ts';
import { inShell, quoted } from '../words.ts';
import {
  asCsv,
  columnsIn,
  columnsInWords,
  didYouMean,
  type Header,
  headerAmong,
  headersAmong,
  likeliest,
  noColumn,
  type Wanted,
} from './columns.ts';

/** A file of transactions: its header, and its rows from there on, as often as they are needed. */
export interface Table<Kind extends 'line' | 'row' = 'line' | 'row'> {
  readonly header: Header;
  /** What its rows are counted by. */
  readonly counted: Kind;
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

export interface CsvFile extends Table<'line'> {
  readonly preamble: string;
  readonly delimiter: string;
  /** What is written, in the encoding of the file. */
  readonly bytesOf: (text: string) => Buffer;
}

/** A workbook, and the sheet in it that has the columns. */
export interface SheetFile extends Table<'row'> {
  readonly sheets: readonly BookSheet[];
  readonly sheet: BookSheet;
  /** How many columns are in use from the header on; known once its rows have been read. */
  width(): number;
  rowOf(row: ReadRow): TableRow;
}

type Input = Pick<InputFile, 'pieces' | 'signal'>;

/** What the options say of the file. */
export interface Reading {
  /** `-` is stdin. */
  readonly path: string;
  readonly wanted: Wanted;
  readonly hasHeader: boolean;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  /** The name of a sheet. */
  readonly sheet?: string | undefined;
}

/** @throws a usage error if the file is neither CSV nor a workbook, or lacks the columns */
export async function openTable(input: Input, reading: Reading): Promise<CsvFile | SheetFile> {
  for await (const piece of input.pieces(0)) {
    if (foreignKind(byteText(piece))?.isBook) return openSheet(input, reading);
    break;
  }
  if (reading.sheet === undefined) return openCsv(input, reading);
  throw new Failure('no_sheet', '--sheet is for workbooks, and the file is none');
}

const byteOrderMark = '\xef\xbb\xbf';

async function openCsv(input: Input, reading: Reading): Promise<CsvFile> {
  const { path, wanted, delimiter, encoding, hasHeader } = reading;
  let order: ByteOrder | undefined;
  let beginning = '';
  for await (const piece of input.pieces(0)) {
    order = byteOrderOf(piece);
    break;
  }
  for await (const text of textsOf(input)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  const mark = beginning.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const text = beginning.slice(mark);
  checkIsCsv(text, path);

  const textOf = decoderOf(encoding);
  const delimiters = delimiter ? [delimiter] : delimitersOf(text);
  const lines = headerLines(text, delimiters, textOf);
  const search = { beginning: text, delimiters, encoding };
  const found = hasHeader ? headerAmong(lines, wanted, search) : numberedAmong(lines, wanted);
  const start = mark + found.start;

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

async function* textsOf(input: Input): AsyncGenerator<string> {
  const damaged = () => new Failure('bad_file', 'the file is UTF-16 that is cut off or damaged');
  for await (const bytes of asUtf8(input.pieces(0), damaged)) yield byteText(bytes);
}

/** @throws a usage error if a file that begins so is no CSV */
function checkIsCsv(beginning: string, path: string): void {
  const kind = foreignKind(beginning);
  if (!kind) return;
  const { what, toText } = kind;
  const file = path === '-' ? '' : ` ${inShell(path)}`;
  throw new Failure(
    'bad_file',
    `the file is ${what}`,
    toText ? `${toText}${file} | ratebook annotate - …` : asCsv,
  );
}

/** The first line of a file without a header, whose columns are called by their numbers. */
function numberedAmong<Line extends NamedLine>(lines: readonly Line[], wanted: Wanted): Line {
  const first = lines.filter(({ line }) => line === lines[0]?.line);
  const [most] = first.sort((a, b) => b.names.length - a.names.length);
  if (!most) throw new Failure('bad_file', 'the file is empty');
  const found = { ...most, names: most.names.map((_, at) => String(at + 1)) };
  if (headersAmong([found], wanted).length > 0) return found;
  throw noColumn(found.names, wanted, undefined);
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
    width: () => width,
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
    if (!hasHeader && lines.length > 0) headers.push(numberedAmong(lines, wanted));
    const [header] = hasHeader ? headersAmong(lines, wanted) : [];
    const { header: other } = likeliest(lines, wanted);
    if (header) headers.push(header);
    else if (other) others.push(other);
  }

  const seen = named === undefined ? headers.filter(({ sheet }) => sheet.state === 'visible') : headers;
  const [header, ...more] = seen;
  if (header && more.length === 0) return header;
  if (header) throw severalHave(seen.map(({ sheet }) => sheet.name));
  const [hidden] = headers;
  if (hidden) {
    const { name } = hidden.sheet;
    const only = `only the hidden sheet ${quoted(name)} has these columns`;
    throw new Failure('no_sheet', only, also('--sheet', name));
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

/** As many as a header is looked for in. */
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

function severalHave(all: readonly string[]): Failure {
  const names = all.slice(0, 5).map(quoted);
  if (all.length > names.length) names.push(`and ${all.length - names.length} more`);
  const [first = ''] = all;
  return new Failure(
    'no_sheet',
    `${all.length} sheets have these columns: ${names.join(', ')}`,
    also('--sheet', first),
  );
}
