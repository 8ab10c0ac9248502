import { isUtf8 } from 'node:buffer';
import { isDayLike } from '../calendar/parse.ts';
import { isListed } from '../currencies/names.ts';
import { unitOfSign } from '../currencies/nicknames.ts';
import { Failure } from '../errors.ts';
import { columnsNamed, noColumn, normalName, repeatedIn } from '../input/columns.ts';
import type { Row } from '../input/csv/scanner.ts';
import {
  beginningOf,
  type CsvLine,
  delimitersOf,
  firstLines,
  longestHeader,
  neverClosing,
  openQuoteIn,
  rowsBelow,
} from '../input/csv/table.ts';
import { bytesOf, decoderOf } from '../input/csv/text.ts';
import type { InputFile } from '../input/input-file.ts';
import { foreignKind, isText, spreadsheet } from '../input/kinds.ts';
import { encoderOf } from '../input/utf16.ts';
import { asCsv } from '../input/xlsx/cell.ts';
import {
  firstRows,
  headerOfSheet,
  rowsFrom,
  type SheetRow,
  sheetsIn,
  sheetsNamed,
} from '../input/xlsx/table.ts';
import { inShell, nearest, quoted } from '../words.ts';

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

export type TableRow = Row & Partial<SheetRow>;

/** A file of transactions: its header, and the rows below it, as often as they are needed. */
export type Table = CsvTable | SheetTable;
export type CsvTable = Awaited<ReturnType<typeof openCsv>>;
export type SheetTable = Awaited<ReturnType<typeof openSheet>>;

/** @throws a usage error if the file is neither CSV nor a workbook, or lacks the columns */
export async function openTable(input: Input, reading: Reading): Promise<Table> {
  const beginning = await beginningOf(input);
  const { what, toText } = foreignKind(beginning) ?? {};
  if (what === spreadsheet) return openSheet(input, reading);
  if (reading.sheet !== undefined)
    throw new Failure('no_sheet', '--sheet is for workbooks, and the file is not a workbook');
  if (!what) return openCsv(input, beginning, reading);
  const file = reading.path === '-' ? '' : ` ${inShell(reading.path)}`;
  const hint = toText ? `${toText}${file} | ratebook annotate - …` : asCsv;
  throw new Failure('bad_file', `the file is ${what}`, hint);
}

/** The names in the line of a CSV file that is most like a header; none of another file. */
export async function likelyNames(
  input: Input,
  { delimiter, encoding }: Pick<Reading, 'delimiter' | 'encoding'>,
): Promise<readonly string[]> {
  const beginning = await beginningOf(input);
  if (foreignKind(beginning)) return [];
  const lines = firstLines(beginning, delimitersOf(beginning, delimiter), decoderOf(encoding));
  return likeliest(lines.map((line) => fitOf(line, { conversions: [], to: 'EUR' })))?.header.names ?? [];
}

async function openCsv(input: Input, beginning: string, reading: Reading) {
  const textOf = decoderOf(reading.encoding);
  const delimiters = delimitersOf(beginning, reading.delimiter);
  const lines = candidatesAmong(firstLines(beginning, delimiters, textOf), reading);
  const [header, other] = headersAmong(lines);
  if (!header) throw withoutHeader(lines, beginning, delimiters, reading);
  const isSame = other?.line === header.line && other.columns.length === header.columns.length;
  if (isSame && header.names.length > 1) {
    const [first, second] = [header, other].map(({ delimiter }) => JSON.stringify(delimiter));
    const message = `the header has these columns under two delimiters, ${first} and ${second}`;
    throw new Failure('ambiguous_column', message, `--delimiter ${first}`);
  }
  checkColumns(header);
  const { value: piece = Buffer.alloc(0) } = await input.pieces().next();
  return {
    counted: 'line' as const,
    hasHeader: reading.header,
    header,
    delimiter: header.delimiter,
    /** All that is before the rows, the line end of the header apart. */
    preamble: beginning.slice(0, header.start + header.text.length),
    /** The text of a cell. */
    textOf,
    /** Text to write, in the encoding of the file. */
    bytesOf: encoderOf(piece),
    rows: () => rowsBelow(input, header),
  };
}

/**
 * The lines as headers. A file without one has its header before the first line: the numbers of its columns.
 */
