import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Day, numberOf, parseDay } from '../calendar/day.ts';
import type { Format } from './format.ts';
import { digestOf, notesOf, sortedByCode } from './parquet-days.ts';
import { type CellValue, type CellValues, inRows, type RowColumn, type RowFormat } from './rows.ts';

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** Rows that are written together. Bounds the memory that a file of any length takes. */
const fullGroup = 8_000;

type Notes = Readonly<Record<string, string>>;

/** The same rows, given in the same steps, are the same bytes. @param notesAtEnd the file's metadata */
const rowsWith =
  (notesAtEnd: () => Notes): RowFormat =>
  (columns) => {
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
    let group: CellValues[] = [];

    function writeGroup(): void {
      file.write({
        columnData: columns.map((column, at) => ({
          name: column.name,
          data: group.map((row) => valueIn(row[at], column)),
          ...(column.kind === 'text' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
        })),
        rowGroupSize: group.length,
      });
      group = [];
    }

    function drain(): Uint8Array {
      const written = bytes.getBytes().slice();
      bytes.index = 0;
      return written;
    }

    return {
      write(rows) {
        for (const row of rows) group.push(row);
        if (group.length >= fullGroup) writeGroup();
        return drain();
      },
      end() {
        writeGroup();
        file.kvMetadata = Object.entries(notesAtEnd()).map(([key, value]) => ({ key, value }));
        file.finish();
        return drain();
      },
    };
  };

/** A date is the number of days since 1970. */
function valueIn(cell: CellValue, { kind }: RowColumn): string | number | null {
  if (cell === undefined) return null;
  if (kind === 'text') return String(cell);
  if (kind !== 'date') return Number(cell);
  const day = parseDay(String(cell));
  return day ? numberOf(day) : null;
}

export const parquetRows = rowsWith(() => ({}));

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = (document) => {
  const digests = new Map<Day, string>();
  const isOfPeriods = document.kind.of === 'periods';
  const rows = inRows(rowsWith(() => (isOfPeriods ? {} : notesOf(digests))))(document);
  return {
    ...rows,
    day(shown) {
      const sorted = sortedByCode(shown);
      if (!isOfPeriods) digests.set(shown.day, digestOf(sorted));
      return rows.day(sorted);
    },
  };
};
