import { stringify } from 'csv-stringify/sync';
import { plain, withMark } from '../rates/decimal.ts';
import type { DayBatches, Document } from './format.ts';
import { type CellValue, type Layout, type RowStream, textOfCell } from './records.ts';

export async function* delimited(
  name: 'csv' | 'tsv',
  { columns, batches }: RowStream,
  { noHeader, decimal }: Layout,
) {
  // where a comma is the decimal mark, spreadsheets expect semicolons
  const delimiter = name === 'tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  const names: string[] = [];
  const isNumber: boolean[] = [];
  for (const { name, kind } of columns) {
    names.push(name);
    isNumber.push(kind === 'number');
  }
  const cast = {
    number: (number: number) => withMark(plain(number), decimal),
    string: (text: string, { index }: { readonly index: number }) =>
      isNumber[index] ? withMark(text, decimal) : text,
    object: (value: object) => textOfCell(value as CellValue),
  };
  let header = noHeader ? [] : [names];
  for await (const rows of batches) {
    yield stringify([...header, ...rows], { delimiter, cast });
    header = [];
  }
}

/** The rates alone. */
export async function* values(batches: DayBatches, { decimal }: Document) {
  for await (const { days } of batches) {
    let text = '';
    for (const { rates } of days)
      for (const rate of rates.values()) text += `${withMark(plain(rate), decimal)}\n`;
    yield text;
  }
}
