import { isUtf8 } from 'node:buffer';
import { isDayLike } from '../calendar/parse.ts';
import { Failure } from '../errors.ts';
import { also } from '../hint.ts';
import { lineEndsIn, type Row, readRow, Scanner, usualDelimiters } from '../input/csv/scanner.ts';
import {
  asUtf8,
  byteOrderOf,
  bytesOf,
  byteText,
  decoderOf,
  foreignKind,
  inUtf16,
  isText,
  spreadsheet,
} from '../input/csv/text.ts';
import type { InputFile } from '../input/input-file.ts';
import { asCsv, unusable } from '../input/xlsx/cell.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import type { BookSheet } from '../input/xlsx/workbook.ts';
import { firstFew, inShell, quoted } from '../words.ts';
import {
  type ColumnNames,
  checkColumns,
  columnsInWords,
  didYouMean,
  fitOf,
  type Header,
  type HeaderLine,
  headersAmong,
  likeliest,
  noColumn,
  normalName,
} from './columns.ts';

type Input = Pick<InputFile, 'pieces' | 'signal'>;

/** The options about the file. */
export interface Reading {
  /** `-` is stdin. */
  readonly path: string;
  readonly columns: ColumnNames;
  /** Otherwise columns are called by their numbers. */
  readonly header: boolean;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  /** The name of a sheet. */
  readonly sheet?: string | undefined;
}

export interface TableRow extends Row {
  /** The cells of a sheet, which are more than text. */
  readonly sheet?: ReadRow['cells'];
}

/** A file of transactions: its header, and the rows below it, as often as they are needed. */
export type Table = CsvTable | SheetTable;
export type CsvTable = Awaited<ReturnType<typeof openCsv>>;
export type SheetTable = Awaited<ReturnType<typeof openSheet>>;

/** Characters and lines in which the header is looked for. */
const longestHeader = 1_000_000;
const mostLines = 200;

/** @throws a usage error if the file is neither CSV nor a workbook, or lacks the columns */
export async function openTable(input: Input, reading: Reading): Promise<Table> {
  const beginning = await beginningOf(input);
  const { what, toText } = foreignKind(beginning) ?? {};
  if (what === spreadsheet) return openSheet(input, reading);
  if (reading.sheet !== undefined)
    throw new Failure('no_sheet', '--sheet is for workbooks, and the file is not a workbook');
  if (!what) return openCsv(input, beginning, reading);
  const file = reading.path === '-' ? '' : ` ${inShell(reading.path)}`;
  throw new Failure(
    'bad_file',
    `the file is ${what}`,
    toText ? `${toText}${file} | ratebook annotate - …` : asCsv,
  );
}

/** The names in the line of a CSV file that is most like a header; none of another file. */
export async function likelyNames(
  input: Input,
  { delimiter, encoding }: Pick<Reading, 'delimiter' | 'encoding'>,
): Promise<readonly string[]> {
  const beginning = await beginningOf(input);
  if (foreignKind(beginning)) return [];
  const lines = headerLines(beginning, delimitersOf(beginning, delimiter), decoderOf(encoding));
  return likeliest(lines.map((line) => fitOf(line, { sums: [], to: 'EUR' })))?.header.names ?? [];
}

