import { usageError } from '../errors.ts';
import { formatOfFile } from '../output/formats.ts';
import {
  isRecordsFormat,
  type Records,
  type RecordsFormat,
  recordsFormats,
  written,
} from '../output/records.ts';
import type { Sink } from '../output/sink.ts';
import { count } from '../words.ts';
import { checkFormat, formatsWithHeader, refuseForeign } from './format-choice.ts';
import type { Cli } from './host.ts';
import { type Output, openPlace, tellWritten, withSink } from './output.ts';
import { isTerminal, wantsAscii } from './terminal.ts';

/** Where records go, in a format that is settled. */
export interface Printing<F extends string = RecordsFormat> extends Output<F> {
  readonly format: F;
}

/**
 * @param usual the format where nobody has said which
 * @throws a usage error if an option means nothing to the format, or the format to the file or the terminal
 */
export function printing<F extends string>(
  output: Output<F>,
  usual: NoInfer<F>,
  cli: Cli,
): Printing<F | RecordsFormat> {
  const format = output.format ?? formatByEnding(output.path) ?? usual;
  if (!output.header) checkFormat('--no-header', formatsWithHeader, format);
  if (format === 'parquet' && isTerminal(output.path, cli))
    throw usageError('parquet is not for a terminal', '-o records.parquet');
  return { ...output, format };
}

/** @throws a usage error if the ending stands for what records cannot be */
function formatByEnding(path = ''): RecordsFormat | undefined {
  refuseForeign(path);
  const format = formatOfFile(path);
  if (!format || isRecordsFormat(format)) return format;
  throw usageError(
    `--output: this command does not write ${format}, only ${recordsFormats.join(', ')}`,
    '-f csv keeps the name',
  );
}

/** Opens the place before the work, and leaves it as it was where the work fails. */
export async function withPlace<T>(
  to: Printing<string>,
  cli: Cli,
  work: (sink: Sink) => Promise<T>,
): Promise<T> {
  return withSink(await openPlace(to, cli), work);
}

export function printRecords<Item>(records: Records<Item>, to: Printing, cli: Cli): Promise<void> {
  return withPlace(to, cli, (sink) => writeRecords(records, to, sink, cli));
}

export async function writeRecords<Item>(
  records: Records<Item>,
  { format, path, header, decimal = 'point' }: Printing,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { host } = cli;
  const width = (isTerminal(path, cli) && host.stdout.columns) || 120;
  const look = { noHeader: !header, decimal, width, ascii: wantsAscii(host) };
  const piece = await written(format, records, look);
  if (piece.length > 0) await sink.write(piece);
  await sink.finish();
  tellWritten(path, count(records.items.length, 'row'), cli);
}
