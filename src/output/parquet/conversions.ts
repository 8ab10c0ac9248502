import type { Conversion } from '../../rates/convert.ts';
import { RowGroups } from './row-groups.ts';

/** The columns of the CSV; the date is text, as that of a mean is a month or a year. */
export function parquetOfConversions(conversions: readonly Conversion[]): Uint8Array {
  const rows = new RowGroups([
    { name: 'date', type: 'text' },
    { name: 'from', type: 'text' },
    { name: 'amount', type: 'number' },
    { name: 'to', type: 'text' },
    { name: 'rate', type: 'number' },
    { name: 'converted', type: 'number' },
  ]);
  for (const { date, from, amount, to, rate, converted } of conversions)
    rows.add([date, from, Number(amount), to, Number(rate.rate), Number(converted)]);
  return Buffer.concat([...rows.end({})]);
}
