import { type Day, numberOf, parseDay } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import { grouped } from '../words.ts';
import type { ReadCell } from './reading/cell.ts';
import { mostText } from './room.ts';

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
