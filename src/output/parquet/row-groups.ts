import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column } from '../records.ts';

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** A date is the number of days since 1970. */
export type Cell = string | number | null;

/** Those of a column. As plain arrays, the numbers of a long file would take 16 MB more. */
export type Cells = Cell[] | Int32Array | Float64Array;

/** Rows that are written together. Bounds the memory that a file of any length takes. */
export const fullGroup = 8_000;

/** Enough for V8 to see what they are, and too few to be compiled. */
const fewRows = 300;

interface RowGroups {
  /** @param cells of each column, as many of one as of the other */
  group(cells: readonly Cells[]): Uint8Array;
  end(metadata: Readonly<Record<string, string>>): Uint8Array;
}

type CellColumn = Pick<Column<never>, 'name' | 'kind' | 'optional'>;

/** A Parquet file, written group by group: the same rows, added in the same steps, give the same bytes. */
export function rowGroups(columns: readonly CellColumn[]): RowGroups {
  const bytes = new ByteWriter();
  const file = fileOf(columns, bytes);
  let isFirst = true;

  function drain(): Uint8Array {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  return {
    group(cells) {
      const isLong = (cells[0]?.length ?? 0) >= fullGroup;
      if (isFirst && isLong) writeFew(columns, cells);
      isFirst = false;

      write(file, columns, cells);
      return drain();
    },
    end(metadata) {
      file.kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
      file.finish();
      return drain();
    },
  };
}

function fileOf(columns: readonly CellColumn[], writer: ByteWriter): ParquetWriter {
  return new ParquetWriter({
    writer,
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
}

function write(file: ParquetWriter, columns: readonly CellColumn[], cells: readonly Cells[]): void {
  file.write({
    columnData: columns.map(({ name, kind }, at) => ({
      name,
      data: cells[at] ?? [],
      ...(kind === 'text' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
    })),
    rowGroupSize: cells[0]?.length ?? 0,
  });
}

/**
 * The library's loops are the same for all kinds of columns. Compiled while they know only the first, they
 * would be thrown away at each of the others: a file of many groups takes an eighth less time after a few
 * rows of all.
 */
function writeFew(columns: readonly CellColumn[], cells: readonly Cells[]): void {
  const nowhere = fileOf(columns, new ByteWriter());
  const few = cells.map((all) => all.slice(0, fewRows));
  write(nowhere, columns, few);
  nowhere.finish();
}
