import { parquetMetadata } from 'hyparquet';
import type { YearFormat } from '../format.ts';
import { contentsIn, digestOf, rowByCode } from './contents.ts';
import { parquet } from './parquet.ts';

export const parquetYears: YearFormat = {
  format: parquet,
  digestOf: (shown) => digestOf(shown, rowByCode(shown.rates)),
  contentsIn: (file) => contentsIn(parquetMetadata(file).key_value_metadata ?? []),
};
