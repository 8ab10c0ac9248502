import { hash } from 'node:crypto';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Day, eachDay, numberOf, parseDay } from '../calendar/day.ts';
import { runsOf } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Format } from './format.ts';
import { type Cell, inRows, type Row, type RowColumn, type RowFormat } from './rows.ts';

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
    let group: Row[] = [];

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
function valueIn(cell: Cell, { kind }: RowColumn): string | number | null {
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

export const sortedByCode = (day: DayRates): DayRates => ({
  ...day,
  rates: new Map([...day.rates].sort(([one], [other]) => (one < other ? -1 : 1))),
});

/** Two days with different rates have different ones. @param day sorted by code */
export function digestOf(day: DayRates): string {
  const sides = 'base' in day ? [day.base, 1] : [1, day.quote];
  const names = Buffer.from([...sides, ...day.rates.keys()].join());
  // numbers as they are in memory, since writing them out would take longer than all the rest
  const numbers = Buffer.from(Float64Array.from(day.rates.values()).buffer);
  return hash('sha256', Buffer.concat([names, numbers]), 'base64url').slice(0, 8);
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
const daysKey = 'ratebook.days';

/** The digest of each of them. */
const digestsKey = 'ratebook.digests';

/** @param contents the digest of each day */
function notesOf(contents: ReadonlyMap<Day, string>): Readonly<Record<string, string>> {
  const runs = runsOf(contents.keys()).map(({ first, last }) => `${first}/${last}`);
  return { [daysKey]: runs.join(' '), [digestsKey]: [...contents.values()].join(' ') };
}

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
