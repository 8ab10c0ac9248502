import type { InputFile } from '../disk/input-file.ts';
import { Failure } from '../errors.ts';
import { foreignKind } from '../input/csv/foreign.ts';
import { byteText } from '../input/csv/text.ts';
import { type CsvFile, openCsv } from './csv-file.ts';
import type { SheetFile } from './sheet-file.ts';
import type { WantedSums } from './wanted.ts';

interface Opening {
  readonly input: Pick<InputFile, 'pieces' | 'signal'>;
  /** `-` is stdin. */
  readonly path: string;
  readonly wanted: WantedSums;
  readonly delimiter: string | undefined;
  readonly sheet: string | undefined;
}

/** A file of transactions, CSV or a workbook. @throws a usage error if it is neither, or lacks the columns */
export async function openTable({
  input,
  path,
  wanted,
  delimiter,
  sheet,
}: Opening): Promise<CsvFile | SheetFile> {
  if (await isBook(input)) return (await import('./sheet-file.ts')).openSheet(input, wanted, sheet);
  if (sheet === undefined) return openCsv(input, path, wanted, delimiter);
  throw new Failure('no_sheet', '--sheet is for workbooks, and the file is none');
}

async function isBook(input: Opening['input']): Promise<boolean> {
  for await (const piece of input.pieces(0)) return foreignKind(byteText(piece))?.isBook === true;
  return false;
}
