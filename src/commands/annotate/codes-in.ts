import { RowReader } from '../../annotate/row-reader.ts';
import { surveyOf } from '../../annotate/survey.ts';
import type { Code } from '../../currencies/code.ts';
import { currencyNames, isListed } from '../../currencies/names.ts';
import { type Given, tableOf } from './table.ts';

/** The currencies of all rows with an amount, whatever their days. */
export async function codesIn(file: Given): Promise<Code[]> {
  const table = await tableOf(file);
  const { given } = file;
  const reader = new RowReader(table.header, {
    form: given.dateFormat,
    year: given.year,
    point: given.decimal,
    isKnown: (code) => currencyNames.has(code),
    dayOf: () => undefined,
    isListed,
    onMeant: () => {},
  });
  const { codes } = await surveyOf(table, reader, { isServed: () => true, isToCome: () => false });
  return [...codes];
}
