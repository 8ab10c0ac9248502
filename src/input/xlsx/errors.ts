import { Failure } from '../../errors.ts';

/** For a file that a spreadsheet can perhaps open. */
export const unusable = (what: string, ...hints: readonly string[]): Failure =>
  new Failure('bad_file', `the file is ${what}`, ...(hints.length > 0 ? hints : [asCsv]));

const asCsv = 'save or export it as CSV, and annotate that';

export const damaged = (what = 'a workbook that is cut off or damaged'): Failure =>
  unusable(what, 'open it in a spreadsheet, and save it again');
