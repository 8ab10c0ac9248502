import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column } from '../records.ts';

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** A date is the number of days since 1970. */
type Cell = string | number | null;

/** Bounds the memory that a file of any length takes. */
const fullGroup = 8_000;

interface RowGroups {
  add(row: readonly Cell[]): void;
  /** @param columns each one cell for all of so many rows, or one for each */
  addMany(count: number, columns: readonly (Cell | readonly Cell[] | Float64Array)[]): void;
  /** A group, once it is full; else nothing. */
  full(): Uint8Array;
  end(metadata: Readonly<Record<string, string>>): Iterable<Uint8Array>;
}

type CellColumn = Pick<Column<never>, 'name' | 'kind' | 'optional'>;

/** A Parquet file, written group by group: the same rows, added in the same steps, give the same bytes. */
export function rowGroups(columns: readonly CellColumn[]): RowGroups {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    // that of the layout: a newer program writes the same bytes
    createdBy: 'ratebook version 1',
    schema: [
      { name: 'rates', num_children: columns.length },
      ...columns.map(({ name, kind, optional }) => ({
        name,
        ...types[kind],
        repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ],
  });
  // by column, in which they are written: thousands of short lists would take longer to keep than to write
  let cells: Cell[][] = columns.map(() => []);
  let rows = 0;

  function drain(): Uint8Array {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  function group(): Uint8Array {
    file.write({
      columnData: columns.map(({ name, kind }, index) => ({
        name,
        data: cells[index] ?? [],
        ...(kind === 'text' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
      })),
      rowGroupSize: rows,
    });
    cells = columns.map(() => []);
    rows = 0;
    return drain();
  }

  return {
    add(row) {
      for (let at = 0; at < cells.length; at++) cells[at]?.push(row[at] ?? null);
      rows++;
    },
    addMany(count, given) {
      for (const [at, cell] of given.entries()) {
        const column = cells[at] as Cell[];
        const isOne = cell === null || typeof cell !== 'object';
        for (let row = 0; row < count; row++) column.push(isOne ? cell : (cell[row] ?? null));
      }
      rows += count;
    },
    full: () => (rows >= fullGroup ? group() : new Uint8Array()),
    *end(metadata) {
      if (rows > 0) yield group();
      file.kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
      file.finish();
      yield drain();
    },
  };
}
