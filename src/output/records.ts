import type { Look, Records } from './columns.ts';
import type { Piece } from './format.ts';
import type { FormatName } from './formats.ts';

type Writer = <Item>(records: Records<Item>, look: Look) => Piece;

const writers = {
  table: async () => (await import('./table/records.ts')).tableOfRecords,
  csv: async () => (await import('./separated.ts')).csvOfRecords,
  tsv: async () => (await import('./separated.ts')).tsvOfRecords,
  json: async () => (await import('./json.ts')).jsonOfRecords,
  ndjson: async () => (await import('./json.ts')).ndjsonOfRecords,
  parquet: async () => (await import('./parquet/parquet.ts')).parquetOfRecords,
} satisfies Partial<Record<FormatName, () => Promise<Writer>>>;

export type RecordsFormat = keyof typeof writers;

export const recordsFormats = Object.keys(writers) as readonly RecordsFormat[];

export const isRecordsFormat = (name: string): name is RecordsFormat => Object.hasOwn(writers, name);

export async function written<Item>(format: RecordsFormat, records: Records<Item>, look: Look) {
  const write: Writer = await writers[format]();
  return write(records, look);
}
