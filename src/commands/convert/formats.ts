import { formatNamed, type RecordsFormat, recordsFormats } from '../../output/formats.ts';

export type ConversionFormat = 'sentence' | 'value' | RecordsFormat;

export const conversionFormats: readonly ConversionFormat[] = ['sentence', ...recordsFormats, 'value'];

/** Their decimal mark may be a comma. */
export const formatsWithMark = conversionFormats.filter((name) => {
  const format = formatNamed(name);
  return !format?.objects && !format?.binary;
});
