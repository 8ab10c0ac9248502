import type { Format } from './format.ts';
import { longTable } from './table-long.ts';
import { wideTable } from './table-wide.ts';

/** For people: numbers aligned at the point, names beside codes, fitted to the width. */
export const table: Format = (document) => (document.wide ? wideTable(document) : longTable(document));
