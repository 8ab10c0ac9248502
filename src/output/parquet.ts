import { type Day, numberOf, runsOf } from '../calendar/day.ts';
import { daysKey, digestOf, digestsKey } from '../input/parquet.ts';
import { pick } from '../rates/day-rates.ts';
import { readOnce } from '../read-once.ts';
import type { DayBatches, Document, ShownRates } from './format.ts';
import {
  type CellValue,
  type CellValues,
  type Column,
  type RowStream,
  rowsOf,
  textOfCell,
} from './records.ts';

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text,
  json: text,
} as const;

/** Rows that are written together. Bounds the memory that a file of any length takes. */
const fullGroup = 8_000;

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export async function* parquet(batches: DayBatches, document: Document) {
  const digests = new Map<Day, string>();
  async function* sorted() {
    for await (const batch of batches) {
      // without symbols, days are sorted by code
      const byCode = (shown: ShownRates) => pick(shown, [...shown.rates.keys()].sort());
      const days = document.symbols ? batch.days.map(byCode) : batch.days;
      if (document.kind.of !== 'periods') for (const shown of days) digests.set(shown.day, digestOf(shown));
      yield { days };
    }
  }
  yield* parquetRows(await rowsOf(sorted(), document), digests);
}

/** The same rows are the same bytes, in whatever batches. @param digests of each day, for the metadata */
export async function* parquetRows(
  { columns, batches }: RowStream,
  digests: ReadonlyMap<Day, string> = new Map(),
) {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
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

  const dayNumber = readOnce(numberOf);
  const parquetValue = (kind: Column['kind'], cell: CellValue) => {
    if (cell === undefined) return null;
    if (kind === 'number' || kind === 'integer') return Number(cell);
    return kind === 'date' ? dayNumber(cell as Day) : textOfCell(cell);
  };

  let group: CellValues[] = [];
  function writeGroup() {
    const columnData = columns.map(({ name, kind }, at) => {
      const column = { name, data: group.map((row) => parquetValue(kind, row[at])) };
      return kind === 'text' ? { ...column, encoding: 'RLE_DICTIONARY' as const } : column;
    });
    file.write({ columnData, rowGroupSize: group.length });
    group = [];
  }

  function drain() {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  for await (const rows of batches) {
    for (const row of rows) if (group.push(row) === fullGroup) writeGroup();
    yield drain();
  }
  writeGroup();
  const runs = runsOf(digests.keys()).map(({ first, last }) => `${first}/${last}`);
  if (runs.length > 0)
    file.kvMetadata = [
      { key: daysKey, value: runs.join(' ') },
      { key: digestsKey, value: [...digests.values()].join(' ') },
    ];
  file.finish();
  yield drain();
}
