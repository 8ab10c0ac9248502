import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

export interface Column {
  readonly name: string;
  readonly type: keyof typeof types;
  readonly nullable?: true;
}

/** A date is the number of days since 1970. */
type Cell = string | number | null;

/** Bounds the memory that a file of any length takes. */
const fullGroup = 8_000;

/** The rows of a Parquet file, written group by group; the same rows added in the same steps give the same bytes. */
export class RowGroups {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #file: ParquetWriter;
  #cells: Cell[][];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#cells = columns.map(() => []);
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      // that of the layout: a newer program writes the same bytes
      createdBy: 'ratebook version 1',
      schema: [
        { name: 'rates', num_children: columns.length },
        ...columns.map(({ name, type, nullable }) => ({
          name,
          ...types[type],
          repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
        })),
      ],
    });
  }

  /** Takes a cell for each column. */
  add(row: readonly Cell[]): void {
    for (const [index, cell] of row.entries()) this.#cells[index]?.push(cell);
  }

  /** The bytes of a full group, or none yet. */
  full(): Uint8Array {
    return this.#rows >= fullGroup ? this.#group() : new Uint8Array();
  }

  *end(metadata: Readonly<Record<string, string>>): Generator<Uint8Array> {
    if (this.#rows > 0) yield this.#group();
    this.#file.kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
    this.#file.finish();
    yield this.#drain();
  }

  get #rows(): number {
    return this.#cells[0]?.length ?? 0;
  }

  #group(): Uint8Array {
    this.#file.write({
      columnData: this.#columns.map(({ name, type }, index) => ({
        name,
        data: this.#cells[index] ?? [],
        ...(type === 'text' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
      })),
      rowGroupSize: this.#rows,
    });
    this.#cells = this.#columns.map(() => []);
    return this.#drain();
  }

  #drain(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}