function candidatesAmong<Line extends HeaderLine>(lines: readonly Line[], { columns, header }: Reading) {
  if (header) return lines.map((line) => fitOf(line, columns));
  const first = lines.filter(({ line }) => line === lines[0]?.line);
  const widest = first.sort((a, b) => b.names.length - a.names.length).slice(0, 1);
  return widest.map((line) => {
    const names = line.names.map((_, at) => String(at + 1));
    return fitOf({ ...line, names, text: '', end: '' }, columns);
  });
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
  const openQuote = hasHeader && !isLike ? openQuoteIn(beginning, delimiters) : undefined;
  if (openQuote !== undefined) return neverClosing(openQuote);
  const empty = `the file is empty${hasHeader ? ': it has no header' : ''}`;
  const long = 'the file has no header: its first line is too long';
  if (!header) return new Failure('bad_file', beginning.length < longestHeader ? empty : long);
  if (!hasHeader) return noColumn(header);
  const { line, names, missing } = header;
  const isNumbered = missing.some((name) => /^#?\d+$/.test(name));
  const hints = [
    names.length === 1 && '--delimiter sets the delimiter',
    (isNumbered || (!isLike && names.some(isDayLike))) && '--no-header takes columns by their numbers',
    !encoding && !isUtf8(bytesOf(beginning)) && 'the file is not UTF-8: --encoding names its encoding',
  ];
  const where = line === 1 ? undefined : `line ${line}`;
  return noColumn(header, where, ...hints.filter((hint) => hint !== false));
}

async function openSheet(input: Input, reading: Reading) {
  const { sheet: name = '', header: hasHeader } = reading;
  const sheets = await sheetsIn(input);
  const lines = [];
  for (const sheet of sheetsNamed(sheets, name)) lines.push(candidatesAmong(await firstRows(sheet), reading));
  const headers = lines.flatMap((each) => headersAmong(each).slice(0, 1));
  const header = headerOfSheet(headers, name !== '');
  if (!header) {
    const { header: nearest } = likeliest(lines.flat()) ?? {};
    if (!nearest) throw new Failure('bad_file', 'the workbook is empty: it has no header');
    const place = sheets.length > 1 ? ` of ${quoted(nearest.sheet.name)}` : '';
    const names = nearest.names.filter(Boolean);
    throw noColumn({ ...nearest, names }, `row ${nearest.line}${place}`);
  }
  checkColumns(header);
  const { sheet, line } = header;
  const firstRow = hasHeader ? line + 1 : line;
  return {
    counted: 'row' as const,
    hasHeader,
    header,
    sheets,
    sheet,
    firstRow,
    textOf: (cell: string) => cell,
    rows: () => rowsFrom(sheet, firstRow),
  };
}

/** The columns that the options name. */
export interface ColumnNames {
  readonly conversions: readonly {
    readonly date: string;
    /** Whether it is written like a day. */
    readonly isDay: boolean;
    readonly amount: string;
    readonly from: string;
    readonly side?: string | undefined;
  }[];
  readonly to: string;
}

/** A line of CSV, or a row of a sheet, that can be the header. */
interface HeaderLine {
  readonly line: number;
  readonly names: readonly string[];
  /** As files that were joined repeat it. */
  readonly text: string;
}

/** The header of a table, with the columns of each row's amounts (in most files one), days and currencies. */
export type Header = ReturnType<typeof fitOf<HeaderLine>>;

/** The line as a header, with names of no column, and of two. */
function fitOf<Line extends HeaderLine>(line: Line, { conversions, to }: ColumnNames) {
  const { names } = line;
  const columns: number[] = [];
  const missing: string[] = [];
  const twice: string[] = [];
  const isColumn = (text: string) => columnsNamed(text, names).length > 0;
  // separated by commas, or by the blanks that PowerShell makes of them; a name of a column is one, whatever
  // is in it
  const partsOf = (text: string, limit: number) => {
    const words = text.trim().split(/\s+/);
    const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
    const parts = areNames ? words : text.split(',');
    const areParts = parts.length <= limit && parts.every((part) => part.trim());
    return areParts && !isColumn(text) ? parts : [text];
  };
  const columnOf = (text: string) => {
    const [column = -1, other] = columnsNamed(text, names);
    if (column < 0) missing.push(text);
    else columns.push(column);
    if (other !== undefined) twice.push(normalName(text));
    return column;
  };
  const currencyOf = (text: string) => {
    const unit = unitOfSign(text);
    const typed = text.trim();
    const isCode = unit?.name === typed && isListed(unit.code);
    return unit && (isCode || !isColumn(text)) ? { ...unit, typed } : columnOf(text);
  };
  return {
    ...line,
    conversions: conversions.map(({ date, isDay, amount, from, side }) => ({
      /** The column, or the day of all rows as the option has it. */
      date: isColumn(date) || !isDay ? columnOf(date) : date,
      /** One column, or that of debits and that of credits. */
      amounts: partsOf(amount, 2).map(columnOf),
      /** The column that says whether an amount is a debit or a credit. */
      side: side === undefined ? side : columnOf(side),
      /** As it is named in `--amount`. */
      name: amount,
      from: currencyOf(from),
    })),
    to: partsOf(to, 99).map(currencyOf),
    /** All of these. */
    columns,
    missing,
    twice,
  };
}

/** The lines that have all columns: first those with most of them, since any word can be a code instead. */
function headersAmong<Line extends Header>(lines: readonly Line[]) {
  const headers = lines.filter(({ missing }) => missing.length === 0);
  return headers.sort((one, other) => other.columns.length - one.columns.length);
}

/** @throws a usage error for a name that is there twice */
function checkColumns(header: Header): void {
  const [name] = header.twice;
  if (name !== undefined)
    throw new Failure(
      'ambiguous_column',
      `the header has the column ${JSON.stringify(name)} twice`,
      `${inShell(`${name}#1`)} is the first, ${inShell(`${name}#2`)} the second`,
    );
  const target = repeatedIn(targetNames(header));
  if (target !== undefined) throw new Failure('bad_value', `--to has ${target} twice`);
  const two = header.conversions.find(({ side, amounts }) => side !== undefined && amounts.length > 1);
  if (two)
    throw new Failure('options_conflict', `--side is for one column of amounts, and ${two.name} are two`);
}

export const targetNames = ({ names, to }: Header): readonly string[] =>
  to.map((target) => (typeof target === 'number' ? (names[target] ?? '') : target.name));

/** The line that is most like the header: has named columns, or nearly, or most words. */
function likeliest<Line extends Header>(lines: readonly Line[]) {
  const scored = lines.map((header) => {
    const { names, columns, missing } = header;
    const similar = names.length > 1 ? missing.filter((name) => nearest(name, names)) : [];
    const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
    return { header, score: columns.length * 1e6 + similar.length * 1e3 + words.length };
  });
  return scored.sort((one, other) => other.score - one.score)[0];
}
