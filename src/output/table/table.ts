import type { Format } from '../format.ts';
import { longTable } from './long.ts';
import { wideTable } from './wide.ts';

/** For people: numbers aligned at the point, names beside codes, fitted to the width. */
export const table: Format = (document) => (document.wide ? wideTable(document) : longTable(document));
