import { extname, resolve } from 'node:path';
import type { Added } from '../../annotate/added.ts';
import type { CsvFile } from '../../annotate/csv-file.ts';
import type { SheetFile } from '../../annotate/sheet-file.ts';
import { Failure } from '../../errors.ts';
import { bytesOf } from '../../input/csv/text.ts';
import { foreignEnding, formatOfFile, formats } from '../../output/formats.ts';
import { inShell, quoted } from '../../words.ts';
import type { Annotating } from './options.ts';
import type { Asked } from './prepare.ts';

/** The file with what is added, piece by piece. */
type Write = (added: Added) => AsyncIterable<Uint8Array>;

/** Before the file is read: its own ending suits what is written, too. */
export function checkEnding(output: string, given: string): void {
  const ending = extname(output);
  const format = formatOfFile(output);
  const isFit = format ? formats[format].delimited || format === 'xlsx' : !foreignEnding(output);
  if (!isFit && ending !== extname(given)) throw writesCsv(output);
}

/** CSV as the same CSV, a sheet as CSV or a workbook. @throws a usage error for another ending */
export function writerTo({ path, given, run }: Asked, table: CsvFile | SheetFile): Write {
  const { output = '' } = given;
  const isBook = extname(output).toLowerCase() === '.xlsx';
  if (table.counted === 'line') {
    if (isBook) throw writesCsv(output);
    checkDelimiter(output, path, table.header.delimiter);
    return (added) => csvFrom(table, added);
  }

  if (foreignEnding(output)) throw writesCsv(output, '.xlsx');
  if (!isBook) return (added) => csvOfSheet(table, added, delimiterOf(given));
  return (added) => {
    const values =
      resolve(output) === resolve(path) ? 'keeps its values' : `has the values of ${nameOf(path)}`;
    run.reporter.note(`${output} ${values}, without styles and other formulas`);
    return bookOfSheet(table, added);
  };
}

async function* csvFrom(file: CsvFile, added: Added): AsyncGenerator<Uint8Array> {
  const { annotated } = await import('../../annotate/annotate.ts');
  for await (const text of annotated(file, added)) yield file.bytesOf(text);
}

async function* csvOfSheet(file: SheetFile, added: Added, delimiter: string): AsyncGenerator<Uint8Array> {
  const { sheetAsCsv } = await import('../../annotate/sheet-csv.ts');
  for await (const text of sheetAsCsv(file, added, delimiter)) yield bytesOf(text);
}

async function* bookOfSheet(file: SheetFile, added: Added): AsyncGenerator<Uint8Array> {
  const { sheetAsBook } = await import('../../annotate/sheet-book.ts');
  yield* sheetAsBook(file, added);
}

function writesCsv(output: string, instead = '.csv') {
  const ending = extname(output);
  return new Failure(
    'wrong_format',
    `--output: annotate writes CSV, no ${ending} files`,
    `-o ${inShell(output.slice(0, -ending.length) + instead)}`,
  );
}

/** What stands between the cells where the file itself does not say it. */
function delimiterOf({ delimiter, decimal, output = '' }: Annotating): string {
  if (delimiter !== undefined) return delimiter;
  if (extname(output).toLowerCase() === '.tsv') return '\t';
  return decimal === 'comma' ? ';' : ',';
}

const nameOf = (path: string) => (path === '-' ? 'stdin' : path);

/** CSV keeps what is between its cells, so no ending may promise another sign. */
function checkDelimiter(output: string, given: string, delimiter: string): void {
  const ending = extname(output).toLowerCase();
  const promised = { '.csv': delimiter !== '\t', '.tsv': delimiter === '\t' }[ending] ?? true;
  if (promised || ending === extname(given).toLowerCase()) return;

  const between = delimiter === '\t' ? 'tabs' : quoted(delimiter);
  const fitting = `${output.slice(0, -ending.length)}${delimiter === '\t' ? '.tsv' : '.csv'}`;
  throw new Failure(
    'wrong_format',
    `--output: ${nameOf(given)} has ${between} between its cells, and keeps them`,
    `-o ${inShell(fitting)}`,
  );
}
