import type { Code } from '../rates/code.ts';
import type { Conversion, PrintedRate } from '../rates/convert.ts';

/** Conversions of the same day; `when` is the last line of the sentences. */
type Format = (conversions: readonly Conversion[], when: string) => string;

export const conversionFormats = {
  sentence: (conversions, when) => {
    const answers = conversions.map(
      ({ amount, from, converted, to }) => `${amount} ${from} = ${converted} ${to}`,
    );
    return answers.concat(conversions.flatMap(bothWays), when).map(endLine).join('');
  },
  csv: (conversions) => {
    const rows = conversions.map(({ date, from, amount, to, rate, converted }) => [
      date,
      from,
      amount,
      to,
      rate.rate,
      converted,
    ]);
    return [['date', 'from', 'amount', 'to', 'rate', 'converted'], ...rows]
      .map((row) => endLine(row.join(',')))
      .join('');
  },
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
} satisfies Record<string, Format>;

export type ConversionFormat = keyof typeof conversionFormats;

export const conversionFormatNames = Object.keys(conversionFormats);

const lineWidth = 80;

function bothWays({ from, to, rate, back }: Conversion): string[] {
  if (from === to) return [];
  const ways = [way(from, rate, to), ...(back ? [way(to, back, from)] : [])];
  const line = ways.join(', ');
  return line.length > lineWidth ? ways : [line];
}

function way(from: Code, { rate, derived }: PrintedRate, to: Code): string {
  return `1 ${from} = ${rate} ${to}${derived ? ' (derived)' : ''}`;
}

const shortest = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

const endLine = (line: string) => `${line}\n`;
