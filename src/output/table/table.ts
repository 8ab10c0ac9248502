import type { Format } from '../format.ts';
import { longTable } from './long.ts';
import { wideTable } from './wide.ts';

export const table: Format = (document) => (document.wide ? wideTable(document) : longTable(document));
