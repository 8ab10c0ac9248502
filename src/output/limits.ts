import { Failure } from '../errors.ts';
import { grouped } from '../words.ts';

/** Of a sheet, below its head. */
export const mostRows = 1_048_575;

export const mostColumns = 16_384;

/** Characters of a cell. */
export const mostText = 32_767;

export const tooManyColumns = () =>
  new Failure(
    'too_large',
    `a sheet has room for ${grouped(mostColumns)} columns, and this has more`,
    'a CSV file instead',
  );

export const tooManyRows = () =>
  new Failure(
    'too_large',
    `a sheet has room for ${grouped(mostRows)} rows, and this has more`,
    'take a shorter range or fewer currencies, or --wide',
  );
