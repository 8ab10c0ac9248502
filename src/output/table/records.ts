import { plain, withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import type { Column, Layout, Records } from '../records.ts';
import { atPoint, gutter, longestOf, shorten, toAscii } from './columns.ts';

export function tableOfRecords<Item>(records: Records<Item>, layout: Layout): string {
  const { columns, items, headless, foot } = records;
  if (records.table) return records.table(layout);
  if (items.length === 0 && !foot) return '';

  // a column that is empty is left out where others would be
  const all = columns
    .map((column) => shownColumn(column, records, layout))
    .filter(({ narrow, cells }) => narrow !== 'left out' || cells.some(Boolean));
  const shown = fitted(all, layout);
  const heads = headless ? [] : [shown.map(({ head }) => head)];
  const lines = items.map((_, at) => shown.map(({ cells }) => cells[at] ?? ''));
  const text = aligned(
    [...heads, ...lines, ...(foot ? [foot] : [])],
    shown.flatMap(({ isRight }, at) => (isRight ? at : [])),
  );
  const narrow = all.filter(({ name }) => !shown.some((column) => column.name === name));
  if (narrow.length === 0) return text;

  const words = `no room for ${narrow.map(({ head }) => head).join(', ')}; -f csv shows all`;
  return `${text}${wrap(words, layout.width).join('\n')}\n`;
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
  const cuts = columns.filter(({ narrow }) => narrow?.startsWith('cut'));
  const kept = columns.filter((column) => !cuts.includes(column));
  const used = kept.reduce((sum, column) => sum + column.width, gutter.length * (columns.length - 1));
  let room = width - used;

  let shown = columns;
  for (const column of columns.filter(({ narrow }) => narrow === 'left out')) {
    if (room >= (cuts.length > 0 ? leastRoom : 0)) break;
    shown = shown.filter((other) => other !== column);
    room += gutter.length + column.width;
  }

  const later = cuts.filter(({ narrow }) => narrow === 'cut').reduce((sum, column) => sum + column.width, 0);
  return shown.flatMap((column) => {
    if (!cuts.includes(column)) return column;
    const most = column.narrow === 'cut first' ? Math.max(leastCut, room - later) : room;
    const cells = column.cells.map((cell) => shorten(cell, Math.max(0, most), ascii));
    room -= Math.min(most, column.width);
    return column === cuts[0] || cells.some(Boolean) ? { ...column, cells } : [];
  });
}

export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) =>
    longestOf(rows.map((row) => row[at] ?? '')),
  );
  const padded = (cell: string, at: number) =>
    right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${row.map(padded).join(gutter).trimEnd()}\n`).join('');
}
