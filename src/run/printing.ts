import type { RecordsFormat } from '../output/formats.ts';
import { openRecords } from '../output/formats.ts';
import type { Records } from '../output/records.ts';
import { type Sink, withSink } from '../output/sink.ts';
import { count } from '../words.ts';
import { checkFormat, formatByEnding, formatsWith, refuseOnTerminal } from './format-checks.ts';
import { type Cli, isTerminal, wantsAscii } from './host.ts';
import { type Originating, originOf } from './origin.ts';
import { type Output, openPlace, tellWritten } from './output.ts';

export interface Printing<F extends string = RecordsFormat> extends Output<F> {
  readonly format: F;
}

type Chosen<F extends string> = Printing<F | RecordsFormat>;

/**
 * @param usual the format where nobody has said which
 * @throws a usage error if an option means nothing to the format, or the format to the file or the terminal
 */
export function printing<F extends string>(given: Output<F>, usual: NoInfer<F>, cli: Cli): Chosen<F> {
  const format = given.format ?? formatByEnding(given.output) ?? usual;
  if (!given.header) checkFormat('--no-header', formatsWith('delimited'), format);
  if (isTerminal(given.output, cli)) refuseOnTerminal(format, 'records');
  return { ...given, format };
}

export type Teller = Cli & Originating;

type Work<T> = (sink: Sink) => Promise<T>;

export async function withPlace<T>(to: Printing<string>, cli: Cli, work: Work<T>): Promise<T> {
  return withSink(await openPlace(to, cli), work);
}

export function printRecords<Item>(records: Records<Item>, to: Printing, cli: Teller): Promise<void> {
  return withPlace(to, cli, (sink) => writeRecords(records, to, sink, cli));
}

export async function writeRecords<Item>(
  records: Records<Item>,
  { format, output: path, header, decimal = 'point' }: Printing,
  sink: Sink,
  cli: Teller,
): Promise<void> {
  const { host } = cli;
  const width = isTerminal(path, cli) ? host.stdout.columns || 120 : Number.POSITIVE_INFINITY;
  const layout = { noHeader: !header, decimal, width, ascii: wantsAscii(host), origin: originOf(cli) };
  const write = await openRecords(format);
  const piece = write(records, layout);

  if (piece.length > 0) await sink.write(piece);
  await sink.finish();
  tellWritten(path, () => count(records.items.length, 'row'), cli);
}
