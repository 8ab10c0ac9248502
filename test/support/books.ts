import { strToU8, type ZipOptions, zipSync } from 'fflate';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
export type Parts = Readonly<Record<string, string | Uint8Array | undefined>>;

export const sheet = (rows: string, attributes = `xmlns="${main}"`) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${attributes}><sheetData>${rows}</sheetData></worksheet>`;

export const texts = (...items: string[]) =>
  `<sst xmlns="${main}">${items.map((xml) => `<si>${xml}</si>`).join('')}</sst>`;

/** @param formats codes of the styles from 1 on, or the numbers of built-in ones */
export const styles = (...formats: (string | number)[]) => {
  const ids = formats.map((format, at) => (typeof format === 'number' ? format : 164 + at));
  const codes = formats.map((code, at) => `<numFmt numFmtId="${ids[at]}" formatCode="${code}"/>`);
  const xfs = [0, ...ids].map((id) => `<xf numFmtId="${id}"/>`).join('');
  const own = codes.filter((_, at) => typeof formats[at] === 'string').join('');
  return `<styleSheet xmlns="${main}"><numFmts>${own}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`;
};

/** @param sheets their names, or further attributes, such as `Tax" state="hidden` */
export const contents = (sheets: readonly string[], before = '') =>
  `<workbook xmlns="${main}" xmlns:r="${documents}">${before}<sheets>${sheets
    .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

export const relations = (...targets: (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${packages}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${documents}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook of one sheet as Excel writes it, but for these parts; undefined: without that one. */
export const book = (parts: Parts, options?: ZipOptions) => bookOf({ Sales: '' }, parts, options);

export function bookOf(sheets: Readonly<Record<string, string>>, parts: Parts = {}, options?: ZipOptions): Uint8Array {
  const names = Object.keys(sheets);
  const pathOf = (at: number) => `worksheets/sheet${at + 1}.xml`;
  const others = ['styles', 'sharedStrings'].filter((name) => parts[`xl/${name}.xml`] !== undefined);
  const all: Parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': contents(names),
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at) => ['worksheet', pathOf(at)] as const),
      ...others.map((name) => [name, `${name}.xml`] as const),
    ),
    ...Object.fromEntries(Object.values(sheets).map((rows, at) => [`xl/${pathOf(at)}`, sheet(rows)])),
    ...parts,
  };
  const files = Object.entries(all).flatMap(([path, part]) => (part === undefined ? [] : [[path, bytes(part)]]));
  return zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1, 12), ...options });
}

const bytes = (part: string | Uint8Array) => (typeof part === 'string' ? strToU8(part) : part);

/** A row of inline texts and numbers; `2024-01-17` is a day of style 1, `=A1*2` a formula without a value. */
export const row = (...cells: (string | number)[]) =>
  `<row>${cells
    .map((cell) => {
      if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
      const day = /^\d{4}-\d\d-\d\d$/.test(cell) ? Date.parse(cell) / 86_400_000 + 25_569 : undefined;
      if (day !== undefined) return `<c s="1"><v>${day}</v></c>`;
      if (cell.startsWith('=')) return `<c><f>${cell.slice(1)}</f></c>`;
      return cell === '' ? '<c/>' : `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;
