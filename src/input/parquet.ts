import { type Day, dayAt, eachDay, parseDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { scalarText } from '../json.ts';
import type { DayRates, Pivot } from '../rates/day-rates.ts';
import type { ImportedFile, ImportNote } from './forms.ts';
import { cellsReader, type RateRow } from './rate-rows.ts';
import { ensureUsable } from './unusable-file.ts';

const rowsAtOnce = 50_000;

/**
 * The rows of a Parquet file. Those that ratebook wrote are compared with the digests in it.
 * @throws UnusableFile at the end for a day whose rates have been changed
 */
export async function* parquetRates(
  content: Buffer,
  { path, pivot, signal }: ImportedFile,
): AsyncGenerator<Iterable<RateRow | ImportNote>> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  const file = Uint8Array.from(content).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const missing = columns.filter((name) => !names.includes(name));
  ensureUsable(missing.length === 0, `has no column ${missing.join(', ')}`);

  const readCells = cellsReader(false);
  const textOf = (cell: unknown, name: string) => {
    if (cell instanceof Date) return dayAt(cell.getTime());
    // what writers without a number for it make of NaN
    return scalarText(cell ?? (name === 'rate' ? Number.NaN : undefined));
  };
  const digests = await digestsIn(new Uint8Array(file));
  if (!digests) yield [{ note: `${path} has no checksums: damage in it would not be noticed` }];
  const days = new Map<string, Map<Code, number>>();
  let rowEnd = 0;
  do {
    signal.throwIfAborted();
    const rowStart = rowEnd;
    rowEnd += rowsAtOnce;
    const cells = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    // a damaged file may say that it has more
    ensureUsable(cells.length > 0, 'has no rows');
    const rows = cells.map((row) => readCells(columns.map((name) => textOf(row[name], name))));
    yield rows;
    for (const { period, base, quote, rate } of digests ? rows : []) {
      const rates = days.get(period.name) ?? new Map<Code, number>();
      const { code } = 'base' in pivot ? quote : base;
      days.set(period.name, rates.set(code, Number(rate)));
    }
  } while (rowEnd < metadata.num_rows);
  for (const day of new Set([...days.keys(), ...(digests?.keys() ?? [])])) {
    const rates = days.get(day);
    const isAsWritten = rates && digests?.get(day as Day) === digestOf({ ...pivot, rates });
    const reason = `is damaged: the rates of ${day} do not match their checksum`;
    ensureUsable(isAsWritten, reason, 'export the days again');
  }
}

/** Two days with different rates have different ones. @param day sorted by code, as stored days are */
export function digestOf(day: Pivot & Pick<DayRates, 'rates'>): string {
  const pair = 'base' in day ? [day.base, 1] : [1, day.quote];
  const names = Buffer.from([...pair, ...day.rates.keys()].join());
  // numbers as they are in memory, since writing them out would take longer than all the rest
  const numbers = Buffer.from(Float64Array.from(day.rates.values()).buffer);
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha256', Buffer.concat([names, numbers]), 'base64url').slice(0, 8);
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
export const daysKey = 'ratebook.days';

/** The digest of each of them. */
export const digestsKey = 'ratebook.digests';

/** Each day of a file with its digest; undefined if another program wrote the file. */
export async function digestsIn(file: Uint8Array): Promise<ReadonlyMap<Day, string | undefined> | undefined> {
  const { parquetMetadata } = await import('hyparquet');
  const { key_value_metadata: notes = [] } = parquetMetadata(file);
  const wordsOf = (name: string) => notes.find(({ key }) => key === name)?.value?.split(' ') ?? [''];
  const days: Day[] = [];
  for (const run of wordsOf(daysKey)) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  const digests = wordsOf(digestsKey);
  return new Map(days.map((day, at) => [day, digests[at]]));
}
