import { type Day, isWeekend, parseDay } from '../calendar/day.ts';
import { daysAfterEaster } from '../calendar/publishing.ts';
import { type Code, euro, isCode } from '../currencies/code.ts';
import { type Row, scan } from '../input/csv/scanner.ts';
import { byteText } from '../input/csv/text.ts';
import { foreignKind } from '../input/kinds.ts';
import { ensureUsable, UnusableFile } from '../input/unusable-file.ts';
import { type DayRates, isRate } from '../rates/day-rates.ts';
import { grouped } from '../words.ts';
import { connectToFile } from './keyless.ts';
import { publishedRates, type Source, type Subscriber } from './source.ts';

/** The first day of the euro itself. */
export const firstDayOfEuro = '1999-01-04' as Day;

/** The currencies that the bank has, or has had, except the euro. */
const codes =
  'AUD BGN BRL CAD CHF CNY CYP CZK DKK EEK GBP HKD HRK HUF IDR ILS INR ISK JPY KRW LTL ' +
  'LVL MTL MXN MYR NOK NZD PHP PLN ROL RON RUB SEK SGD SIT SKK THB TRL TRY USD ZAR';

/** The euro reference rates: one file of the European Central Bank, without a key and free of charge. */
export const centralBank = (subscriber: Subscriber): Source => ({
  name: 'European Central Bank',
  terms: 'free to use with the bank named as the source; for information, not meant for transactions',
  folder: 'ecb',
  pivot: { base: euro },
  // at about 16:00 in Frankfurt, which is 14:00 or 15:00 in UTC
  ...publishedRates(firstDayOfEuro, 15, isEcbWorkingDay),
  asks: { by: 'all' },
  endpoints: 'all',
  currencies: codes.split(' ') as Code[],
  open: async (listener) => connectToFile(path, parseFile, subscriber, listener),
});

const path = '/stats/eurofxref/eurofxref-hist.zip';

/** Payments stood still before the year 2000, and before the euro came in cash. */
const holidays = /-(?:01-01|05-01|12-25|12-26)$|^(?:1999|2001)-12-31$/;

/** Whether the bank publishes rates on the day. */
export function isEcbWorkingDay(day: Day): boolean {
  if (isWeekend(day) || holidays.test(day)) return false;
  // in its first year the bank worked at Easter
  if (day < '2000') return true;

  const afterEaster = daysAfterEaster(day);
  // Good Friday and Easter Monday
  return afterEaster !== -2 && afterEaster !== 1;
}

/** More than the bank's file will ever have. */
const maxSize = 32_000_000;

/**
 * The days of the bank's file, packed or not, ascending; some may have no usable rate.
 * @param last no later day can have rates @throws UnusableFile
 */
export async function parseFile(file: Buffer, last: Day): Promise<DayRates[]> {
  const isPacked = file.toString('latin1', 0, 2) === 'PK';
  const { text, isClosed, rows } = readRateRows(isPacked ? await unzipped(file) : file);
  const header = headerIn(rows[0]);
  ensureUsable(isClosed, 'is cut off: it has a quote that is never closed');
  const other = foreignKind(text)?.what ?? 'not a file of the bank: its first line is not Date and codes';
  ensureUsable(header, `is ${other}`);
  const { columns, count } = header;
  const twice = columns.find(({ code }, at) => code === columns[at - 1]?.code);
  ensureUsable(!twice, `has two columns of ${twice?.code}`);

  const days = new Map<Day, DayRates>();
  for (const row of rows.slice(1)) {
    const { line, cells } = row;
    const what = row.count < count ? 'cut off' : 'damaged';
    ensureUsable(
      row.count === count,
      `is ${what}: line ${line} has ${row.count} cells, its header has ${count}`,
    );
    const day = parseDay(cells[0]?.trim() ?? '');
    ensureUsable(day, `has no readable day on line ${line}`);
    ensureUsable(day >= firstDayOfEuro, `has a row of ${day}; the bank's first day is ${firstDayOfEuro}`);
    ensureUsable(day <= last, `has a row of ${day}, and it is still ${last} in UTC`);
    ensureUsable(!days.has(day), `has ${day} twice`);
    const rates = new Map<Code, number>();
    let dropped: Code[] | undefined;
    for (const { code, at } of columns) {
      const cell = cells[at]?.trim();
      if (!cell || cell === 'N/A') continue;
      const rate = decimalIn(cell);
      if (isRate(rate)) rates.set(code, rate);
      else dropped = [...(dropped ?? []), code];
    }
    if (rates.size > 0 || dropped) days.set(day, { day, base: euro, rates, dropped, isFinal: true });
  }

  // the bank ends every line with a comma, without which a rate may lack its last digits
  const ends = header.text.endsWith(',') ? /[,\r\n]$/ : /[\r\n]$/;
  ensureUsable(isPacked || ends.test(text.slice(-1)), 'is cut off: its last line has no end');
  ensureUsable(days.size > 0, 'has no rates');
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The rows of a CSV file that are not empty. */
export function readRateRows(csv: Buffer) {
  const text = byteText(csv).replace(/^\xef\xbb\xbf/, '');
  // a quote that is still open hides all that follows it
  const { rows, openQuote } = scan(text, ',');
  return { text, isClosed: openQuote === undefined, rows: rows.filter(({ count }) => count > 0) };
}

// in the function, it would be made anew for each rate
const decimalPattern = /^\d+(?:\.\d+)?$/;

/** NaN unless it is a plain decimal. */
export const decimalIn = (text: string) => (decimalPattern.test(text) ? Number(text) : Number.NaN);

/** The one file in a zip, if it is as the zip says. @throws UnusableFile */
async function unzipped(zip: Buffer): Promise<Buffer> {
  const [{ fromBufferPromise }, { crc32 }] = await Promise.all([import('yauzl'), import('node:zlib')]);
  try {
    const opened = await fromBufferPromise(zip);
    const { entryCount } = opened;
    ensureUsable(entryCount === 1, `is a zip of ${grouped(entryCount)} files, and the bank's has one`);
    const { value: entry } = await opened.eachEntry().next();
    ensureUsable(!(entry && entry.uncompressedSize > maxSize), 'is over 32 MB unpacked');
    // yauzl ends a file at its announced size
    const pieces: Buffer[] = [];
    for await (const piece of await opened.openReadStreamPromise(entry)) pieces.push(piece);
    const file = Buffer.concat(pieces);
    ensureUsable(crc32(file) === entry?.crc32, 'has a wrong checksum');
    return file;
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile('is cut off or damaged');
  }
}

/** By how a file begins, one character per byte. */
export function isOfBank(beginning: string): boolean {
  if (/^PK.{28}[ -~]*\.csv/is.test(beginning)) return true;
  const { rows } = readRateRows(Buffer.from(beginning, 'latin1'));
  return headerIn(rows[0]) !== undefined;
}

/** Undefined if the row is none. */
function headerIn(row: Row | undefined) {
  const names = row?.cells.map((cell) => cell.trim()) ?? [];
  const columns = names.flatMap((code, at) => (isCode(code) && code !== euro ? [{ code, at }] : []));
  if (!row || names[0] !== 'Date' || columns.length === 0) return undefined;
  return { ...row, columns: columns.sort((a, b) => (a.code < b.code ? -1 : 1)) };
}
