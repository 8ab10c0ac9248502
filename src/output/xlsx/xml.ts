import { type Day, numberOf, parseDay } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import type { ReadCell } from '../../input/xlsx/cell.ts';
import { grouped } from '../../words.ts';
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
  const each = (xmlOf: (sheet: SheetEntry, at: number) => string) => sheets.map(xmlOf).join('');
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${documents}/${type}" Target="${target}"/>`;
  const stylesId = sheets.length + 1;

  return {
    '[Content_Types].xml':
      `${declaration}<Types xmlns="${packages}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      each((_, at) => `<Override PartName="/${sheetPath(at)}" ContentType="${types}.worksheet+xml"/>`) +
      '</Types>',

    '_rels/.rels':
      `${declaration}<Relationships xmlns="${packages}/relationships">` +
      `${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,

    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}">${viewXml(sheets)}<sheets>` +
      each((sheet, at) => `<sheet ${listed(sheet)} sheetId="${at + 1}" r:id="rId${at + 1}"/>`) +
      '</sheets></workbook>',

    'xl/_rels/workbook.xml.rels':
      `${declaration}<Relationships xmlns="${packages}/relationships">` +
      each((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)) +
      `${relation(stylesId, 'styles', 'styles.xml')}</Relationships>`,

    'xl/styles.xml': styleSheet,
  };
}

const listed = ({ name, state = 'visible' }: SheetEntry) =>
  `name="${escaped(name)}"${state === 'visible' ? '' : ` state="${state}"`}`;

/** A hidden sheet cannot be the one that is shown. */
function viewXml(sheets: readonly SheetEntry[]): string {
  const shown = sheets.findIndex(({ state = 'visible' }) => state === 'visible');
  return shown > 0 ? `<bookViews><workbookView activeTab="${shown}"/></bookViews>` : '';
}

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

const xf = (format: number, font: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"` +
  `${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`;

/** Of cells: as they are, a day, a label, a day and a time, a time. */
const styleSheet =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts>' +
  `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="5">${xf(0, 0)}${xf(164, 0)}${xf(0, 1)}${xf(165, 0)}${xf(166, 0)}</cellXfs>` +
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
    (columns.length > 0 ? `<cols>${columns.join('')}</cols>` : wideColumns) +
    '<sheetData>'
  );
}

const wideColumns = '<sheetFormatPr defaultColWidth="19" defaultRowHeight="15"/>';

/** @param filtered the cells whose first row chooses among the others, such as `A1:D32` */
export function sheetEnd(filtered: string | undefined): string {
  const filter = filtered ? `<autoFilter ref="${filtered}"/>` : '';
  return `</sheetData>${filter}</worksheet>`;
}

export type CellKind = 'text' | 'label' | 'number' | 'date';

/** One of a sheet whose cells are of any kinds. */
export type SheetCell =
  | ReadCell
  | { readonly kind: CellKind; readonly text: string; readonly formula?: string | undefined };

/** Of `cellXfs` in the styles. */
const styles = { date: ' s="1"', label: ' s="2"', moment: ' s="3"', time: ' s="4"' };

/** A number is its decimal text, since a sheet takes all digits. What fits its kind badly is text. */
export function cellXml(place: string, kind: CellKind, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  if (kind === 'number' && isNumber(value)) return `<c r="${place}"><v>${value}</v></c>`;

  const serial = kind === 'date' ? serialOf(value) : undefined;
  if (serial !== undefined) return `<c r="${place}"${styles.date}><v>${serial}</v></c>`;
  const style = kind === 'label' ? styles.label : '';
  return `<c r="${place}"${style} t="inlineStr"><is>${textXml(value)}</is></c>`;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

export function anyCellXml(place: string, cell: SheetCell): string {
  if ('formula' in cell && cell.formula !== undefined && isNumber(cell.text))
    return `<c r="${place}"><f>${cell.formula}</f><v>${cell.text}</v></c>`;

  const { kind, text } = cell;
  const value = 'value' in cell ? cell.value : undefined;
  switch (kind) {
    case 'day':
      return `<c r="${place}"${Number.isInteger(value) ? styles.date : styles.moment}><v>${value}</v></c>`;
    case 'time':
      return `<c r="${place}"${styles.time}><v>${value}</v></c>`;
    case 'boolean':
      return `<c r="${place}" t="b"><v>${text === 'TRUE' ? 1 : 0}</v></c>`;
    case 'error':
      return `<c r="${place}" t="e"><v>${escaped(text)}</v></c>`;
    case 'formula':
      return '';
    default:
      return value === undefined ? cellXml(place, kind, text) : `<c r="${place}"><v>${value}</v></c>`;
  }
}

/** The first day on which all programs agree: some take 1900 for a leap year. */
const firstSerial = 61;

/** Days since the end of 1899. */
function serialOf(text: string): number | undefined {
  const day: Day | undefined = parseDay(text);
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
  return `<t${space}>${escaped(written)}</t>`;
}

/** Control characters, of which a reader takes CR for LF, and halves of characters. */
const unwritable = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }),
);

export const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => entities.get(sign) ?? sign);

/** `A` for 0, `AA` for 26. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
