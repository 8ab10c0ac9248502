import { parquetMetadata } from 'hyparquet';
import type { YearFormat } from '../format.ts';
import { byCode, contentsIn, digestOf } from './contents.ts';
import { parquet } from './parquet.ts';

export const parquetYears: YearFormat = {
  format: parquet,
  digestOf: (shown) => digestOf(shown, byCode(shown.rates)),
  contentsIn: (file) => contentsIn(parquetMetadata(file).key_value_metadata ?? []),
};
