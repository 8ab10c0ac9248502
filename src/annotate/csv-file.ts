import { byteText } from '../csv/encoding.ts';
import { longestHeader } from '../csv/header.ts';
import type { InputFile } from '../disk/input-file.ts';
import { type Header, readHeader } from './header.ts';
import { checkIsCsv } from './no-header.ts';
import type { WantedSums } from './wanted.ts';

export interface CsvFile {
  readonly preamble: string;
  readonly header: Header;
  /** From the header on. */
  readonly pieces: () => AsyncIterable<string>;
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
  const beginning = await beginningOf(input);
  const mark = beginning.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const text = beginning.slice(mark);
  checkIsCsv(text, path);

  const header = readHeader(text, wanted, delimiter);
  const start = mark + header.start;
  return { preamble: beginning.slice(0, start), header, pieces: () => textsOf(input, start) };
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
  for await (const bytes of input.pieces(start)) yield byteText(bytes);
}
