import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { dayAt } from '../calendar/day.ts';
import { type GivenFile, piecesOf } from './given.ts';
import { cellsReader, type RateRow, Unusable } from './rate-rows.ts';

/** All rates that the service has published take a fifth of it. */
const mostBytes = 64 * 1024 * 1024;

const rowsAtOnce = 50_000;

/** @throws Unusable */
export async function* parquetRates(given: GivenFile): AsyncGenerator<RateRow[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of piecesOf(given)) {
    length += piece.length;
    if (length > mostBytes) throw new Unusable('is over 64 MB');
    pieces.push(piece);
  }
  const file = Uint8Array.from(Buffer.concat(pieces)).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const lacking = columns.filter((name) => !names.includes(name));
  if (lacking.length > 0) throw new Unusable(`has no column ${lacking.join(', ')}`);
  const readCells = cellsReader(false);
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    given.signal.throwIfAborted();
    const found = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd: rowStart + rowsAtOnce });
    yield found.map((row) => readCells(columns.map((name) => textOf(row[name]))));
  }
}

const textOf = (cell: unknown) => (cell instanceof Date ? dayAt(cell.getTime()) : String(cell ?? ''));
