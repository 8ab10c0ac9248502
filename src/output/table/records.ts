import { withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
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
  return lines.map((line) => `${line}\n`).join('');
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

/** What is cut first still has so much. */
const leastCut = 8;

/** Leaves columns out, the first before the last, then cuts, the last before the first; no more is lost. */
function fitted(columns: readonly RecordColumn[], width: number, ascii?: boolean): readonly RecordColumn[] {
  const cuts = columns.filter(({ narrow }) => narrow?.startsWith('cut'));
  const leftOut = columns.filter(({ narrow }) => narrow === 'left out');
  const textWidth = (some: typeof columns) => some.reduce((sum, { texts }) => sum + longestOf(texts), 0);
  const least = cuts.length > 0 ? leastRoom : 0;
  const kept = columnsWithin(columns, leftOut, width + textWidth(cuts) - least);
  const later = textWidth(cuts.filter(({ narrow }) => narrow === 'cut'));
  let room = width + textWidth(cuts) - widthOf(kept);
  return kept.flatMap((column) => {
    const { texts, narrow } = column;
    if (!cuts.includes(column)) return column;
    const most = Math.max(0, narrow === 'cut' ? room : leastCut, room - later);
    room -= Math.min(most, longestOf(texts));
    const cut = texts.map((text) => shorten(text, most, ascii));
    return column === cuts[0] || cut.some(Boolean) ? { ...column, texts: cut } : [];
  });
}

/** Rows with the same number of cells, all to the left. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => ({ texts: rows.map((row) => row[at] ?? '') }));
  return linesOf(columns)
    .map((line) => `${line}\n`)
    .join('');
}
