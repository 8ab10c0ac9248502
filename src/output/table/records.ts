import { plain, withMark } from '../../rates/decimal.ts';
import { grouped, wrap } from '../../words.ts';
import type { Column, Layout, Records } from '../records.ts';
import { atPoint, shorten, toAscii } from './fit.ts';

type Shown = ReturnType<typeof shownColumn>[number];

const gap = 2;

export function tableOfRecords<Item>(records: Records<Item>, layout: Layout): string {
  const { columns, items, headless = false, foot } = records;
  if (records.table) return records.table(layout);
  if (items.length === 0 && !foot) return '';
  const all = columns.flatMap((column) => shownColumn(column, items, headless, layout));
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

function shownColumn<Item>(
  { name, kind, of, table = {} }: Column<Item>,
  items: readonly Item[],
  headless: boolean,
  { ascii, decimal }: Layout,
) {
  const { head = name, text, narrow, isName } = table;
  const isNumber = !text && (kind === 'number' || kind === 'integer');
  let cells = items.map(text ?? ((item) => textOf(of(item), kind)));
  if (isNumber && kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (isName && ascii) cells = cells.map(toAscii);
  if (narrow === 'left out' && cells.every((cell) => cell === '')) return [];
  const width = Math.max(headless ? 0 : head.length, ...cells.map(({ length }) => length));
  return [{ name, head, cells, width, isRight: isNumber, narrow }];
}

function textOf(value: string | number | undefined, kind: Column<unknown>['kind']): string {
  if (typeof value !== 'number') return value ?? '';
  return kind === 'integer' ? grouped(value) : plain(value);
}

/** If there is less room for what is cut, other columns are left out. */
const leastRoom = 20;

/** Leaves columns out, the first before the last, then cuts, the last before the first; nothing else is lost. */
function fitted(columns: readonly Shown[], { width, ascii }: Layout): readonly Shown[] {
  const cuts = columns.filter(({ narrow }) => narrow === 'cut');
  let shown = columns;
  let room = width + gap - columns.reduce((used, column) => used + gap + (cuts.includes(column) ? 0 : column.width), 0);
  for (const column of columns.filter(({ narrow }) => narrow === 'left out')) {
    if (room >= (cuts.length > 0 ? leastRoom : 0)) break;
    shown = shown.filter((other) => other !== column);
    room += gap + column.width;
  }
  return shown.flatMap((column) => {
    if (!cuts.includes(column)) return column;
    const cells = column.cells.map((cell) => shorten(cell, Math.max(0, room), ascii));
    room -= Math.min(room, column.width);
    return column === cuts[0] || cells.some(Boolean) ? { ...column, cells } : [];
  });
}

export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  const padded = (cell: string, at: number) =>
    right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}
