import { Failure } from '../errors.ts';
import { also } from '../hint.ts';
import { longestHeader, mostLines, type NamedLine, normalName } from '../input/csv/header.ts';
import type { BookSheet } from '../input/xlsx/workbook.ts';
import { quoted } from '../words.ts';
import { columnsInWords, didYouMean } from './columns.ts';
import { headersAmong } from './header.ts';
import { likeliest } from './no-header.ts';
import { lackingIn, type WantedSums } from './wanted.ts';

interface SheetLine extends NamedLine {
  readonly sheet: BookSheet;
}

/** The sheet with all columns, and its header. @throws a usage error if there is none, or several */
export async function sheetMeant(
  sheets: readonly BookSheet[],
  wanted: WantedSums,
  named: string | undefined,
): Promise<SheetLine> {
  const among = named === undefined ? sheets : [sheetNamed(named, sheets)];
  const lines: SheetLine[][] = [];
  for (const sheet of among) lines.push(await firstLines(sheet));

  const headers = lines.flatMap((ofSheet) => headersAmong(ofSheet, wanted).slice(0, 1));
  const seen = named === undefined ? headers.filter(({ sheet }) => sheet.state === 'visible') : headers;
  const [header, ...others] = seen;
  if (!header) throw headers[0] ? isHidden(headers[0]) : noColumns(lines.flat(), wanted, sheets);
  if (others.length > 0) throw severalHave(seen);
  return header;
}

function sheetNamed(name: string, sheets: readonly BookSheet[]): BookSheet {
  const keyOf = (text: string) => normalName(text).toLowerCase();
  const found = sheets.find((sheet) => keyOf(sheet.name) === keyOf(name));
  if (found) return found;

  const names = sheets.map((sheet) => sheet.name);
  throw new Failure(
    'no_sheet',
    `there is no sheet ${quoted(name)}`,
    ...didYouMean(name, names),
    columnsInWords(names, 'the workbook'),
  );
}

/** As many as a header is looked for in. */
async function firstLines(sheet: BookSheet): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  let length = 0;
  for await (const rows of sheet.rows())
    for (const { number: line, cells } of rows) {
      if (line > mostLines || length > longestHeader) return lines;
      const names = Array.from(cells, (cell) => normalName(cell?.text ?? ''));
      for (const name of names) length += name.length + 1;
      lines.push({ sheet, line, names });
    }
  return lines;
}

const isHidden = ({ sheet: { name } }: SheetLine): Failure =>
  new Failure('no_sheet', `only the hidden sheet ${quoted(name)} has these columns`, also('--sheet', name));

function severalHave(lines: readonly SheetLine[]): Failure {
  const [{ sheet: first } = { sheet: { name: '' } }] = lines;
  const names = lines.slice(0, 5).map(({ sheet }) => quoted(sheet.name));
  if (lines.length > names.length) names.push(`and ${lines.length - names.length} more`);
  return new Failure(
    'no_sheet',
    `${lines.length} sheets have these columns: ${names.join(', ')}`,
    also('--sheet', first.name),
  );
}

function noColumns(lines: readonly SheetLine[], wanted: WantedSums, sheets: readonly BookSheet[]): Failure {
  const { header } = likeliest(lines, wanted);
  if (!header) return new Failure('bad_file', 'the workbook is empty: it has no header');

  const { names, line, sheet } = header;
  const name = lackingIn(names, wanted) ?? '';
  const whose = sheets.length > 1 ? ` of ${quoted(sheet.name)}` : '';
  return new Failure(
    'no_column',
    `there is no column ${JSON.stringify(name)}`,
    ...didYouMean(name, names),
    `is the header row ${line}${whose}? ${columnsInWords(names.filter(Boolean), 'it')}`,
  );
}
