import { crc32 } from 'node:zlib';
import { foreignKind } from '../../annotate/foreign.ts';
import { type Row, Scanner, textOf } from '../../annotate/scanner.ts';
import { type Day, parseDay } from '../../calendar/day.ts';
import { type Code, isCode } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { euro } from './bank.ts';

/** Why nothing of a file can be taken, in words that follow its name. */
export class BadFile extends Error {}

const mostBytes = 32_000_000;

/** By how a file begins, one character per byte. */
export const isOfBank = (beginning: string) =>
  /^PK.{28}[ -~]*\.csv/is.test(beginning) || headerIn(rowsIn(beginning).next().value) !== undefined;

/** The days of the zip that the bank publishes, or of the CSV in it, ascending. @throws BadFile */
export async function daysInFile(bytes: Uint8Array): Promise<DayRates[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPacked = isZip(file);
  const csv = isPacked ? Buffer.from(await unzipped(file)) : file;
  if (csv.length > mostBytes) throw tooLarge();
  const days = daysIn(textOf(csv), isPacked);
  if (days.length === 0) throw new BadFile('has no rates');
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

export const isZip = (file: Buffer) => file.toString('latin1', 0, 2) === 'PK';

const tooLarge = () => new BadFile('is over 32 MB unpacked');

/** More than a CSV of that size takes, and little enough to be unpacked in a moment, whatever it becomes. */
const mostPacked = mostBytes / 8;

/** The library gives a file no more room than it claims to need, and leaves its checksum to others. */
async function unzipped(zip: Buffer): Promise<Uint8Array> {
  const { unzipSync } = await import('fflate');
  const filter = ({ size, originalSize }: { readonly size: number; readonly originalSize: number }) => {
    if (size > mostPacked || originalSize > mostBytes) throw tooLarge();
    return true;
  };
  try {
    const files = Object.values(unzipSync(zip, { filter }));
    const [csv] = files;
    if (!csv || files.length > 1) throw new BadFile(`is a zip of ${files.length} files, and the bank's has one`);
    const directory = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
    if (crc32(csv) !== zip.readUInt32LE(directory + 16)) throw new BadFile('has a wrong checksum');
    return csv;
  } catch (error) {
    throw error instanceof BadFile ? error : new BadFile('is cut off or damaged');
  }
}

/** @param isChecked whether it is certain that the text goes on to its end */
function daysIn(text: string, isChecked: boolean): DayRates[] {
  const rows = rowsIn(text);
  const header = headerIn(rows.next().value);
  if (!header) {
    const [, what = 'no file of the bank: its first line is not Date and codes'] = foreignKind(text) ?? [];
    throw new BadFile(`is ${what}`);
  }
  const [twice] = header.codes.find(([code], at) => code === header.codes[at - 1]?.[0]) ?? [];
  if (twice) throw new BadFile(`has two columns of ${twice}`);
  // the bank ends every line with a comma, without which a rate may lack its last digits
  const isEnded = isChecked || /[\r\n]/.test(text.slice(-1)) || (header.endsEmpty && text.endsWith(','));
  const days = new Map<Day, DayRates>();
  for (const row of rows) {
    if (row.count !== header.count) throw unlike(row, header);
    const rates = ratesIn(row, header);
    if (days.has(rates.day)) throw new BadFile(`has ${rates.day} twice`);
    days.set(rates.day, rates);
  }
  if (!isEnded) throw new BadFile('is cut off: its last line has no end');
  return [...days.values()].filter(({ rates }) => rates.size > 0);
}

const unlike = ({ count, line }: Row, header: Header) =>
  new BadFile(
    `is ${count < header.count ? 'cut off' : 'damaged'}: line ${line} has ${count} cells, its header has ${header.count}`,
  );

function* rowsIn(text: string): Generator<Row, undefined> {
  const scanner = new Scanner(',');
  for (const rows of [scanner.scan(text.replace(/^\xef\xbb\xbf/, '')), scanner.end()])
    for (const row of rows) if (row.count > 0) yield row;
  if (scanner.openQuote !== undefined) throw new BadFile('is cut off: it has a quote that never closes');
}

interface Header extends Pick<Row, 'count' | 'endsEmpty'> {
  /** In the order in which the store has them. */
  readonly codes: readonly (readonly [code: Code, column: number])[];
}

/** Undefined if the row is none. */
function headerIn(row: Row | undefined): Header | undefined {
  const names = row?.cells.map((cell) => cell.trim()) ?? [];
  const codes = names.flatMap((name, column) => (isCode(name) && name !== euro ? [[name, column] as const] : []));
  if (!row || names[0] !== 'Date' || codes.length === 0) return undefined;
  const { count, endsEmpty } = row;
  return { count, endsEmpty, codes: codes.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function ratesIn({ cells, line }: Row, { codes }: Header): DayRates {
  const day = parseDay(cells[0]?.trim() ?? '');
  if (!day) throw new BadFile(`has no readable day on line ${line}`);
  const rates = new Map<Code, number>();
  const dropped: Code[] = [];
  for (const [code, column] of codes) {
    const cell = cells[column]?.trim() ?? '';
    if (cell === '' || cell === 'N/A') continue;
    const rate = /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : 0;
    if (rate > 0 && Number.isFinite(rate)) rates.set(code, rate);
    else dropped.push(code);
  }
  return { day, base: euro, rates, dropped: dropped.length > 0 ? dropped : undefined, isFinal: true };
}
