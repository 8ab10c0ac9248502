import { openCsv } from '../../annotate/csv-file.ts';
import { RowReader } from '../../annotate/row-reader.ts';
import { surveyOf } from '../../annotate/survey.ts';
import type { InputFile } from '../../disk/input-file.ts';
import type { Code } from '../../rates/code.ts';
import { currencyNames, isListed } from '../../rates/currencies.ts';
import type { Annotating } from './options.ts';
import { wantedOf } from './wanted.ts';

/** The currencies of all rows with an amount, whatever their days. */
export async function codesIn(input: InputFile, path: string, given: Annotating): Promise<Code[]> {
  const file = await openCsv(input, path, wantedOf(given), given.delimiter);
  const reader = new RowReader(file.header, {
    form: given.dateFormat,
    year: given.year,
    point: given.decimal,
    isKnown: (code) => currencyNames.has(code),
    dayOf: () => undefined,
    isListed,
    onMeant: () => {},
  });
  const { codes } = await surveyOf(file, reader, { isServed: () => true, isToCome: () => false });
  return [...codes];
}
