import { type Day, parseDay } from '../../calendar/day.ts';
import { type Code, euro } from '../../currencies/code.ts';
import { type Row, Scanner } from '../../input/csv/scanner.ts';
import { byteText } from '../../input/csv/text.ts';
import { type DayRates, isRate } from '../../rates/day-rates.ts';
import { grouped } from '../../words.ts';
import { BadFile } from './bad-file.ts';
import { firstOfBank } from './bank.ts';
import { checkCodes, type Header, headerIn, isOfBank, kindOf, withoutMark } from './header.ts';
import { fileInZip, inPieces, isZip } from './zip.ts';

/** More than the bank's file will ever have; a file that has more is refused in a moment. */
const most = { bytes: 32_000_000, lines: 100_000, line: 65_536 };

const tooLarge = () => new BadFile('is over 32 MB unpacked');

/** What came in place of the bank's zip. */
export function notZip(file: Buffer): BadFile {
  const beginning = byteText(file.subarray(0, most.line));
  return new BadFile(isOfBank(beginning) ? 'is not a zip' : `is ${kindOf(beginning)}`);
}

/**
 * The days of the zip that the bank publishes, or of the CSV in it, ascending; some may have no usable rate.
 * @param last no later day can have rates @throws BadFile
 */
export async function daysInFile(bytes: Uint8Array, last: Day): Promise<DayRates[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPacked = isZip(file);
  if (!isPacked && file.length > most.bytes) throw tooLarge();

  const table = new Table(last);
  const pieces = isPacked ? fileInZip(file, most.bytes, tooLarge) : inPieces(file);
  for await (const piece of pieces) table.read(byteText(piece));
  return table.end({ isChecked: isPacked });
}

/** The rows of a file, whose text comes in pieces. Only their numbers are kept until all have come. */
class Table {
  readonly #scanner = new Scanner(',');
  readonly #days = new Map<Day, Numbers>();
  #header: Header | undefined;
  #beginning: string | undefined;
  #lastSign = '';

  constructor(private readonly last: Day) {}

  read(piece: string): void {
    const text = this.#beginning === undefined ? withoutMark(piece) : piece;
    this.#beginning ??= text;
    for (const row of this.#scanner.scan(text)) this.#add(row);
    if (this.#scanner.openLength > most.line)
      throw new BadFile(`has a line of over ${grouped(most.line)} bytes`);
    this.#lastSign = text.slice(-1);
  }

  /** @param isChecked whether it is certain that the text went on to its end */
  end({ isChecked }: { readonly isChecked: boolean }): DayRates[] {
    const { openQuote } = this.#scanner;
    if (openQuote !== undefined) throw new BadFile('is cut off: it has a quote that never closes');
    for (const row of this.#scanner.end()) this.#add(row);

    const header = this.#header ?? this.#noHeader();
    // the bank ends every line with a comma, without which a rate may lack its last digits
    const ends = header.endsEmpty ? [',', '\r', '\n'] : ['\r', '\n'];
    const isEnded = isChecked || ends.includes(this.#lastSign);
    if (!isEnded) throw new BadFile('is cut off: its last line has no end');

    // a day of `N/A` alone is one without rates
    const days = [...this.#days].filter(([, numbers]) => numbers.some((number) => number !== 0));
    if (days.length === 0) throw new BadFile('has no rates');
    return days.sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, numbers]) => ratesOf(day, numbers, header));
  }

  #add(row: Row): void {
    if (row.line > most.lines) throw new BadFile(`has over ${grouped(most.lines)} lines`);
    if (row.count === 0) return;
    if (!this.#header) {
      this.#header = headerIn(row) ?? this.#noHeader();
      checkCodes(this.#header);
      return;
    }

    if (row.count !== this.#header.count) throw unlike(row, this.#header);
    const day = dayOf(row, this.last);
    if (this.#days.has(day)) throw new BadFile(`has ${day} twice`);
    this.#days.set(day, numbersIn(row, this.#header));
  }

  #noHeader(): never {
    throw new BadFile(`is ${kindOf(this.#beginning ?? '')}`);
  }
}

function unlike({ count, line }: Row, header: Header): BadFile {
  const what = count < header.count ? 'cut off' : 'damaged';
  return new BadFile(`is ${what}: line ${line} has ${count} cells, its header has ${header.count}`);
}

/** @param last day that can have rates @throws BadFile */
function dayOf({ cells, line }: Row, last: Day): Day {
  const day = parseDay(cells[0]?.trim() ?? '');
  if (!day) throw new BadFile(`has no readable day on line ${line}`);
  const row = `has a row of ${day}`;
  if (day < firstOfBank) throw new BadFile(`${row}; the bank's first day is ${firstOfBank}`);
  if (day > last) throw new BadFile(`${row}, and it is still ${last} in UTC`);
  return day;
}

/** The rate of each column of the header: 0 where there is none, NaN for an unusable one. */
type Numbers = Float64Array;

function numbersIn({ cells }: Row, { columns }: Header): Numbers {
  return Float64Array.from(columns, ({ at }) => {
    const cell = cells[at]?.trim() ?? '';
    if (cell === '' || cell === 'N/A') return 0;
    const rate = /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : 0;
    return isRate(rate) ? rate : Number.NaN;
  });
}

function ratesOf(day: Day, numbers: Numbers, { columns }: Header): DayRates {
  const rates = new Map<Code, number>();
  const dropped: Code[] = [];
  for (const [index, { code }] of columns.entries()) {
    const number = numbers[index] ?? 0;
    if (isRate(number)) rates.set(code, number);
    else if (Number.isNaN(number)) dropped.push(code);
  }
  return { day, base: euro, rates, dropped: dropped.length > 0 ? dropped : undefined, isFinal: true };
}
