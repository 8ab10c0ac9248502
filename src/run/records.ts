import { usageError } from '../errors.ts';
import { formatOfFile } from '../output/formats.ts';
import {
  isRecordsFormat,
  type Records,
  type RecordsFormat,
  recordsFormats,
  written,
} from '../output/records/records.ts';
import type { Sink } from '../output/sink.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { count } from '../report/words.ts';
import { checkFormat, formatsWithHeader, refuseForeign } from './format-choice.ts';
import type { Cli } from './host.ts';
import { isTerminal, wantsAscii } from './terminal.ts';
import { openOutput, tellWritten, throughPager } from './writer.ts';

/** `F`: the formats of the command. */
export interface RecordsOptions<F extends string = RecordsFormat> {
  readonly format?: F | undefined;
  readonly output?: string;
  /** False under --no-header. */
  readonly header?: boolean | undefined;
  /** False under --no-pager. */
  readonly pager?: boolean;
  readonly decimal?: DecimalMark;
}

/** The format of records, and where they go. */
export interface Printing<F extends string = RecordsFormat> extends RecordsOptions<F> {
  readonly format: F;
}

/**
 * @param usual the format where nobody has said which
 * @throws a usage error if an option means nothing to the format, or the format to the file or the terminal
 */
export function printing<F extends string>(
  given: RecordsOptions<F>,
  usual: NoInfer<F>,
  cli: Cli,
): Printing<F | RecordsFormat> {
  const format = given.format ?? formatByEnding(given.output) ?? usual;
  if (given.header === false) checkFormat('--no-header', formatsWithHeader, format);
  if (format === 'parquet' && isTerminal(given.output, cli))
    throw usageError('parquet is not for a terminal', '-o records.parquet');
  return { ...given, format };
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
  { output, format, pager = true }: Printing<string>,
  cli: Cli,
  work: (sink: Sink) => Promise<T>,
): Promise<T> {
  const opened = await openOutput(output, cli);
  const isPaged = format === 'table' && pager && isTerminal(output, cli);
  const sink = isPaged ? throughPager(opened, cli) : opened;
  try {
    return await work(sink);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

export function printRecords<Item>(records: Records<Item>, to: Printing, cli: Cli): Promise<void> {
  return withPlace(to, cli, (sink) => writeRecords(records, to, sink, cli));
}

export async function writeRecords<Item>(
  records: Records<Item>,
  { format, output, header, decimal = 'point' }: Printing,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { host } = cli;
  const width = (isTerminal(output, cli) && host.stdout.columns) || 120;
  const look = { noHeader: header === false, decimal, width, ascii: wantsAscii(host) };
  const piece = await written(format, records, look);
  if (piece.length > 0) await sink.write(piece);
  await sink.finish();
  tellWritten(output, count(records.items.length, 'row'), cli);
}
