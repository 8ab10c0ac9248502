import { separated, separatedPeriods } from './csv.ts';
import type { Format, PeriodFormat } from './format.ts';

export const tsv: Format = (document) => separated(document, '\t');

export const tsvOfPeriods: PeriodFormat = (document) => separatedPeriods(document, '\t');
