import { Failure } from '../errors.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import { grouped } from '../words.ts';

/** A number is its decimal text, a date a day as text. */
export type SheetCell = Omit<ReadCell, 'kind'> & {
  readonly kind: ReadCell['kind'] | 'label' | 'date';
  readonly formula?: string | undefined;
};

/** Of a sheet, below its head. */
export const mostRows = 1_048_575;

/** @param room `1,048,575 rows` */
export const noRoom = (what: string, room: string, hint: string) =>
  new Failure('too_large', `${what} has room for ${room}, and this has more`, hint);

export const tooManyRows = () =>
  noRoom('a sheet', `${grouped(mostRows)} rows`, 'take a shorter range or fewer currencies, or --wide');

/** `A` for 0, `AA` for 26. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
