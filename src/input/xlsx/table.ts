import { also, Failure } from '../../errors.ts';
import { firstFew, nearest, quoted } from '../../words.ts';
import { normalName } from '../columns.ts';
import type { Row } from '../csv/scanner.ts';
import { mostLines } from '../csv/table.ts';
import type { InputFile } from '../input-file.ts';
import { type ReadRow, unusable } from './cell.ts';
import { type BookSheet, openBook } from './workbook.ts';

const mostBytes = 32_000_000;

/** All sheets of a workbook. @throws a usage error if it is too large, or no workbook */
export async function sheetsIn({ pieces, signal }: Pick<InputFile, 'pieces' | 'signal'>) {
  const all: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces()) {
    size += piece.length;
    if (size > mostBytes) throw unusable(`a workbook of more than ${mostBytes / 1e6} MB`);
    all.push(Buffer.from(piece));
  }
  return openBook(Buffer.concat(all), signal);
}

/** Those of that name, if there is one. @throws a usage error if none has it */
export function sheetsNamed(sheets: readonly BookSheet[], name: string): readonly BookSheet[] {
  const keyOf = (text: string) => normalName(text).toLowerCase();
  const named = sheets.filter((sheet) => !name || keyOf(sheet.name) === keyOf(name));
  if (named.length > 0) return named;
  const names = sheets.map((sheet) => sheet.name);
  const similar = nearest(name, names);
  throw new Failure(
    'no_sheet',
    `the workbook does not have a sheet ${quoted(name)}`,
    ...(similar === undefined ? [] : [`did you mean ${quoted(similar)}?`]),
    `the workbook has ${firstFew(names.map(quoted), 50)}`,
  );
}

/**
 * Of several headers the one in a visible sheet; undefined if there are none.
 * @param isNamed whether a hidden sheet is as good
 * @throws a usage error if there are several, or only hidden ones
 */
export function headerOfSheet<Header extends { readonly sheet: BookSheet }>(
  headers: readonly Header[],
  isNamed: boolean,
): Header | undefined {
  const visible = headers.filter(({ sheet }) => isNamed || sheet.state === 'visible');
  const [one = headers[0], other] = visible;
  if (!one || (visible.length > 0 && !other)) return one;
  const names = visible.map(({ sheet }) => quoted(sheet.name));
  const hidden = `only the hidden sheet ${quoted(one.sheet.name)} has these columns`;
  const several = `${visible.length} sheets have these columns: ${firstFew(names, 5)}`;
  throw new Failure('no_sheet', other ? several : hidden, also('--sheet', one.sheet.name));
}

/** A row, where a line of a CSV file would be. */
export interface SheetRow extends Row {
  /** Cells that are more than text. */
  readonly values: ReadRow['cells'];
}

export function rowOf({ number, cells: values }: ReadRow): SheetRow {
  const cells = Array.from(values, (cell) => cell?.text ?? '');
  return { line: number, text: cells.join('\t').trimEnd(), end: '', count: cells.length, cells, values };
}

/** The rows of a sheet from that number on. */
export async function* rowsFrom(sheet: BookSheet, first: number): AsyncGenerator<readonly SheetRow[]> {
  for await (const rows of sheet.rows()) yield rows.filter(({ number }) => number >= first).map(rowOf);
}

/** The first rows of a sheet, one of which is the header. */
export async function firstRows(sheet: BookSheet) {
  const lines = [];
  for await (const rows of sheet.rows())
    for (const { line, text, cells } of rows.map(rowOf)) {
      if (line > mostLines) return lines;
      lines.push({ sheet, line, text, names: cells.map(normalName) });
    }
  return lines;
}
