import { plain, withMark } from '../../rates/decimal.ts';
import { escapeControls, grouped, wrap } from '../../words.ts';
import type { Column, Layout, Records } from '../records.ts';
import { atPoint, gutter, shorten, toAscii } from './columns.ts';

interface ShownColumn {
  readonly name: string;
  readonly head: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly isRight: boolean;
  readonly narrow: 'cut first' | 'cut' | 'left out' | undefined;
}

export function tableOfRecords<Item>(records: Records<Item>, layout: Layout): string {
  const { columns, items, headless, foot } = records;
  if (records.table) return records.table(layout);
  if (items.length === 0 && !foot) return '';

  const all = columns.flatMap((column) => shownColumn(column, records, layout) ?? []);
  const shown = fitted(all, layout);
  const narrow = all.filter(({ name }) => !shown.some((column) => column.name === name));
  const heads = headless ? [] : [shown.map(({ head }) => head)];
  const lines = items.map((_, at) => shown.map(({ cells }) => cells[at] ?? ''));
  const text = aligned(
    [...heads, ...lines, ...(foot ? [foot] : [])],
    shown.flatMap(({ isRight }, at) => (isRight ? at : [])),
  );
  if (narrow.length === 0) return text;

  const words = `no room for ${narrow.map(({ head }) => head).join(', ')}; -f csv shows all`;
  return `${text}${wrap(words, layout.width).join('\n')}\n`;
}

/** Undefined: it is left out, since it is empty. */
function shownColumn<Item>(
  { name, kind, of, table = {} }: Column<Item>,
  { items, headless }: Records<Item>,
  { ascii, decimal, width: room }: Layout,
): ShownColumn | undefined {
  const { head = name, text, narrow, isName } = table;
  const isNumber = !text && (kind === 'number' || kind === 'integer');

  let cells = items.map(text ?? ((item) => textOf(of(item), kind)));
  if (isNumber && kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  // measured as a terminal shows them, and each in one line
  if (Number.isFinite(room)) cells = cells.map(escapeControls);
  if (narrow === 'left out' && cells.every((cell) => cell === '')) return undefined;

  const width = Math.max(headless ? 0 : head.length, ...cells.map(({ length }) => length));
  return { name, head, cells, width, isRight: isNumber, narrow };
}

function textOf(value: string | number | undefined, kind: Column<unknown>['kind']): string {
  if (typeof value !== 'number') return value ?? '';
  return kind === 'integer' ? grouped(value) : plain(value);
}

/** With less room for the columns that are cut, others are left out. */
const leastRoom = 20;

/** What is cut first still has so much. */
const leastCut = 8;

/** Leaves columns out, the first before the last, then cuts, the last before the first; no more is lost. */
function fitted(columns: readonly ShownColumn[], { width, ascii }: Layout): readonly ShownColumn[] {
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
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });

  function padded(cell: string, at: number): string {
    const width = widths[at] ?? 0;
    return right.includes(at) ? cell.padStart(width) : cell.padEnd(width);
  }
  return rows.map((row) => `${row.map(padded).join(gutter).trimEnd()}\n`).join('');
}