async function beginningOf(input: Input) {
  let beginning = '';
  for await (const text of textsOf(input)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  return beginning;
}

async function* textsOf(input: Input): AsyncGenerator<string> {
  const damaged = () => new Failure('bad_file', 'the file is UTF-16 that is cut off or damaged');
  for await (const bytes of asUtf8(input.pieces(), damaged)) yield byteText(bytes);
}

async function openCsv(input: Input, beginning: string, reading: Reading) {
  const { header: hasHeader } = reading;
  const textOf = decoderOf(reading.encoding);
  const delimiters = delimitersOf(beginning, reading.delimiter);
  const lines = candidatesAmong(headerLines(beginning, delimiters, textOf), reading);
  const [header, other] = headersAmong(lines);
  if (!header) throw withoutHeader(lines, beginning, delimiters, reading);
  const isSame = other?.line === header.line && other.currencies === header.currencies;
  if (isSame && header.names.length > 1) {
    const [first, second] = [header, other].map(({ delimiter }) => JSON.stringify(delimiter));
    const message = `the header has these columns under two delimiters, ${first} and ${second}`;
    throw new Failure('ambiguous_column', message, `--delimiter ${first}`);
  }
  checkColumns(header);

  const { delimiter, start, text, end } = header;
  const preamble = beginning.slice(0, start + text.length);
  const { value: piece = Buffer.alloc(0) } = await input.pieces().next();
  const order = byteOrderOf(piece);
  return {
    counted: 'line' as const,
    hasHeader,
    header,
    delimiter,
    /** All that is before the rows, the line end of the header apart. */
    preamble,
    /** The text of a cell. */
    textOf,
    /** Text to write, in the encoding of the file. */
    bytesOf: (written: string) => (order ? inUtf16(written, order) : bytesOf(written)),
    /** Some at a time. @throws a usage error where the file is damaged, or a quote never closes */
    async *rows(): AsyncGenerator<Iterable<TableRow>> {
      const scanner = new Scanner(delimiter, header.line + lineEndsIn(text + end));
      let before = preamble.length + end.length;
      for await (const piece of textsOf(input)) {
        yield scanner.scan(piece.slice(before));
        before = Math.max(0, before - piece.length);
      }
      yield scanner.scan();
      if (scanner.openQuote !== undefined) throw neverClosing(scanner.openQuote);
    },
  };
}

const neverClosing = (line: number) =>
  new Failure('bad_file', `a quote that begins in line ${line} never closes`);

/** The one that is named, by an option or by a first line `sep=;`, otherwise the usual ones. */
function delimitersOf(beginning: string, named: string | undefined): readonly string[] {
  const delimiter = named ?? /^(?:\xef\xbb\xbf)?"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i.exec(beginning)?.[1];
  return delimiter === undefined ? usualDelimiters : [delimiter];
}

type CsvLine = ReturnType<typeof headerLines>[number];

/**
 * The first lines that are not blank, each as every delimiter reads it. A quote left open in one hides none
 * below it.
 */
function headerLines(beginning: string, delimiters: readonly string[], textOf: (cell: string) => string) {
  const isLast = beginning.length < longestHeader;
  const lineEnds = /\r\n|\r|\n|$/g;
  const lines = [];
  let start = beginning.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (let line = 1; start < beginning.length && line <= mostLines; line++) {
    for (const delimiter of delimiters) {
      const row = readRow(beginning, start, { delimiter, line, isLast });
      if (typeof row !== 'object' || row.count === 0) continue;
      lines.push({ ...row, start, delimiter, names: row.cells.map((cell) => normalName(textOf(cell))) });
    }
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
  return lines;
}

/** The lines as headers. A file without one has its header before the first line: the numbers of its columns. */
function candidatesAmong<Line extends HeaderLine>(lines: readonly Line[], { columns, header }: Reading) {
  const first = lines.filter(({ line }) => line === lines[0]?.line);
  const [widest] = first.sort((a, b) => b.names.length - a.names.length);
  const names = widest?.names.map((_, at) => String(at + 1)) ?? [];
  const numbered: Line[] = widest ? [{ ...widest, names, text: '', end: '' }] : [];
  return (header ? lines : numbered).map((line) => fitOf(line, columns));
}

function withoutHeader(
  lines: readonly (Header & CsvLine)[],
  beginning: string,
  delimiters: readonly string[],
  { header: hasHeader, encoding }: Reading,
): Failure {
  if (!isText(beginning)) return new Failure('bad_file', 'the file is not text', asCsv);
  const { header, score = 0 } = likeliest(lines) ?? {};
  const isLike = score >= 1e3;
  for (const delimiter of hasHeader && !isLike ? delimiters : []) {
    const scanner = new Scanner(delimiter);
    for (const _ of scanner.scan(beginning));
    const { openQuote = mostLines + 1 } = scanner;
    if (openQuote <= mostLines) return neverClosing(openQuote);
  }
  const empty = `the file is empty${hasHeader ? ': it has no header' : ''}`;
  const long = 'the file has no header: its first line is too long';
  if (!header) return new Failure('bad_file', beginning.length < longestHeader ? empty : long);
  if (!hasHeader) return noColumn(header);
  const { line, names, missing } = header;
  const isNumbered = missing.some((name) => /^#?\d+$/.test(name));
  return noColumn(
    header,
    line === 1 ? undefined : `line ${line}`,
    ...(names.length === 1 ? ['--delimiter sets the delimiter'] : []),
    ...(isNumbered || (!isLike && names.some(isDayLike))
      ? ['--no-header takes columns by their numbers']
      : []),
    ...(encoding || isUtf8(bytesOf(beginning))
      ? []
      : ['the file is not UTF-8: --encoding names its encoding']),
  );
}

const mostBytes = 32_000_000;

async function openSheet(input: Input, reading: Reading) {
  const { openBook } = await import('../input/xlsx/workbook.ts');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of input.pieces()) {
    size += piece.length;
    if (size > mostBytes) throw unusable(`a workbook of more than ${mostBytes / 1e6} MB`);
    pieces.push(Buffer.from(piece));
  }
  const sheets = await openBook(Buffer.concat(pieces), input.signal);
  const header = await sheetHeader(sheets, reading);
  checkColumns(header);
  const { sheet, line, names } = header;
  const firstRow = reading.header ? line + 1 : line;

  const table = {
    counted: 'row' as const,
    hasHeader: reading.header,
    header,
    sheets,
    sheet,
    firstRow,
    textOf: (cell: string) => cell,
    /** How many columns are in use; known once the rows have been read. */
    width: names.length,
    async *rows(): AsyncGenerator<Iterable<TableRow>> {
      for await (const all of sheet.rows()) {
        for (const { number, cells } of all)
          if (number >= line) table.width = Math.max(table.width, cells.length);
        yield all.filter(({ number }) => number >= firstRow).map(rowOf);
      }
    },
  };
  return table;
}

/** A row of a sheet, where a line of a CSV file would be. */
export function rowOf({ number, cells: sheet }: ReadRow): TableRow {
  const cells = Array.from(sheet, (cell) => cell?.text ?? '');
  return { line: number, text: cells.join('\t').trimEnd(), end: '', count: cells.length, cells, sheet };
}

/** The header of the sheet with all columns. @throws a usage error if there is none, or several */
async function sheetHeader(sheets: readonly BookSheet[], reading: Reading) {
  const { sheet: named } = reading;
  const keyOf = (text: string) => normalName(text).toLowerCase();
  const isChosen = ({ name }: BookSheet) => named === undefined || keyOf(name) === keyOf(named);
  if (named !== undefined && !sheets.some(isChosen)) {
    const names = sheets.map((sheet) => sheet.name);
    const hints = [...didYouMean(named, names), columnsInWords(names, 'the workbook')];
    throw new Failure('no_sheet', `the workbook does not have a sheet ${quoted(named)}`, ...hints);
  }
  const lines = [];
  const found = [];
  for (const sheet of sheets.filter(isChosen)) {
    const candidates = candidatesAmong(await firstLines(sheet), reading);
    lines.push(...candidates);
    found.push(...headersAmong(candidates).slice(0, 1));
  }
  const seen = found.filter(({ sheet }) => named !== undefined || sheet.state === 'visible');
  const [one = found[0], other] = seen;
  if (one && seen.length > 0 && !other) return one;
  if (one) {
    const names = firstFew(
      seen.map(({ sheet }) => quoted(sheet.name)),
      5,
    );
    const hidden = `only the hidden sheet ${quoted(one.sheet.name)} has these columns`;
    const message = other ? `${seen.length} sheets have these columns: ${names}` : hidden;
    throw new Failure('no_sheet', message, also('--sheet', one.sheet.name));
  }

  const { header: nearest } = likeliest(lines) ?? {};
  if (!nearest) throw new Failure('bad_file', 'the workbook is empty: it has no header');
  const whose = sheets.length > 1 ? ` of ${quoted(nearest.sheet.name)}` : '';
  const names = nearest.names.filter(Boolean);
  throw noColumn({ ...nearest, names }, `row ${nearest.line}${whose}`);
}

/** Those among which the header is looked for. */
async function firstLines(sheet: BookSheet) {
  const lines = [];
  let length = 0;
  for await (const rows of sheet.rows())
    for (const { line, text, cells } of rows.map(rowOf)) {
      if (line > mostLines || length > longestHeader) return lines;
      length += text.length;
      lines.push({ sheet, line, text, names: cells.map(normalName) });
    }
  return lines;
}
