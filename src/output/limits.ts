import { Failure } from '../errors.ts';
import { grouped } from '../words.ts';

/** Of a sheet, below its head. */
export const mostRows = 1_048_575;

/** @param room `1,048,575 rows` */
export const noRoom = (what: string, room: string, hint: string) =>
  new Failure('too_large', `${what} has room for ${room}, and this has more`, hint);

export const tooManyRows = () =>
  noRoom('a sheet', `${grouped(mostRows)} rows`, 'take a shorter range or fewer currencies, or --wide');
