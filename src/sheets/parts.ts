import { escaped } from './xml.ts';

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

    'xl/styles.xml': styles,
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
const styles =
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
