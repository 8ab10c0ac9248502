import { separated } from './csv.ts';
import type { Format } from './format.ts';

export const tsv: Format = (document) => separated(document, '\t');
