import type { InputFile } from '../disk/input-file.ts';
import { BadFile } from './bad-file.ts';
import { type Header, longestHeader, readHeader, type Wanted } from './header.ts';
import { textOf } from './scanner.ts';

export interface CsvFile {
  /** The byte order mark, if the file has one. */
  readonly mark: string;
  readonly header: Header;
  /** All after the mark, from the beginning each time. */
  readonly pieces: () => AsyncIterable<string>;
}

type Input = Pick<InputFile, 'pieces'>;

/** @throws BadFile if it has no such header, or cannot be CSV */
export async function openCsv(input: Input, wanted: Wanted, delimiter: string | undefined): Promise<CsvFile> {
  const beginning = await beginningOf(input);
  const mark = markOf(beginning);
  return {
    mark,
    header: readHeader(beginning.slice(mark.length), wanted, delimiter),
    pieces: () => textsOf(input, mark.length),
  };
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
  for await (const bytes of input.pieces(start)) yield textOf(bytes);
}

function markOf(beginning: string): string {
  if (/^(\xff\xfe|\xfe\xff)/.test(beginning)) throw new BadFile({ is: 'UTF-16' });
  return beginning.startsWith('\xef\xbb\xbf') ? beginning.slice(0, 3) : '';
}
