import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { dayAt } from '../calendar/day.ts';
import { scalarText } from '../json.ts';
import { contentOf, type FoundInFile, type GivenFile, UnusableFile } from './day-documents.ts';
import { cellsReader } from './rate-row.ts';

/** All rates that the service has published take a fifth of it. */
const megabytes = 64;

const rowsAtOnce = 50_000;

/** @throws Unusable */
export async function* parquetRates(given: GivenFile): FoundInFile {
  const file = Uint8Array.from(contentOf(given, megabytes)).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const lacking = columns.filter((name) => !names.includes(name));
  if (lacking.length > 0) throw new UnusableFile(`has no column ${lacking.join(', ')}`);

  const readCells = cellsReader(false);
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    given.signal.throwIfAborted();
    const rowEnd = rowStart + rowsAtOnce;
    const found = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    yield found.map((row) => readCells(columns.map((name) => textOf(row[name] ?? ofNull[name]))));
  }
}

/** What writers without a number for it make of NaN. */
const ofNull: Readonly<Record<string, unknown>> = { rate: Number.NaN };

const textOf = (cell: unknown) => (cell instanceof Date ? dayAt(cell.getTime()) : scalarText(cell));
