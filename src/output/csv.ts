import { stringify } from 'csv-stringify/sync';
import { type DecimalMark, plain, withMark } from '../rates/decimal.ts';
import type { DayBatches, Document } from './format.ts';
import { type CellValue, type Layout, type RowStream, textOfCell } from './records.ts';
import { lettersOf, type WrittenRow } from './workbook.ts';

export async function* delimited(
  name: 'csv' | 'tsv',
  { columns, batches, isPlain }: RowStream,
  { noHeader, decimal }: Layout,
) {
  // where a comma is the decimal mark, spreadsheets expect semicolons
  const delimiter = name === 'tsv' ? '\t' : decimal === 'comma' ? ';' : ',';
  const textAt = (cell: CellValue, column: number) =>
    columns[column]?.kind === 'number' ? withMark(textOfCell(cell), decimal) : textOfCell(cell);
  let header = noHeader ? [] : [columns.map(({ name }) => name)];
  for await (const rows of batches) {
    const texts = [...header, ...rows].map((row) => row.map(textAt));
    // the library takes three times as long to find that no quotes are needed
    if (isPlain) yield texts.map((row) => `${row.join(delimiter)}\n`).join('');
    else yield stringify(texts, { delimiter });
    header = [];
  }
}

/** In quotes if it needs them. The library for it takes a hundred times as long. */
export function csvCell(text: string, delimiter: string): string {
  const isPlain = !text.includes(delimiter) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/**
 * A sheet, each row in the line of its number.
 * @param formulas gets the places of texts that a spreadsheet takes for formulas in CSV
 */
export async function* sheetAsCsv(
  sheet: AsyncIterable<readonly WrittenRow[]>,
  delimiter: string,
  decimal: DecimalMark,
  formulas: string[],
): AsyncGenerator<Uint8Array> {
  let next = 1;
  for await (const rows of sheet) {
    let text = '';
    for (const { number, cells } of rows) {
      const texts = Array.from(cells, (cell, at) => {
        if (!cell || cell.kind === 'formula') return '';
        if (cell.kind === 'text' && cell.text.startsWith('=')) formulas.push(`${lettersOf(at)}${number}`);
        return csvCell(cell.kind === 'number' ? withMark(cell.text, decimal) : cell.text, delimiter);
      });
      text += `${'\n'.repeat(number - next)}${texts.join(delimiter)}\n`;
      next = number + 1;
    }
    yield Buffer.from(text);
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
