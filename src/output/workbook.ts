import type { ZipDeflate as ZippedFile } from 'fflate';
import { numberOf, parseDay } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import { fifteenDigits, product } from '../rates/decimal.ts';
import { escapeXml, grouped } from '../words.ts';

/** A number is its decimal text, a date a day as text. */
export type SheetCell = Omit<ReadCell, 'kind'> & {
  readonly kind: ReadCell['kind'] | 'label' | 'date';
  readonly formula?: string | undefined;
};

/** A row of a sheet, by its number from 1. */
export interface WrittenRow {
  readonly number: number;
  readonly cells: readonly (SheetCell | undefined)[];
}

/** A rounded product, as decimal texts. */
interface Product {
  readonly amount: string;
  readonly rate: string;
  readonly converted: string;
  readonly decimals: number;
}

/**
 * The formula of an amount, in one of these columns, times the rate; undefined where the amount is text, or a
 * spreadsheet, whose numbers have 15 digits, finds another result.
 */
export function productFormula(
  { amount, rate, converted, decimals }: Product,
  { number, cells }: WrittenRow,
  columns: readonly number[],
  rateColumn: number,
): string | undefined {
  const column = columns.find((each) => {
    const { kind, text } = cells[each] ?? {};
    return kind === 'number' && (text === amount || `-${text}` === amount);
  });
  const found = product(fifteenDigits(Number(amount) * Number(rate)), '1', decimals);
  if (column === undefined || found !== converted) return undefined;
  const sign = cells[column]?.text === amount ? '' : '-';
  return `ROUND(${sign}${lettersOf(column)}${number}*${lettersOf(rateColumn)}${number},${decimals})`;
}

/** Of a sheet, below its head. */
export const mostRows = 1_048_575;

/** @param limit `1,048,575 rows` */
const overLimit = (what: string, limit: string, hint: string) =>
  new Failure('too_large', `over the limit of ${what}: ${limit}`, hint);

export const tooManyRows = () =>
  overLimit('a sheet', `${grouped(mostRows)} rows`, 'take a shorter range or fewer currencies, or --wide');

/** `A` for 0, `AA` for 26. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

const mostColumns = 16_384;

/** Characters that are packed together, so that the same rows give the same bytes in whatever batches. */
const fullPiece = 65_536;

/** A sheet, as the workbook lists it. */
interface SheetEntry {
  readonly name: string;
  /** `hidden` or `veryHidden` if it is not `visible`. */
  readonly state?: string;
}

/** A workbook, written row by row: nothing in it depends on clock, zone or name of the file. */
export async function workbook(entries: readonly SheetEntry[]) {
  const { strToU8, Zip, ZipDeflate } = await import('fflate');
  let packed: Uint8Array[] = [];
  const zip = new Zip((_, piece) => {
    packed.push(piece);
  });

  function part(path: string) {
    const file = new ZipDeflate(path, { level: 6 });
    // in local time, of which this is the same everywhere
    file.mtime = new Date(1980, 0, 1, 12);
    zip.add(file);
    return file;
  }

  for (const [path, xml] of Object.entries(partsOf(entries))) part(path).push(strToU8(xml), true);

  let sheet: ZippedFile | undefined;
  let [begun, rows, text, filtered] = [0, 0, '', ''];

  /** The bytes that can be written so far, often none. */
  function drain() {
    const pieces = packed;
    packed = [];
    return Buffer.concat(pieces);
  }

  function endSheet() {
    const filter = filtered && `<autoFilter ref="A1:${filtered}${rows}"/>`;
    sheet?.push(strToU8(`${text}</sheetData>${filter}</worksheet>`), true);
  }

  return {
    drain,
    /**
     * Begins the next of its sheets.
     * @param widths of columns, in characters; none: each is wide enough for a day and its time
     * @param isHeaded the first row stays in view, and chooses among the others
     */
    begin(widths: readonly number[] = [], isHeaded = false) {
      endSheet();
      sheet = part(sheetPath(++begun));
      text = sheetStart(widths, isHeaded);
      rows = 0;
      filtered = isHeaded ? lettersOf(widths.length - 1) : '';
    },
    /** @param number from 1, after those before @throws a usage error beyond what a sheet can have */
    row(cells: readonly (SheetCell | undefined)[], number = rows + 1) {
      if (cells.length > mostColumns)
        throw overLimit('a sheet', `${grouped(mostColumns)} columns`, 'a CSV file instead');
      if (number > mostRows + 1) throw tooManyRows();
      rows = number;
      text += `<row r="${number}">`;
      for (const [at, cell] of cells.entries()) if (cell) text += cellXml(`${lettersOf(at)}${number}`, cell);
      text += '</row>';
      if (text.length < fullPiece) return;

      sheet?.push(strToU8(text));
      text = '';
    },
    end() {
      endSheet();
      zip.end();
      return drain();
    },
  };
}

