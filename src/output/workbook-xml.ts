import { numberOf, parseDay } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import { escapeXml, grouped } from '../words.ts';
import { mostText } from './limits.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPath = (at: number) => `xl/worksheets/sheet${at + 1}.xml`;

/** A sheet, as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly state?: 'visible' | 'hidden' | 'veryHidden';
}

/** All parts of a workbook but its sheets. */
export function partsOf(sheets: readonly SheetEntry[]): Readonly<Record<string, string>> {
  const each = (xmlOf: (number: number, sheet: SheetEntry) => string) =>
    sheets.map((sheet, at) => xmlOf(at + 1, sheet)).join('');
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${documents}/${type}" Target="${target}"/>`;
  const relations = (xml: string) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${xml}</Relationships>`;
  // a hidden sheet cannot be the one that is shown
  const shown = sheets.findIndex(({ state = 'visible' }) => state === 'visible');
  const view = shown > 0 ? `<bookViews><workbookView activeTab="${shown}"/></bookViews>` : '';
  const stateOf = ({ state = 'visible' }: SheetEntry) => (state === 'visible' ? '' : ` state="${state}"`);

  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packages}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      each((n) => `<Override PartName="/${sheetPath(n - 1)}" ContentType="${types}.worksheet+xml"/>`) +
      '</Types>',
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}">${view}<sheets>` +
      each(
        (n, sheet) =>
          `<sheet name="${escapeXml(sheet.name)}"${stateOf(sheet)} sheetId="${n}" r:id="rId${n}"/>`,
      ) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      each((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)) +
        relation(sheets.length + 1, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styleSheet,
  };
}

/** Of cells: as they are, a day, a label, a day and a time, a time. */
const styleSheet =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

export interface SheetLayout {
  /** Of each column, in characters; none: all have room for a day and its time. */
  readonly widths: readonly number[];
  /** Its first row stays in view. */
  readonly isHeaded: boolean;
}

export function sheetStart({ widths, isHeaded }: SheetLayout): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews>` +
    `<sheetView workbookViewId="0">${isHeaded ? pane : ''}</sheetView></sheetViews>` +
    (columns.length > 0
      ? `<cols>${columns.join('')}</cols>`
      : '<sheetFormatPr defaultColWidth="19" defaultRowHeight="15"/>') +
    '<sheetData>'
  );
}

/** A number is its decimal text, a date a day as text. */
export type SheetCell =
  | ReadCell
  | {
      readonly kind: 'text' | 'label' | 'number' | 'date';
      readonly text: string;
      readonly formula?: string | undefined;
    };

/** Of `cellXfs` in the styles. */
const styles = { date: ' s="1"', label: ' s="2"', moment: ' s="3"', time: ' s="4"' };

/** A number keeps its text, since a sheet takes all digits. What fits its kind badly is text. */
export function cellXml(place: string, cell: SheetCell): string {
  const { kind, text } = cell;
  const value = 'value' in cell ? cell.value : undefined;
  const formula = 'formula' in cell && cell.formula !== undefined ? `<f>${cell.formula}</f>` : '';
  const cellOf = (attributes: string, of: string | number | undefined) =>
    `<c r="${place}"${attributes}>${formula}<v>${of}</v></c>`;

  if (kind === 'boolean') return cellOf(' t="b"', text === 'TRUE' ? 1 : 0);
  if (kind === 'error') return cellOf(' t="e"', escapeXml(text));
  if (kind === 'day') return cellOf(Number.isInteger(value) ? styles.date : styles.moment, value);
  if (kind === 'time') return cellOf(styles.time, value);
  if (value !== undefined) return cellOf('', value);
  if (kind === 'formula' || text === '') return '';
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return cellOf('', text);

  const serial = kind === 'date' ? serialOf(text) : undefined;
  if (serial !== undefined) return cellOf(styles.date, serial);
  return `<c r="${place}"${kind === 'label' ? styles.label : ''} t="inlineStr"><is>${textXml(text)}</is></c>`;
}

/** The first day on which all programs agree: some take 1900 for a leap year. */
const firstSerial = 61;

/** Days since the end of 1899. */
function serialOf(text: string): number | undefined {
  const day = parseDay(text);
  const serial = day ? numberOf(day) + 25_569 : 0;
  return serial < firstSerial ? undefined : serial;
}

/** As ECMA-376 part 1, 22.9.2.19 (ST_Xstring) has it: what XML cannot hold is `_x0001_`. */
export function textXml(text: string): string {
  if (text.length > mostText)
    throw new Failure(
      'too_large',
      `a cell has room for ${grouped(mostText)} characters, and a text has more`,
      '-f csv',
    );
  if (/^[\w.:/-]*$/.test(text) && !text.includes('_')) return `<t>${text}</t>`;

  const written = text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  const space = /^\s|\s$|\s\s|[\t\n]/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${space}>${escapeXml(written)}</t>`;
}

/** Control characters, of which a reader takes CR for LF, and halves of characters. */
const unwritable = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/** `A` for 0, `AA` for 26. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
