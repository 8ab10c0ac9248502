import type { InputFile } from '../disk/input-file.ts';
import { Failure } from '../errors.ts';
import { longestHeader, neverClosing } from '../input/csv/header.ts';
import { Scanner } from '../input/csv/scanner.ts';
import { asUtf8, type ByteOrder, byteOrderOf, bytesOf, byteText, inUtf16 } from '../input/csv/text.ts';
import { type CsvHeader, readHeader } from './header.ts';
import { checkIsCsv } from './no-header.ts';
import type { Table, TableRow } from './table.ts';
import type { WantedSums } from './wanted.ts';

export interface CsvFile extends Table {
  readonly counted: 'line';
  readonly preamble: string;
  readonly header: CsvHeader;
  /** From the header on. */
  readonly pieces: () => AsyncIterable<string>;
  /** What is written, in the encoding of the file. */
  readonly bytesOf: (text: string) => Buffer;
}

type Input = Pick<InputFile, 'pieces'>;

const byteOrderMark = '\xef\xbb\xbf';

/** @param path `-` is stdin. @throws a usage error if it has no such header, or cannot be CSV */
export async function openCsv(
  input: Input,
  path: string,
  wanted: WantedSums,
  delimiter: string | undefined,
): Promise<CsvFile> {
  const order = await byteOrderIn(input);
  const beginning = await beginningOf(input);
  const mark = beginning.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const text = beginning.slice(mark);
  checkIsCsv(text, path);

  const header = readHeader(text, wanted, delimiter);
  const start = mark + header.start;
  const pieces = () => (order ? rest(textsOf(input, 0), start) : textsOf(input, start));
  return {
    counted: 'line',
    preamble: beginning.slice(0, start),
    header,
    pieces,
    rows: (columns) => rowsIn(pieces(), new Scanner(header.delimiter, columns, header.line)),
    bytesOf: (written) => (order ? inUtf16(written, order) : bytesOf(written)),
  };
}

/** @throws a usage error if a quote never closes */
async function* rowsIn(pieces: AsyncIterable<string>, scanner: Scanner): AsyncGenerator<Iterable<TableRow>> {
  for await (const piece of pieces) yield scanner.scan(piece);
  yield scanner.end();
  if (scanner.openQuote !== undefined) throw neverClosing(scanner.openQuote);
}

async function byteOrderIn(input: Input): Promise<ByteOrder | undefined> {
  for await (const piece of input.pieces(0)) return byteOrderOf(piece);
  return undefined;
}

async function beginningOf(input: Input): Promise<string> {
  let beginning = '';
  for await (const text of textsOf(input, 0)) {
    beginning += text;
    if (beginning.length > longestHeader) break;
  }
  return beginning;
}

async function* textsOf(input: Input, start: number): AsyncGenerator<string> {
  for await (const bytes of asUtf8(input.pieces(start), damaged)) yield byteText(bytes);
}

const damaged = () => new Failure('bad_file', 'the file is UTF-16 that is cut off or damaged');

async function* rest(texts: AsyncIterable<string>, start: number): AsyncGenerator<string> {
  let left = start;
  for await (const text of texts) {
    yield text.slice(left);
    left = Math.max(0, left - text.length);
  }
}
