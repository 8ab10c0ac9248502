import { withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import { inLines } from '../format.ts';
import { type CellValue, type Column, type Layout, type Records, textOfCell } from '../records.ts';
import { atPoint, columnsWithin, linesOf, longestOf, shorten, toAscii, widthOf } from './columns.ts';

/** With less room for the first column that is cut, others are left out. */
const leastRoom = 20;

/** The least width of a cut cell. */
const leastCut = 8;

/** Without room, leaves columns out, then cuts cells, the first column before the last; no more is lost. */
export function tableOfRecords(
  columns: readonly Column[],
  { rows, isHeadless, text }: Records,
  layout: Layout,
): string {
  const { width = Number.POSITIVE_INFINITY, ascii } = layout;
  if (text !== undefined || rows.length === 0) return text ?? '';

  const all = columns.flatMap((column, at) => {
    const { name, head = name, kind, narrow } = column;
    const cells = cellsOf(
      rows.map((row) => row[at]),
      column,
      layout,
    );
    // a column that is empty is left out where others would be
    if (narrow === 'left out' && !cells.some(Boolean)) return [];
    const isRight = kind === 'number' || kind === 'integer';
    return { name: head, texts: isHeadless ? cells : [head, ...cells], isRight, narrow };
  });
  const cut = all.find(({ narrow }) => narrow === 'cut');
  const reducible = cut ? longestOf(cut.texts) - leastRoom : 0;
  const dropped = all.flatMap(({ name, narrow }) => (narrow === 'left out' ? name : []));
  const shown = columnsWithin(all, dropped, width + reducible);

  let excess = widthOf(shown.columns) - width;
  const fitting = shown.columns.map((column) => {
    const longest = longestOf(column.texts);
    if (column.narrow !== 'cut' || excess <= 0) return column;
    const room = Math.max(leastCut, longest - excess);
    excess -= Math.max(0, longest - room);
    return { ...column, texts: column.texts.map((text) => shorten(text, room, ascii)) };
  });
  const lines = linesOf(fitting);
  const leftOut = shown.narrow.join(', ');
  if (leftOut) lines.push(...wrap(`no room for ${leftOut}; -f csv shows all`, width));
  return inLines(lines);
}

function cellsOf(values: readonly CellValue[], { kind, isName }: Column, { ascii, decimal, width }: Layout) {
  let cells = values.map((value) =>
    kind === 'integer' && typeof value === 'number' ? grouped(value) : textOfCell(value),
  );
  if (kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  // measured as a terminal shows them, and each in one line
  return width === undefined ? cells : cells.map(escapeControls);
}

/** Rows with the same number of cells, all to the left. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => ({ texts: rows.map((row) => row[at] ?? '') }));
  return inLines(linesOf(columns));
}
