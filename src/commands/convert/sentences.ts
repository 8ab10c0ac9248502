import { fixedRateOf } from '../../currencies/replaced.ts';
import type { Unit } from '../../currencies/units.ts';
import type { Conversion, PrintedRate } from '../../rates/conversion.ts';
import type { Converted } from '../../rates/converted.ts';
import { type DecimalMark, inGroups } from '../../rates/decimal.ts';
import { wrap } from '../../words.ts';

interface SentenceStyle {
  readonly mark: DecimalMark;
  /** Of a line, in terminal columns. */
  readonly width: number;
  readonly isTerminal: boolean;
  /** Who published the rates, or the name of their file. */
  readonly whose: string;
  /** Makes a line less prominent. */
  readonly dim: (line: string) => string;
}

/** Of conversions of the same day. */
export function sentences(
  { conversions, when, mayChange, isMadeUp }: Converted,
  { mark, width, isTerminal, dim, whose }: SentenceStyle,
): string {
  if (conversions.length === 0) return '';
  const answers = conversions.map(({ amount, from, converted, to, isRate, rate }) => {
    const kinds = [isRate && rate.derived ? 'derived' : [], isMadeUp ? 'made-up rates' : []].flat();
    const end = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
    return `${inGroups(amount, mark)} ${from.name} = ${inGroups(converted, mark)} ${to.name}${end}`;
  });
  // those of a currency in itself, or fixed ones alone, are nobody's
  const isPublished = !isMadeUp && conversions.some(({ from, to, days }) => from.code !== to.code && days[0]);
  const fixed = new Set(conversions.flatMap((made) => made.fixed ?? []));
  const law = Array.from(fixed, (code) => `${code} fixed since ${fixedRateOf(code)?.since}`);
  const last = [isPublished ? `${when}, ${whose}` : when, ...law, mayChange ?? []].flat().join('; ');
  const rates = [
    ...bothWays(conversions, mark, width),
    ...wrap(last, isTerminal ? width : Number.POSITIVE_INFINITY),
  ].map((line) => dim(line));
  return `${[...answers, ...rates].join('\n')}\n`;
}

function bothWays(conversions: readonly Conversion[], mark: DecimalMark, width: number): string[] {
  const way = (from: Unit, { rate, derived }: PrintedRate, to: Unit) =>
    `1 ${from.name} = ${inGroups(rate, mark)} ${to.name}${derived ? ' (derived)' : ''}`;
  const pairs = conversions
    .filter(({ from, to }) => from.name !== to.name)
    .map(({ from, to, rate, back, isRate }) => [
      ...(isRate ? [] : [way(from, rate, to)]),
      ...(back ? [way(to, back, from)] : []),
    ]);
  const lines = pairs.map((ways) => ways.join(', ')).filter(Boolean);
  return lines.some((line) => line.length > width) ? pairs.flat() : lines;
}
