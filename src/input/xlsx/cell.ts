import { type Day, dayAt, dayLength, parseDay } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import { fifteenDigits } from '../../rates/decimal.ts';
import type { ZipArchive } from './archive.ts';

/** With at least one cell that is not empty. */
export interface ReadRow {
  /** From 1. */
  readonly number: number;
  /** At the places of their columns. */
  readonly cells: readonly (ReadCell | undefined)[];
}

const [mostRows, mostColumns] = [1_048_576, 16_384];

const longestFormula = 100;

/** The rows of a sheet, some at a time. */
export async function* readRows(
  archive: ZipArchive,
  part: string,
  context: CellContext,
): AsyncGenerator<readonly ReadRow[]> {
  let rows: ReadRow[] = [];
  let row = 0;
  let column = -1;
  let cells: (ReadCell | undefined)[] = [];
  let cell: WrittenCell = { text: '' };

  for await (const tags of archive.read(part)) {
    for (const { name, parent, attributes, text } of tags) {
      const isRow = name === 'row' && parent === 'sheetData';
      const isCell = name === 'c' && parent === 'row';
      if (attributes && isRow) {
        const next = Number(attributes.r ?? row + 1);
        if (!Number.isInteger(next) || next <= row || next > mostRows) throw damaged();
        row = next;
        column = -1;
        cells = [];
      } else if (attributes && isCell) {
        const { r: place, t: type, s: style } = attributes;
        const next = place === undefined ? column + 1 : columnOf(place, row);
        if (next <= column || next >= mostColumns) throw damaged();
        column = next;
        cell = { type, style, text: '' };
      } else if (attributes) {
        // elements of no interest
      } else if (name === 'v' && parent === 'c') {
        if (cell.text) throw damaged();
        cell.text = withPiece('', text);
      } else if (name === 't' && parent !== 'rPh') cell.text = withPiece(cell.text, text);
      else if (name === 'f' && parent === 'c') cell.formula = text.slice(0, longestFormula);
      else if (isCell) {
        const read = readCell(cell, context);
        if (read) cells[column] = read;
      } else if (isRow && cells.length > 0) rows.push({ number: row, cells });
    }
    yield rows;
    rows = [];
  }
}

/** Of a place such as `AB12` in this row. */
function columnOf(place: string, row: number) {
  const [, letters = '', number] = /^([A-Z]{1,3})(\d+)$/.exec(place) ?? [];
  if (Number(number) !== row) throw damaged();
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The text of a cell. */
export interface ReadCell {
  /** `formula`: one whose value is in no file, since it has never been calculated. */
  readonly kind: NumberKind | 'text' | 'boolean' | 'error' | 'formula';
  /** For people: a number is its decimal text, of at most 15 significant digits. */
  readonly text: string;
  /** Of numbers, days (since the end of 1899) and times (in days). */
  readonly value?: number;
  /** Of numbers, in a workbook whose years begin in 1904. */
  readonly is1904?: boolean;
}

/** As it is in the file. */
interface WrittenCell {
  type?: string | undefined;
  style?: string | undefined;
  text: string;
  formula?: string;
}

export interface CellContext {
  readonly texts: readonly string[];
  /** Of each style. */
  readonly kinds: readonly NumberKind[];
  readonly is1904: boolean;
  /** Whether its program left the formulas to the next one, many with 0 for a value. */
  readonly isUncalculated: boolean;
}

/** Undefined if it is empty. */
function readCell(cell: WrittenCell, context: CellContext): ReadCell | undefined {
  const { type, text, formula } = cell;
  const hasNoValue = text === '' || (text === '0' && context.isUncalculated);
  if (formula !== undefined && hasNoValue && type !== 'str') return { kind: 'formula', text: `=${formula}` };
  if (text === '') return undefined;

  if (type === 'b') return { kind: 'boolean', text: isTrue(text) ? 'TRUE' : 'FALSE' };
  if (type === 'e') return { kind: 'error', text };
  if (type === undefined || type === 'n')
    return numberCell(text, context.kinds[Number(cell.style ?? 0)] ?? 'number', context.is1904);
  const serial = type === 'd' ? serialOf(text) : undefined;
  if (serial !== undefined) return numberCell(`${serial}`, 'day', false);
  const shown = type === 's' ? context.texts[Number(text)] : unescaped(text);
  if (shown === undefined) throw damaged();
  return shown === '' ? undefined : { kind: 'text', text: shown };
}

export const isTrue = (text = '') => /^\s*(?:1|true)\s*$/.test(text);

/** Characters: far more than a cell can have. */
const longestText = 1_000_000;

/** A text in pieces, and the next one. */
export function withPiece(text: string, piece: string): string {
  if (text.length + piece.length > longestText) throw damaged();
  return text + piece;
}

/** ECMA-376 part 1, 22.9.2.19 (ST_Xstring): `_x0041_` is `A`. */
export function unescaped(text: string): string {
  const signOf = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, signOf) : text;
}

