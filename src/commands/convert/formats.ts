import type { Code } from '../../rates/code.ts';
import type { Conversion, PrintedRate } from '../../rates/convert.ts';
import { type DecimalMark, withMark } from '../../rates/decimal.ts';

interface Told {
  /** The last line of the sentences. */
  readonly when: string;
  /** Of a line, in terminal columns. */
  readonly width: number;
  /** Makes a line less prominent. */
  readonly dim: (line: string) => string;
  readonly decimal: DecimalMark;
}

/** Of conversions of the same day. */
type Format = (conversions: readonly Conversion[], told: Told) => string | Promise<Uint8Array>;

export const conversionFormats = {
  sentence: (conversions, { when, width, dim }) => {
    const answers = conversions.map(
      ({ amount, from, converted, to }) => `${amount} ${from} = ${converted} ${to}`,
    );
    return [...answers, ...[...bothWays(conversions, width), when].map((line) => dim(line))]
      .map(endLine)
      .join('');
  },
  csv: (conversions, { decimal }) => separated(conversions, decimal === 'comma' ? ';' : ','),
  tsv: (conversions) => separated(conversions, '\t'),
  // not JSON.stringify: an amount may have more digits than a JavaScript number
  json: (conversions) => {
    const items = conversions.map(({ date, from, amount, to, rate, converted }) => {
      const members = [
        `"date": "${date}"`,
        `"from": "${from}"`,
        `"amount": ${shortest(amount)}`,
        `"to": "${to}"`,
        `"rate": ${rate.rate}`,
        `"converted": ${shortest(converted)}`,
      ];
      return `  {\n    ${members.join(',\n    ')}\n  }`;
    });
    return items.length > 0 ? `[\n${items.join(',\n')}\n]\n` : '[]\n';
  },
  value: (conversions) => conversions.map(({ converted }) => endLine(converted)).join(''),
  parquet: async (conversions) =>
    (await import('../../output/parquet/conversions.ts')).parquetOfConversions(conversions),
} satisfies Record<string, Format>;

export type ConversionFormat = keyof typeof conversionFormats;

export const conversionFormatNames = Object.keys(conversionFormats) as readonly ConversionFormat[];

/** Support another decimal mark. */
export const conversionFormatsWithDecimal = conversionFormatNames.filter(
  (name) => !['json', 'parquet'].includes(name),
);

/** Not for json, whose numbers have a point. */
export function marked(conversion: Conversion, mark: DecimalMark): Conversion {
  const text = (decimal: string) => withMark(decimal, mark);
  const rate = (printed: PrintedRate) => ({ ...printed, rate: text(printed.rate) });
  return {
    ...conversion,
    amount: text(conversion.amount),
    rate: rate(conversion.rate),
    back: conversion.back && rate(conversion.back),
    converted: text(conversion.converted),
  };
}

function separated(conversions: readonly Conversion[], delimiter: string): string {
  const rows = conversions.map(({ date, from, amount, to, rate, converted }) => [
    date,
    from,
    amount,
    to,
    rate.rate,
    converted,
  ]);
  return [['date', 'from', 'amount', 'to', 'rate', 'converted'], ...rows]
    .map((row) => endLine(row.join(delimiter)))
    .join('');
}

/** A line for each pair, or if one were too long, a line for each rate. */
function bothWays(conversions: readonly Conversion[], width: number): string[] {
  const pairs = conversions
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, rate, back }) => [way(from, rate, to), ...(back ? [way(to, back, from)] : [])]);
  const lines = pairs.map((ways) => ways.join(', '));
  return lines.some((line) => line.length > width) ? pairs.flat() : lines;
}

function way(from: Code, { rate, derived }: PrintedRate, to: Code): string {
  return `1 ${from} = ${rate} ${to}${derived ? ' (derived)' : ''}`;
}

const shortest = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

const endLine = (line: string) => `${line}\n`;
