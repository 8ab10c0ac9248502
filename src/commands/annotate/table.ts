import type { CsvFile } from '../../annotate/csv-file.ts';
import { openTable } from '../../annotate/open-table.ts';
import type { SheetFile } from '../../annotate/sheet-file.ts';
import type { InputFile } from '../../disk/input-file.ts';
import type { Cli } from '../../run/host.ts';
import { quoted } from '../../words.ts';
import type { Annotating } from './options.ts';
import { wantedOf } from './wanted.ts';

/** A file, and what the command line says of it. */
export interface Given {
  readonly input: InputFile;
  readonly path: string;
  readonly given: Annotating;
}

export const tableOf = ({ input, path, given }: Given): Promise<CsvFile | SheetFile> =>
  openTable({ input, path, wanted: wantedOf(given), delimiter: given.delimiter, sheet: given.sheet });

export function tellHeader(table: CsvFile | SheetFile, reporter: Cli['reporter']): void {
  const { line } = table.header;
  if (table.counted === 'row')
    reporter.note(`the header is row ${line} of the sheet ${quoted(table.sheet.name)}`);
  else if (line > 1) reporter.note(`the header is line ${line}`);
}
