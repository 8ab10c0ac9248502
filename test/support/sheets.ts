import { strFromU8, unzipSync } from 'fflate';

export type ReadCell = { readonly text?: string; readonly number?: string; readonly style?: number };

const cell =
  /<c r="([A-Z]+)(\d+)"(?: s="(\d)")?(?: t="inlineStr")?>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g;

/** The rows of one of a workbook's sheets; labels are without their style. */
export function cellsOf(book: Uint8Array, sheet = 1): (ReadCell | undefined)[][] {
  const xml = strFromU8(unzipSync(book)[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array());
  const rows: (ReadCell | undefined)[][] = [];
  for (const [, letters = '', row, style, number, text = ''] of xml.matchAll(cell)) {
    const place = [...letters].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const read = number === undefined ? { text: decoded(text) } : { number };
    const cells = rows[Number(row) - 1] ?? [];
    cells[place] = style === '1' ? { ...read, style: 1 } : read;
    rows[Number(row) - 1] = cells;
  }
  return Array.from(rows, (cells = []) => Array.from(cells));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

const decoded = (text: string) =>
  text
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
