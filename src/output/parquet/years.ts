import { parquetMetadata } from 'hyparquet';
import type { YearFormat } from '../format.ts';
import { contentsIn, digestOf, listedByCode } from './contents.ts';
import { parquet } from './parquet.ts';

export const parquetYears: YearFormat = {
  format: parquet,
  digestOf: (shown) => digestOf(shown, listedByCode(shown.rates)),
  contentsIn: (file) => contentsIn(parquetMetadata(file).key_value_metadata ?? []),
};
