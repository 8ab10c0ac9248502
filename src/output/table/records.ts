import { withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import { type CellValue, type Column, type Layout, type Records, textOfCell } from '../records.ts';
import {
  atPoint,
  gutter,
  leftAligned,
  linesOf,
  longestOf,
  rightAligned,
  shorten,
  toAscii,
} from './columns.ts';

export function tableOfRecords(records: Records, layout: Layout): string {
  const { columns, rows, text, more = 0 } = records;
  const { width = Number.POSITIVE_INFINITY } = layout;
  if (text !== undefined || rows.length === 0) return text ?? '';

  // a column that is empty is left out where others would be
  const all = columns
    .map((column, at) =>
      shownColumn(
        column,
        rows.map((row) => row[at]),
        records,
        layout,
      ),
    )
    .filter(({ narrow, cells }) => narrow !== 'left out' || cells.some(Boolean));
  const shown = fitted(all, width, layout.ascii);
  const lines = linesOf(
    shown.map(({ heads, cells, isRight }, at) =>
      (isRight ? rightAligned : leftAligned)([...heads, ...cells], at > 0 ? gutter : 0),
    ),
  );
  const narrow = all.filter(({ head }) => !shown.some((column) => column.head === head));
  const words = `no room for ${narrow.map(({ head }) => head).join(', ')}; -f csv shows all`;
  if (narrow.length > 0) lines.push(...wrap(words, width));
  if (more > 0) lines.push(`and ${grouped(more)} more; -f csv shows all`);
  return lines.map((line) => `${line}\n`).join('');
}

function shownColumn(
  { name, kind, head = name, narrow, isName }: Column,
  values: readonly CellValue[],
  { isHeadless }: Records,
  { ascii, decimal, width }: Layout,
) {
  let cells = values.map((value) =>
    kind === 'integer' && typeof value === 'number' ? grouped(value) : textOfCell(value),
  );
  if (kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  // measured as a terminal shows them, and each in one line
  if (width !== undefined) cells = cells.map(escapeControls);
  const heads = isHeadless ? [] : [head];
  const isRight = kind === 'number' || kind === 'integer';
  return { head, heads, cells, width: longestOf([...heads, ...cells]), isRight, narrow };
}

/** With less room for the columns that are cut, others are left out. */
const leastRoom = 20;

/** What is cut first still has so much. */
const leastCut = 8;

/** Leaves columns out, the first before the last, then cuts, the last before the first; no more is lost. */
function fitted(columns: readonly ReturnType<typeof shownColumn>[], width: number, ascii = false) {
  const widthOf = (some: typeof columns) => some.reduce((sum, column) => sum + column.width, 0);
  const cuts = columns.filter(({ narrow }) => narrow?.startsWith('cut'));
  let room = width + widthOf(cuts) - widthOf(columns) - gutter * (columns.length - 1);

  let shown = columns;
  for (const column of columns.filter(({ narrow }) => narrow === 'left out')) {
    if (room >= (cuts.length > 0 ? leastRoom : 0)) break;
    shown = shown.filter((other) => other !== column);
    room += gutter + column.width;
  }

  const later = widthOf(cuts.filter(({ narrow }) => narrow === 'cut'));
  return shown.flatMap((column) => {
    if (!cuts.includes(column)) return column;
    const most = column.narrow === 'cut first' ? Math.max(leastCut, room - later) : room;
    const cells = column.cells.map((cell) => shorten(cell, Math.max(0, most), ascii));
    room -= Math.min(most, column.width);
    return column === cuts[0] || cells.some(Boolean) ? { ...column, cells } : [];
  });
}

/** Rows with the same number of cells, all to the left. */
export const aligned = (rows: readonly (readonly string[])[]): string =>
  linesOf(
    (rows[0] ?? []).map((_, at) =>
      leftAligned(
        rows.map((row) => row[at] ?? ''),
        at > 0 ? gutter : 0,
      ),
    ),
  )
    .map((line) => `${line}\n`)
    .join('');
