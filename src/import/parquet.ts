import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { dayAt } from '../calendar/day.ts';
import { DayRows } from './day-rows.ts';
import { type Days, type GivenFile, NotTaken, piecesOf } from './given.ts';
import { cellsReader } from './rate-rows.ts';

/** All rates that the service has published take a fifth of it. */
const mostBytes = 64 * 1024 * 1024;

const rowsAtOnce = 50_000;

export async function* daysOfParquet(given: GivenFile): Days {
  const { path, pivot, signal } = given;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(given)) {
    length += piece.length;
    if (length > mostBytes) return yield new NotTaken(path, 'is over 64 MB');
    pieces.push(piece);
  }
  const file = Uint8Array.from(Buffer.concat(pieces)).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  if (columns.some((name) => !names.includes(name)))
    return yield new NotTaken(path, 'lacks one of the columns date, base, quote and rate');
  const rows = new DayRows(pivot);
  const readCells = cellsReader(false);
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    signal.throwIfAborted();
    const found = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd: rowStart + rowsAtOnce });
    for (const row of found) rows.add(readCells(columns.map((name) => textOf(row[name]))));
  }
  yield* rows.documents(path);
}

const textOf = (cell: unknown) => (cell instanceof Date ? dayAt(cell.getTime()) : String(cell ?? ''));
