import { withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import { inLines } from '../format.ts';
import { type CellValue, type Column, type Layout, type Records, textOfCell } from '../records.ts';
import {
  atPoint,
  columnsWithin,
  linesOf,
  longestOf,
  shorten,
  type TextColumn,
  toAscii,
  widthOf,
} from './columns.ts';

export function tableOfRecords(records: Records, layout: Layout): string {
  const { columns, rows, isHeadless, text, more = 0 } = records;
  const { width = Number.POSITIVE_INFINITY, ascii } = layout;
  if (text !== undefined || rows.length === 0) return text ?? '';

  const all: RecordColumn[] = [];
  for (const [at, column] of columns.entries()) {
    const { name, head = name, kind, narrow } = column;
    const cells = cellsOf(
      rows.map((row) => row[at]),
      column,
      layout,
    );
    const isRight = kind === 'number' || kind === 'integer';
    // a column that is empty is left out where others would be
    if (narrow !== 'left out' || cells.some(Boolean))
      all.push({ name: head, texts: isHeadless ? cells : [head, ...cells], isRight, narrow });
  }
  const shown = fitted(all, width, ascii);
  const lines = linesOf(shown);
  const leftOut = all.map(({ name }) => name).filter((name) => !shown.some((column) => column.name === name));
  if (leftOut.length > 0) lines.push(...wrap(`no room for ${leftOut.join(', ')}; -f csv shows all`, width));
  if (more > 0) lines.push(`and ${grouped(more)} more; -f csv shows all`);
  return inLines(lines);
}

interface RecordColumn extends TextColumn {
  readonly name: string;
  readonly narrow: Column['narrow'];
}

function cellsOf(
  values: readonly CellValue[],
  { kind, isName }: Column,
  { ascii, decimal, width }: Layout,
): readonly string[] {
  let cells = values.map((value) =>
    kind === 'integer' && typeof value === 'number' ? grouped(value) : textOfCell(value),
  );
  if (kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  // measured as a terminal shows them, and each in one line
  return width === undefined ? cells : cells.map(escapeControls);
}

/** With less room for the columns that are cut, others are left out. */
const leastRoom = 20;

/** The least width of a cut cell. */
const leastCut = 8;

/** Leaves columns out, then cuts, the first before the last; no more is lost. */
function fitted(columns: readonly RecordColumn[], width: number, ascii?: boolean): readonly RecordColumn[] {
  const cuts = columns.filter(({ narrow }) => narrow === 'cut');
  const leftOut = columns.filter(({ narrow }) => narrow === 'left out');
  const reducible = cuts.reduce((sum, { texts }) => sum + longestOf(texts), cuts.length > 0 ? -leastRoom : 0);
  const kept = columnsWithin(columns, leftOut, width + reducible);
  let excess = widthOf(kept) - width;
  return kept.map((column) => {
    const longest = longestOf(column.texts);
    if (column.narrow !== 'cut' || excess <= 0) return column;
    const room = Math.max(leastCut, longest - excess);
    excess -= Math.max(0, longest - room);
    return { ...column, texts: column.texts.map((text) => shorten(text, room, ascii)) };
  });
}

/** Rows with the same number of cells, all to the left. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => ({ texts: rows.map((row) => row[at] ?? '') }));
  return inLines(linesOf(columns));
}
