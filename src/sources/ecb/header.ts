import { type Code, euro, isCode } from '../../currencies/code.ts';
import { foreignKind } from '../../input/csv/foreign.ts';
import { type Row, Scanner } from '../../input/csv/scanner.ts';
import { grouped } from '../../words.ts';
import { BadFile } from './bad-file.ts';

export interface Header extends Pick<Row, 'count' | 'endsEmpty'> {
  /** In the order in which the store has their codes. */
  readonly columns: readonly Column[];
}

interface Column {
  readonly code: Code;
  /** The place of its cell in a row. */
  readonly at: number;
}

/** By how a file begins, one character per byte. */
export function isOfBank(beginning: string): boolean {
  return /^PK.{28}[ -~]*\.csv/is.test(beginning) || headerIn(firstRowOf(beginning)) !== undefined;
}

/** What a file is whose first row is no header. */
export function kindOf(beginning: string): string {
  return foreignKind(beginning)?.what ?? 'no file of the bank: its first line is not Date and codes';
}

export const withoutMark = (text: string) => text.replace(/^\xef\xbb\xbf/, '');

function firstRowOf(text: string): Row | undefined {
  const scanner = new Scanner(',');
  for (const rows of [scanner.scan(withoutMark(text)), scanner.end()])
    for (const row of rows) if (row.count > 0) return row;
  return undefined;
}

/** Undefined if the row is none. */
export function headerIn(row: Row | undefined): Header | undefined {
  const names = row?.cells.map((cell) => cell.trim()) ?? [];
  const columns = names.flatMap((code, at) => (isCode(code) && code !== euro ? [{ code, at }] : []));
  if (!row || names[0] !== 'Date' || columns.length === 0) return undefined;
  const { count, endsEmpty } = row;
  return { count, endsEmpty, columns: columns.sort((a, b) => (a.code < b.code ? -1 : 1)) };
}

const mostCodes = 100;

/** @throws BadFile */
export function checkCodes({ columns }: Header): void {
  const { length } = columns;
  if (length > mostCodes) throw new BadFile(`has ${grouped(length)} currencies, the bank's some 40`);
  const twice = columns.find(({ code }, at) => code === columns[at - 1]?.code);
  if (twice) throw new BadFile(`has two columns of ${twice.code}`);
}
