import { Chalk } from 'chalk';
import { formats } from '../../output/formats.ts';
import type { Output } from '../../output/output.ts';
import type { Converted } from '../../rates/converted.ts';
import { withMark } from '../../rates/decimal.ts';
import type { Receipts } from '../../rates/receipt.ts';
import { noteFixed } from '../../report/fixed.ts';
import { wantsColor } from '../../report/reporter.ts';
import { checkFormat } from '../../run/format-checks.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import { type Printing, printing, type Teller, writeRecords } from '../../run/printing.ts';
import { escapeControls } from '../../words.ts';
import { conversionColumns, countColumns, receiptColumns } from './columns.ts';
import { type ConversionFormat, formatsWithMark } from './formats.ts';
import type { Converting } from './options.ts';
import { sentences } from './sentences.ts';

export type WithFormat = Converting & Printing<ConversionFormat>;

/** @throws a usage error if an option means nothing to the format */
export function withFormat(given: Converting, cli: Cli): WithFormat {
  const { format } = printing(given, 'sentence', cli);
  if (given.decimal === 'comma') checkFormat('--decimal comma', formatsWithMark, format);
  const isColored =
    format === 'sentence' && wantsColor(given.color, cli.host.env, isTerminal(given.output, cli));
  return { ...given, format, isColored };
}

interface Answer {
  readonly converted: Converted;
  readonly receiptOf: Receipts;
  readonly whose: string;
  readonly given: WithFormat;
}

export async function print(
  { converted, receiptOf, whose, given }: Answer,
  output: Output,
  cli: Teller,
): Promise<void> {
  const { format, rate: rule } = given;
  const fixed = new Set(converted.conversions.flatMap((made) => made.fixed ?? []));
  // a sentence says it itself
  if (format !== 'sentence') noteFixed(fixed, cli.reporter);
  if (format !== 'sentence' && format !== 'value') {
    const more = rule?.endsWith('mean') ? countColumns(receiptOf) : [];
    const columns = [...conversionColumns, ...(formats[format].objects ? receiptColumns(receiptOf) : more)];
    return writeRecords({ columns, items: converted.conversions }, { ...given, format }, output, cli);
  }

  const text = format === 'value' ? values(converted, given) : paragraph(converted, whose, given, cli);
  if (text) await output.write(text);
  await output.close();
}

function values({ conversions }: Converted, { decimal }: WithFormat): string {
  return conversions.map(({ converted }) => `${withMark(converted, decimal)}\n`).join('');
}

function paragraph(
  converted: Converted,
  whose: string,
  { output, isColored, decimal = 'point' }: WithFormat,
  cli: Cli,
): string {
  const { host } = cli;
  const terminal = isTerminal(output, cli);
  const { dim } = new Chalk({ level: isColored ? 1 : 0 });
  const width = (terminal && host.stdout.columns) || 80;
  const source = isColored ? escapeControls(whose) : whose;
  return sentences(converted, { mark: decimal, width, isTerminal: terminal, whose: source, dim });
}
