import { plain, withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import type { Column, Layout, Records } from '../records.ts';
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

export function tableOfRecords<Item>(records: Records<Item>, layout: Layout): string {
  const { columns, items, headless, foot } = records;
  if (records.table) return records.table(layout);
  if (items.length === 0 && !foot) return '';

  // a column that is empty is left out where others would be
  const all = columns
    .map((column) => shownColumn(column, records, layout))
    .filter(({ narrow, cells }) => narrow !== 'left out' || cells.some(Boolean));
  const shown = fitted(all, layout);
  const lines = linesOf(
    shown.map(({ head, cells, isRight }, at) => {
      const texts = [...(headless ? [] : [head]), ...cells, ...(foot ? [foot[at] ?? ''] : [])];
      return (isRight ? rightAligned : leftAligned)(texts, at > 0 ? gutter : 0);
    }),
  );
  const narrow = all.filter(({ name }) => !shown.some((column) => column.name === name));
  const words = `no room for ${narrow.map(({ head }) => head).join(', ')}; -f csv shows all`;
  return [...lines, ...(narrow.length > 0 ? wrap(words, layout.width) : [])]
    .map((line) => `${line}\n`)
    .join('');
}

function shownColumn<Item>(
  { name, kind, of, table = {} }: Column<Item>,
  { items, headless }: Records<Item>,
  { ascii, decimal, width: room }: Layout,
) {
  const { head = name, text, narrow, isName } = table;
  const isRight = !text && (kind === 'number' || kind === 'integer');
  const textOf = (item: Item) => {
    const value = of(item);
    if (typeof value !== 'number') return value ?? '';
    return kind === 'integer' ? grouped(value) : plain(value);
  };

  let cells = items.map(text ?? textOf);
  if (isRight && kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  // measured as a terminal shows them, and each in one line
  if (Number.isFinite(room)) cells = cells.map(escapeControls);
  return { name, head, cells, width: longestOf(headless ? cells : [head, ...cells]), isRight, narrow };
}

/** With less room for the columns that are cut, others are left out. */
const leastRoom = 20;

/** What is cut first still has so much. */
const leastCut = 8;

/** Leaves columns out, the first before the last, then cuts, the last before the first; no more is lost. */
function fitted(columns: readonly ReturnType<typeof shownColumn>[], { width, ascii }: Layout) {
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
