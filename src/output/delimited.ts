import { stringify } from 'csv-stringify/sync';

export type Cell = string | number;

/** Lines of separated text; cells that need quotes have them. */
export const delimited = (rows: readonly (readonly Cell[])[], delimiter: string): string =>
  stringify(rows as Cell[][], { delimiter });
