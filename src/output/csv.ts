import { stringify } from 'csv-stringify/sync';
import { plain, withMark } from '../rates/decimal.ts';
import type { Format } from './format.ts';
import type { RowFormat } from './rows.ts';

export const csv = delimitedBy(',');

export const tsv = delimitedBy('\t');

function delimitedBy(separator: string): RowFormat {
  return async function* (columns, batches, { noHeader, decimal }) {
    // where a comma is the decimal mark, spreadsheets expect semicolons
    const delimiter = separator === ',' && decimal === 'comma' ? ';' : separator;
    const isNumber = columns.map(({ kind }) => kind === 'number');
    const cast = {
      number: (number: number) => withMark(plain(number), decimal),
      string: (text: string, { index }: { readonly index: number }) =>
        isNumber[index] ? withMark(text, decimal) : text,
    };
    let header = noHeader ? [] : [columns.map(({ name }) => name)];

    for await (const { rows } of batches) {
      yield stringify([...header, ...rows], { delimiter, cast });
      header = [];
    }
    if (header.length > 0) yield stringify(header, { delimiter });
  };
}

/** The rates alone. */
export const value: Format = async function* (batches, { decimal }) {
  const textOf = (rate: number) => `${withMark(plain(rate), decimal)}\n`;
  for await (const { days } of batches)
    yield days.flatMap(({ rates }) => Array.from(rates.values(), textOf)).join('');
};
