import { decimalMarks } from '../../rates/decimal.ts';
import type { Given } from '../definition.ts';
import { days, inOutput, inWhat, output, voice, what } from '../options.ts';
import { conversionFormats } from './formats.ts';

export const options = [
  () => inWhat('--on <day>', 'convert at the rate of this day (default: the newest rate)'),
  what.rate,
  what.digits,
  what.rates,
  ...days,
  () => inOutput('-f, --format <format>', 'output format (default: sentence)').choices(conversionFormats),
  output.output,
  output.noHeader,
  output.noPager,
  () =>
    inOutput(
      '--decimal <mark>',
      'comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)',
    ).choices(decimalMarks),
  ...voice,
] as const;

export type Converting = Given<typeof options>;
