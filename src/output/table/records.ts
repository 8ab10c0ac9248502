import { plain, withMark } from '../../rates/decimal.ts';
import { grouped } from '../../words.ts';
import type { Column, Look, Records } from '../columns.ts';
import { atPoint, shorten, toAscii } from './fit.ts';

type Shown = ReturnType<typeof shownColumn>[number];

const gap = 2;

export function tableOfRecords<Item>(records: Records<Item>, look: Look): string {
  const { columns, items, headless = false, foot } = records;
  if (records.table) return records.table();
  if (items.length === 0 && !foot) return '';
  const shown = fitted(
    columns.flatMap((column) => shownColumn(column, items, headless, look)),
    look,
  );
  const heads = headless ? [] : [shown.map(({ head }) => head)];
  const lines = items.map((_, at) => shown.map(({ cells }) => cells[at] ?? ''));
  return aligned(
    [...heads, ...lines, ...(foot ? [foot] : [])],
    shown.flatMap(({ isRight }, at) => (isRight ? at : [])),
  );
}

function shownColumn<Item>(
  { name, kind, of, table = {} }: Column<Item>,
  items: readonly Item[],
  headless: boolean,
  { ascii, decimal }: Look,
) {
  if (!table) return [];
  const { head = name, text, narrow } = table;
  const isNumber = !text && (kind === 'number' || kind === 'integer');
  let cells = items.map(text ?? ((item) => textOf(of(item), kind)));
  if (isNumber && kind === 'number') cells = atPoint(cells).map((cell) => withMark(cell, decimal));
  if (narrow === 'cut' && ascii) cells = cells.map(toAscii);
  if (narrow === 'left out' && cells.every((cell) => cell === '')) return [];
  const width = Math.max(headless ? 0 : head.length, ...cells.map(({ length }) => length));
  return [{ head, cells, width, isRight: isNumber, narrow }];
}

function textOf(value: string | number | undefined, kind: Column<unknown>['kind']): string {
  if (typeof value !== 'number') return value ?? '';
  return kind === 'integer' ? grouped(value) : plain(value);
}

/** If there is less room for what is cut, other columns are left out. */
const leastRoom = 20;

/** Leaves columns out, then cuts, where there are such columns; nothing else is lost. */
function fitted(columns: readonly Shown[], { width, ascii }: Look): readonly Shown[] {
  const roomIn = (shown: readonly Shown[]) =>
    shown.reduce((room, { narrow, width }) => room - gap - (narrow === 'cut' ? 0 : width), width + gap);
  const cuts = columns.filter(({ narrow }) => narrow === 'cut').length;
  const isNarrow = roomIn(columns) < cuts * leastRoom;
  const shown = isNarrow ? columns.filter(({ narrow }) => narrow !== 'left out') : columns;
  if (cuts === 0) return shown;
  const longest = Math.max(1, Math.floor(roomIn(shown) / cuts));
  return shown.map((column) =>
    column.narrow === 'cut'
      ? { ...column, cells: column.cells.map((cell) => shorten(cell, longest, ascii)) }
      : column,
  );
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