/** In days: a cell that is shown as a time and is at least this long has a day that is not shown. */
const longestTime = 10_000;

const number = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function numberCell(text: string, kind: NumberKind, is1904: boolean): ReadCell {
  const written = number.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(written)) return { kind: 'text', text };
  const isMoment = kind === 'day' || (kind === 'time' && written >= longestTime);
  const value = isMoment && is1904 ? written + from1904 : written;
  const moment = isMoment ? momentText(value) : undefined;
  if (moment !== undefined) return { kind: 'day', text: moment, value };
  if (isMoment ? value >= 0 && value < 1 : kind === 'time' && value >= 0)
    return { kind: 'time', text: timeText(value * dayLength), value };
  return { kind: 'number', text: fifteenDigits(value), value, is1904: is1904 && !isMoment };
}

/** The day that a number is, as a date without its format; undefined if it is none. */
export function dayOfNumber({ value = 0, is1904 = false }: ReadCell): Day | undefined {
  return parseDay(momentText(is1904 ? value + from1904 : value)?.slice(0, 10) ?? '');
}

/** The format of a number. */
export type NumberKind = 'number' | 'day' | 'time';

/** ECMA-376 part 1, 18.8.30: 27 to 36 and 50 to 58 are days in the languages of East Asia. */
export function builtInKind(id: string): NumberKind {
  if (/^(?:1[4-7]|22|2[7-9]|3[0-6]|5[0-8])$/.test(id)) return 'day';
  return /^(?:1[89]|2[01]|4[5-7])$/.test(id) ? 'time' : 'number';
}

/** Characters that a spreadsheet takes: a longer one would keep the expressions below busy. */
const longestCode = 255;

/** Texts, signs shown as they are, blanks as wide as a sign, signs that fill, colours and languages. */
const literal = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|am\/pm|a\/p|general/gi;

/** @param code such as `yyyy\-mm\-dd` or `#,##0.00 "EUR"` */
export function kindOfCode(code: string): NumberKind {
  const [signs = ''] = code.slice(0, longestCode).replace(literal, '').toLowerCase().split(';');
  // fractions of seconds have digits, too
  if (/[0#?]/.test(signs.replace(/s\.0+/g, 's'))) return 'number';
  if (/[yd]/.test(signs)) return 'day';
  if (/[hs]|\[m+\]/.test(signs)) return 'time';
  return /m/.test(signs) ? 'day' : 'number';
}

/** Days from the end of 1899 to 1970. */
const to1970 = 25_569;

/** The day on which the years of 1904 begin, in those of 1900. */
const from1904 = 1462;

/** 29 February 1900, which was none: since then serial numbers are one too high. */
const noDay = 60;

/** 31 December 9999. */
const lastSerial = 2_958_465;

/** `2024-01-17`, or with a time `2024-01-17 13:22:11`. @param serial in the years of 1900 */
function momentText(serial: number) {
  const time = Math.round(serial * dayLength);
  const days = Math.floor(time / dayLength);
  if (days < 1 || days > lastSerial) return undefined;

  const text = days === noDay ? '1900-02-29' : dayAt((days - to1970 + (days < noDay ? 1 : 0)) * dayLength);
  const rest = time - days * dayLength;
  return rest === 0 ? text : `${text} ${timeText(rest)}`;
}

/** `13:22:11`, or `27:00:00` */
function timeText(milliseconds: number) {
  const time = Math.round(milliseconds);
  const hours = String(Math.floor(time / 3_600_000)).padStart(2, '0');
  return hours + new Date(time).toISOString().slice(13, 19);
}

/** Of `2024-01-17T13:22:11`, as strict workbooks may have it; undefined if it is no such text. */
function serialOf(text: string) {
  const [, date = '', time = 'T00:00'] = strictMoment.exec(text.trim()) ?? [];
  if (!parseDay(date)) return undefined;
  const serial = Date.parse(`${date}${time}Z`) / dayLength + to1970;
  return serial < noDay + 1 ? serial - 1 : serial;
}

const strictMoment = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?Z?$/;

/** For a file that a spreadsheet can perhaps open. */
export const unusable = (what: string, hint = asCsv): Failure =>
  new Failure('bad_file', `the file is ${what}`, hint);

export const asCsv = 'save or export it as CSV, and annotate that';

export const damaged = (what = 'a workbook that is cut off or damaged'): Failure =>
  unusable(what, 'open it in a spreadsheet, and save it again');
