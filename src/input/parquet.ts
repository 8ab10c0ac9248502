import { hash } from 'node:crypto';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { type Day, dayAt, eachDay, parseDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { scalarText } from '../json.ts';
import type { DayRates, Side } from '../rates/day-rates.ts';
import type { FileContents, ImportedFile } from './forms.ts';
import { cellsReader, type RateRow } from './rate-rows.ts';
import { ensureUsable, UnusableFile } from './unusable-file.ts';

const rowsAtOnce = 50_000;

/**
 * The rows of a Parquet file. Those that ratebook wrote are compared with the digests in it.
 * @throws UnusableFile also for a day whose rates have been changed
 */
export async function* parquetRates(content: Buffer, imported: ImportedFile): FileContents {
  const file = Uint8Array.from(content).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const missing = columns.filter((name) => !names.includes(name));
  ensureUsable(missing.length === 0, `has no column ${missing.join(', ')}`);

  const digests = digestsIn(new Uint8Array(file));
  if (!digests) yield [{ note: `${imported.path} has no checksums: damage in it would not be noticed` }];

  const readCells = cellsReader(false);
  const textOf = (cell: unknown, name: string) => {
    if (cell instanceof Date) return dayAt(cell.getTime());
    // what writers without a number for it make of NaN
    return scalarText(cell ?? (name === 'rate' ? Number.NaN : undefined));
  };
  let day: RateRow[] = [];
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    imported.signal.throwIfAborted();
    const rowEnd = rowStart + rowsAtOnce;
    const cells = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    const rows = cells.map((row) => readCells(columns.map((name) => textOf(row[name], name))));
    yield rows;
    if (!digests) continue;
    for (const row of rows) {
      if (day[0] && day[0].period.name !== row.period.name) {
        checkDay(day, digests, imported.pivot);
        day = [];
      }
      day.push(row);
    }
  }
  if (!digests) return;
  if (day[0]) checkDay(day, digests, imported.pivot);
  const [lost] = digests.keys();
  if (lost) throw damaged(lost);
}

/** Takes the day out of the digests. @throws UnusableFile if its rates are not those that were written */
function checkDay(rows: readonly RateRow[], digests: Digests, pivot: Side) {
  const [{ period, base, quote }] = rows as readonly [RateRow];
  const isInverse = 'quote' in pivot;
  const side = isInverse ? { quote: quote.code } : { base: base.code };
  const rates = new Map<Code, number>();
  for (const row of rows) rates.set(isInverse ? row.base.code : row.quote.code, Number(row.rate));

  const day = parseDay(period.name);
  const digest = day && digests.get(day);
  if (!digest || digest !== digestOf({ ...side, rates })) throw damaged(period.name);
  digests.delete(day);
}

const damaged = (day: string) =>
  new UnusableFile(`is damaged: the rates of ${day} do not match their checksum`, 'export the days again');

type Digests = Map<Day, string | undefined>;

/** Two days with different rates have different ones. @param day sorted by code, as stored days are */
export function digestOf(day: Side & Pick<DayRates, 'rates'>): string {
  const pair = 'base' in day ? [day.base, 1] : [1, day.quote];
  const names = Buffer.from([...pair, ...day.rates.keys()].join());
  // numbers as they are in memory, since writing them out would take longer than all the rest
  const numbers = Buffer.from(Float64Array.from(day.rates.values()).buffer);
  return hash('sha256', Buffer.concat([names, numbers]), 'base64url').slice(0, 8);
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
export const daysKey = 'ratebook.days';

/** The digest of each of them. */
export const digestsKey = 'ratebook.digests';

/** Each day of a file with its digest; undefined if another program wrote the file. */
export function digestsIn(file: Uint8Array): Digests | undefined {
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
