import type { Document } from '../output/format.ts';
import { type FormatName, openFormat } from '../output/formats.ts';
import { type DayRates, pivotOf, type Side } from '../rates/day-rates.ts';

export const documentIn = (side: Side): Document => ({
  kind: { of: 'days', several: false },
  base: pivotOf(side),
  inverted: 'quote' in side,
  wide: false,
  width: 120,
  color: false,
});

/** What the file of a day has. */
export async function documentOf(rates: DayRates, format: FormatName): Promise<Buffer> {
  const formatter = await openFormat(format, documentIn(rates));
  const pieces = [formatter.day(rates), ...formatter.end()];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}
