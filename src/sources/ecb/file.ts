import { crc32, inflateRawSync } from 'node:zlib';
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
export function daysInFile(bytes: Uint8Array): DayRates[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPacked = isZip(file);
  const csv = isPacked ? unzipped(file) : file;
  if (csv.length > mostBytes) throw tooLarge();
  const days = daysIn(textOf(csv), isPacked);
  if (days.length === 0) throw new BadFile('has no rates');
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

export const isZip = (file: Buffer) => file.toString('latin1', 0, 2) === 'PK';

const tooLarge = () => new BadFile('is over 32 MB unpacked');

const endLength = 22;

/** Node inflates, and bounds it; where the one file lies in the zip, and whether it is whole, is for this to see. */
function unzipped(zip: Buffer): Buffer {
  try {
    const end = zip.lastIndexOf('PK\x05\x06', zip.length - endLength, 'latin1');
    if (end < 0 || end + endLength + zip.readUInt16LE(end + 20) !== zip.length) throw new BadFile('is cut off');
    const files = zip.readUInt16LE(end + 10);
    if (files !== 1) throw new BadFile(`is a zip of ${files} files, and the bank's has one`);
    const entry = zip.readUInt32LE(end + 16);
    if (zip.readUInt16LE(entry + 8) & 1) throw new BadFile('is encrypted');
    const local = zip.readUInt32LE(entry + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
    const isStored = zip.readUInt16LE(entry + 10) === 0;
    const unpacked = isStored ? packed : inflateRawSync(packed, { maxOutputLength: mostBytes });
    if (crc32(unpacked) !== zip.readUInt32LE(entry + 16)) throw new BadFile('has a wrong checksum');
    return unpacked;
  } catch (error) {
    if (error instanceof BadFile) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new BadFile('is a damaged zip');
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
