import type { Column } from '../../output/columns.ts';
import { type RecordsFormat, recordsFormats } from '../../output/records.ts';
import type { Receipts } from '../../periods/receipt.ts';
import type { Conversion, PrintedRate } from '../../rates/convert.ts';
import { type DecimalMark, inGroups, withMark } from '../../rates/decimal.ts';
import type { Unit } from '../../rates/units.ts';
import type { Converted, Made } from './converter.ts';

export type ConversionFormat = 'sentence' | 'value' | RecordsFormat;

export const conversionFormats: readonly ConversionFormat[] = ['sentence', ...recordsFormats, 'value'];

/** The date is text, as that of a mean is a month or a year. */
export const conversionColumns: readonly Column<Conversion>[] = [
  { name: 'date', kind: 'text', of: ({ date }) => date },
  { name: 'from', kind: 'text', of: ({ from }) => from.name },
  { name: 'amount', kind: 'number', of: ({ amount }) => amount },
  { name: 'to', kind: 'text', of: ({ to }) => to.name },
  { name: 'rate', kind: 'number', of: ({ rate }) => rate.rate },
  { name: 'converted', kind: 'number', of: ({ converted }) => converted },
];

/** What json and ndjson have beside the columns. */
export function receiptColumns(receiptOf: Receipts): readonly Column<Made>[] {
  const receipt = (made: Made) => ({
    ...receiptOf([made.from.code, made.to.code], made),
    published: made.published ?? null,
  });
  const names = ['rule', 'derived', 'source', 'published', 'days', 'odd'] as const;
  return names.map((name) => ({
    name,
    kind: 'text',
    of: () => undefined,
    json: (made) => receipt(made)[name],
  }));
}

interface Look {
  readonly mark: DecimalMark;
  /** Of a line, in terminal columns. */
  readonly width: number;
  /** Makes a line less prominent. */
  readonly dim: (line: string) => string;
}

/** Of conversions of the same day. */
export function sentences({ conversions, when, isMadeUp }: Converted, { mark, width, dim }: Look): string {
  if (conversions.length === 0) return '';
  const end = isMadeUp ? ' (made-up rates)' : '';
  const answers = conversions.map(
    ({ amount, from, converted, to }) =>
      `${inGroups(amount, mark)} ${from.name} = ${inGroups(converted, mark)} ${to.name}${end}`,
  );
  const rates = [...bothWays(conversions, mark, width), when].map((line) => dim(line));
  return `${[...answers, ...rates].join('\n')}\n`;
}

function bothWays(conversions: readonly Conversion[], mark: DecimalMark, width: number): string[] {
  const way = (from: Unit, { rate, derived }: PrintedRate, to: Unit) =>
    `1 ${from.name} = ${withMark(rate, mark)} ${to.name}${derived ? ' (derived)' : ''}`;
  const pairs = conversions
    .filter(({ from, to }) => from.name !== to.name)
    .map(({ from, to, rate, back }) => [way(from, rate, to), ...(back ? [way(to, back, from)] : [])]);
  const lines = pairs.map((ways) => ways.join(', '));
  return lines.some((line) => line.length > width) ? pairs.flat() : lines;
}
