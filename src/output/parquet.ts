import { hash } from 'node:crypto';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Day, eachDay, numberOf, parseDay } from '../calendar/day.ts';
import { runsOf } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { DayBatch, Format, Piece } from './format.ts';
import {
  type CellValue,
  type CellValues,
  inRows,
  type RowBatches,
  type RowColumn,
  type RowFormat,
} from './rows.ts';

const types = {
  date: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** Rows that are written together. Bounds the memory that a file of any length takes. */
const fullGroup = 8_000;

/** The same rows are the same bytes, in whatever batches. */
export const parquetRows: RowFormat = (columns, batches) => rowsWith(() => ({}), columns, batches);

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = async function* (batches, document, findings) {
  const digests = new Map<Day, string>();
  const isOfPeriods = document.kind.of === 'periods';
  const notes = () => {
    if (isOfPeriods) return {};
    const runs = runsOf(digests.keys()).map(({ first, last }) => `${first}/${last}`);
    return { [daysKey]: runs.join(' '), [digestsKey]: [...digests.values()].join(' ') };
  };

  async function* sorted(): AsyncGenerator<DayBatch> {
    for await (const { days } of batches) {
      if (!isOfPeriods) for (const shown of days) digests.set(shown.day, digestOf(shown));
      yield { days: days.map((shown) => ({ ...shown, rates: new Map(sortedByCode(shown)) })) };
    }
  }
  yield* inRows((columns, rows) => rowsWith(notes, columns, rows))(sorted(), document, findings);
};

/** @param notesAtEnd the file's metadata */
async function* rowsWith(
  notesAtEnd: () => Readonly<Record<string, string>>,
  columns: readonly RowColumn[],
  batches: RowBatches,
): AsyncGenerator<Piece> {
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

  function groupOf(rows: readonly CellValues[]): void {
    file.write({
      columnData: columns.map(({ name, kind }, at) => ({
        name,
        data: valuesOf(kind, rows, at),
        ...(kind === 'text' ? { encoding: 'RLE_DICTIONARY' as const } : {}),
      })),
      rowGroupSize: rows.length,
    });
  }

  function drain(): Uint8Array {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  let group: CellValues[] = [];
  for await (const { rows } of batches) {
    for (const row of rows) {
      group.push(row);
      if (group.length < fullGroup) continue;
      groupOf(group);
      group = [];
    }
    yield drain();
  }
  groupOf(group);
  file.kvMetadata = Object.entries(notesAtEnd()).map(([key, value]) => ({ key, value }));
  file.finish();
  yield drain();
}

function valuesOf(kind: RowColumn['kind'], rows: readonly CellValues[], at: number) {
  // those of a day are parsed once
  const dayNumbers = new Map<CellValue, number | null>();
  return rows.map((row) => {
    const cell = row[at];
    if (cell === undefined) return null;
    if (kind === 'text') return String(cell);
    if (kind !== 'date') return Number(cell);
    if (!dayNumbers.has(cell)) dayNumbers.set(cell, dayNumberOf(String(cell)));
    return dayNumbers.get(cell);
  });
}

/** Days since 1970. */
function dayNumberOf(text: string): number | null {
  const day = parseDay(text);
  return day ? numberOf(day) : null;
}

const sortedByCode = ({ rates }: DayRates) => [...rates].sort(([one], [other]) => (one < other ? -1 : 1));

/** Two days with different rates have different ones. */
export function digestOf(day: DayRates): string {
  const rates = sortedByCode(day);
  const sides = 'base' in day ? [day.base, 1] : [1, day.quote];
  const names = Buffer.from([...sides, ...rates.map(([code]) => code)].join());
  // numbers as they are in memory, since writing them out would take longer than all the rest
  const numbers = Buffer.from(Float64Array.from(rates, ([, rate]) => rate).buffer);
  return hash('sha256', Buffer.concat([names, numbers]), 'base64url').slice(0, 8);
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
const daysKey = 'ratebook.days';

/** The digest of each of them. */
const digestsKey = 'ratebook.digests';

/** Each day of a file with its digest; undefined if another program wrote the file. */
export function digestsIn(file: Uint8Array): ReadonlyMap<Day, string | undefined> | undefined {
  const { key_value_metadata: notes = [] } = parquetMetadata(file);
  const textOf = (name: string) => notes.find(({ key }) => key === name)?.value ?? '';
  const digests = textOf(digestsKey).split(' ');
  const days = daysOfText(textOf(daysKey));
  return days && new Map(days.map((day, at) => [day, digests[at]]));
}

function daysOfText(text: string): Day[] | undefined {
  const days: Day[] = [];
  for (const run of text.split(' ')) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  return days;
}