/** Sheets with these rows, some bytes at a time. */
export async function* sheetsAsXlsx(
  entries: readonly SheetEntry[],
  sheets: readonly AsyncIterable<readonly WrittenRow[]>[],
): AsyncGenerator<Uint8Array> {
  const book = await workbook(entries);
  for (const sheet of sheets) {
    book.begin();
    for await (const rows of sheet) {
      for (const { number, cells } of rows) book.row(cells, number);
      yield book.drain();
    }
  }
  yield book.end();
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** All parts of a workbook but its sheets. */
function partsOf(sheets: readonly SheetEntry[]) {
  let [overrides, entries, relations] = ['', '', relation(sheets.length + 1, 'styles', 'styles.xml')];
  for (const [at, { name, state = 'visible' }] of sheets.entries()) {
    const number = at + 1;
    overrides += `<Override PartName="/${sheetPath(number)}" ContentType="${types}.worksheet+xml"/>`;
    entries += `<sheet name="${escapeXml(name)}" state="${state}" sheetId="${number}" r:id="rId${number}"/>`;
    relations += relation(number, 'worksheet', `worksheets/sheet${number}.xml`);
  }
  // a hidden sheet cannot be the one that is shown
  const shown = sheets.findIndex(({ state = 'visible' }) => state === 'visible');
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides}</Types>`,
    '_rels/.rels': relationsXml(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}">
<bookViews><workbookView activeTab="${Math.max(0, shown)}"/></bookViews><sheets>${entries}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml(relations),
    'xl/styles.xml': styleSheet,
  };
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${documents}/${type}" Target="${target}"/>`;

const relationsXml = (relations: string) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${relations}</Relationships>`;

/** Of cells: as they are, a day, a label, a day and a time, a time. */
const styleSheet = `${declaration}<styleSheet xmlns="${main}">
<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>
<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function sheetStart(widths: readonly number[], isHeaded: boolean) {
  let columns = '';
  for (const [at, width] of widths.entries())
    columns += `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  const layout = columns
    ? `<cols>${columns}</cols>`
    : '<sheetFormatPr defaultColWidth="19" defaultRowHeight="15"/>';
  const pane = isHeaded ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  return `${declaration}<worksheet xmlns="${main}">${view}${layout}<sheetData>`;
}

/** Of `cellXfs` in the styles. */
const styles = { date: ' s="1"', label: ' s="2"', moment: ' s="3"', time: ' s="4"' };

/** A number keeps its text, since a sheet takes all digits. What fits its kind badly is text. */
function cellXml(place: string, { kind, text, value, formula }: SheetCell) {
  const cellOf = (attributes: string, content: string | number | undefined) =>
    `<c r="${place}"${attributes}>${formula ? `<f>${formula}</f>` : ''}<v>${content}</v></c>`;

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
function serialOf(text: string) {
  const day = parseDay(text);
  const serial = day ? numberOf(day) + 25_569 : 0;
  return serial < firstSerial ? undefined : serial;
}

/** Characters of a cell. */
const mostText = 32_767;

/** As ECMA-376 part 1, 22.9.2.19 (ST_Xstring) has it: what XML cannot hold is `_x0001_`. */
function textXml(text: string) {
  if (text.length > mostText) throw overLimit('a cell', `${grouped(mostText)} characters`, '-f csv');
  if (/^[a-z\d.:/-]*$/i.test(text)) return `<t>${text}</t>`;

  const written = text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  const space = /^\s|\s$|\s\s|[\t\n]/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${space}>${escapeXml(written)}</t>`;
}

/** Control characters, of which a reader takes CR for LF, and halves of characters. */
const unwritable = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;
