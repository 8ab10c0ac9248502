import { Chalk } from 'chalk';
import { formats } from '../../output/formats.ts';
import type { Sink } from '../../output/sink.ts';
import type { Receipts } from '../../periods/receipt.ts';
import { withMark } from '../../rates/decimal.ts';
import { wantsColor } from '../../report/reporter.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import { type Printing, writeRecords } from '../../run/printing.ts';
import { conversionColumns, receiptColumns } from './columns.ts';
import type { Converted } from './converter.ts';
import type { ConversionFormat } from './formats.ts';
import { sentences } from './sentences.ts';

export async function print(
  converted: Converted,
  receiptOf: Receipts,
  place: Printing<ConversionFormat>,
  color: boolean | undefined,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { format, decimal = 'point', output } = place;
  if (format !== 'sentence' && format !== 'value') {
    const columns = formats[format].objects ? [...conversionColumns, ...receiptColumns(receiptOf)] : conversionColumns;
    return writeRecords({ columns, items: converted.conversions }, { ...place, format }, sink, cli);
  }
  const { host } = cli;
  const terminal = isTerminal(output, cli);
  const { dim } = new Chalk({ level: wantsColor(color, host.env, terminal) ? 1 : 0 });
  const width = (terminal && host.stdout.columns) || 80;
  const text =
    format === 'value'
      ? converted.conversions.map(({ converted }) => `${withMark(converted, decimal)}\n`).join('')
      : sentences(converted, { mark: decimal, width, dim });
  if (text) await sink.write(text);
  await sink.finish();
}
